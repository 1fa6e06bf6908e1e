/** A button that does its work again and again for as long as it is held, by a pointer or by the space bar. */

/** How long until it begins again, and how long between one time and the next, in milliseconds. */
const WAIT = 420;
const EVERY = 90;

/** @param {Window} window @param {HTMLElement} button @param {() => void} act */
export function repeatWhileHeld(window, button, act) {
  let timer = 0;
  let repeated = false;
  const stop = () => window.clearTimeout(timer);
  const again = () => {
    repeated = true;
    act();
    timer = window.setTimeout(again, EVERY);
  };
  button.addEventListener("pointerdown", (event) => {
    stop();
    repeated = false;
    if (event.button === 0 && event.isPrimary) timer = window.setTimeout(again, WAIT);
  });
  for (const end of ["pointerup", "pointercancel", "blur"]) window.addEventListener(end, stop);
  button.addEventListener("pointerleave", stop);
  // On a phone a long press would ask what to do with the button.
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("click", (event) => {
    // The release after a hold is no press of its own; one by a key or a screen reader counts no presses.
    if (!repeated || event.detail === 0) act();
    repeated = false;
  });
  // Return repeats by itself, the space bar would press once when it is let go of.
  button.addEventListener("keydown", (event) => {
    if (event.key !== " ") return;
    event.preventDefault();
    act();
  });
  button.addEventListener("keyup", (event) => {
    if (event.key === " ") event.preventDefault();
  });
}
