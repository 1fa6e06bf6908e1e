"""What a reader sees of colours: how far parts of a page stand apart, and whether a picture differs without them."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any, NamedTuple

PARTS = """(parts) => {
  const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].map((part) => part / 255);
  };
  const stage = document.querySelector(".stage") ?? document.body;
  const named = (name) => {
    const probe = stage.appendChild(document.createElement("i"));
    probe.style.color = `var(${name})`;
    const found = rgba(getComputedStyle(probe).color);
    probe.remove();
    return found;
  };
  const painted = (selector, what) => {
    const found = [...document.querySelectorAll(selector)].find((one) => getComputedStyle(one).display !== "none");
    if (!found) throw new Error(`nothing is drawn as ${selector}`);
    const style = getComputedStyle(found);
    const [red, green, blue, alpha] = rgba(style[what]);
    let through = alpha * Number(style[`${what}Opacity`] ?? 1);
    const opacity = (one) => Number(getComputedStyle(one).opacity);
    for (let one = found; one && one !== stage; one = one.parentElement) through *= opacity(one);
    return [red, green, blue, through];
  };
  return parts.map((part) => {
    const [selector, what] = part.split(" / ");
    return what ? painted(selector, what) : named(part);
  });
}"""

CHANGED = """async ([pictures, boxes]) => {
  const seen = pictures.map(async (picture) => {
    const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d", { willReadFrequently: true });
    context.filter = "grayscale(1)";
    context.drawImage(image, 0, 0);
    return context;
  });
  const [one, other] = await Promise.all(seen);
  const whole = ({ canvas }) => [[0, 0, canvas.width, canvas.height]];
  const [before, after] = boxes ?? [whole(one), whole(other)];
  return before.map(([x, y, width, height], at) => {
    const [left, top, ...size] = after[at];
    if (String([width, height]) !== String(size)) throw new Error("the pictures differ in size");
    const first = one.getImageData(x, y, width, height).data;
    const second = other.getImageData(left, top, width, height).data;
    // A quarter of the way from black to white.
    return first.filter((gray, part) => part % 4 === 0 && Math.abs(gray - second[part]) >= 64).length;
  });
}"""

BOXES = """() => [...document.querySelectorAll("[role=gridcell]")].map((cell) => {
  const { left, top, right, bottom } = cell.getBoundingClientRect();
  const box = [left, top, right, bottom];
  if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) throw new Error(`not in the window: ${box}`);
  return [Math.floor(left), Math.floor(top), Math.ceil(right) - Math.floor(left), Math.ceil(bottom) - Math.floor(top)];
})"""

Colour = tuple[float, float, float]


def contrasts(page: Any, pairs: Sequence[tuple[str, str]], floor: str = "--sheet") -> list[float]:
    """How far the first part of each pair stands out from the second, from 1 to 21.

    A part is a colour by its name, ``--ink``, or what is drawn, ``.bulb .disc / stroke``. What is not opaque is seen on
    the floor, and the first of a pair on the second.
    """
    parts = [part for pair in pairs for part in pair]
    shades = page.evaluate(PARTS, [floor, *parts])
    ground = tuple(shades[0][:3])
    found = []
    for first, second in zip(shades[1::2], shades[2::2], strict=True):
        below = over(second, ground)
        found.append(contrast(over(first, below), below))
    return found


def over(shade: Sequence[float], ground: Colour) -> Colour:
    """A colour that lets some of its ground through."""
    *parts, alpha = shade
    red, green, blue = (alpha * part + (1 - alpha) * below for part, below in zip(parts, ground, strict=True))
    return red, green, blue


def contrast(one: Colour, other: Colour) -> float:
    """The contrast of two colours as the guidelines for accessible pages reckon it."""
    lights = sorted(map(_light, (one, other)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def _light(colour: Colour) -> float:
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def changed_in_gray(page: Any, one: bytes, other: bytes) -> int:
    """How many pixels of two pictures of one place can be told apart without colours, at a glance."""
    (count,) = _changed(page, (one, other))
    return count


class Seen(NamedTuple):
    """A picture of the window, and where each cell of a board is in it."""

    picture: bytes
    boxes: list[list[int]]


def cells_seen(page: Any) -> Seen:
    """What is seen of all cells: one picture of the window costs as much as one of a cell."""
    page.locator(".stage").evaluate("one => one.scrollIntoView({ block: 'center' })")
    return Seen(page.screenshot(), page.evaluate(BOXES))


def changed_cells(page: Any, one: Seen, other: Seen) -> list[int]:
    """For each cell, how many of its pixels can be told apart without colours, wherever it has moved to."""
    return _changed(page, (one.picture, other.picture), (one.boxes, other.boxes))


def _changed(page: Any, pictures: Sequence[bytes], boxes: Sequence[list[list[int]]] | None = None) -> list[int]:
    coded = [base64.b64encode(picture).decode("ascii") for picture in pictures]
    counts: list[int] = page.evaluate(CHANGED, [coded, boxes])
    return counts


def set_media(page: Any, **features: str) -> None:
    """Let the page believe that its reader has asked for something: ``prefers_contrast="more"``."""
    named = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
    page.context.new_cdp_session(page).send("Emulation.setEmulatedMedia", {"features": named})
