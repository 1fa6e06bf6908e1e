/** SVG elements by name and attributes, never from text. */

const NAMESPACE = "http://www.w3.org/2000/svg";

/** @param {string} name @param {Readonly<Record<string, string|number>>} attributes @returns {SVGElement} */
export function make(document, name, attributes = {}) {
  return shape(document.createElementNS(NAMESPACE, name), attributes);
}

/** Append a new element. @param {Element} parent @returns {SVGElement} */
export function child(parent, name, attributes = {}) {
  const element = make(parent.ownerDocument, name, attributes);
  parent.append(element);
  return element;
}

/** Set attributes. @param {Element} element */
export function shape(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}
