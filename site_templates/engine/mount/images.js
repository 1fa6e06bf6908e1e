/** The images of a level to choose from: a dialog of small boards, each as it stands, with its name. */

import { writePlace } from "#engine/address.js";
import { buildStill } from "#engine/board.js";
import { open, standing } from "#engine/game.js";
import { imagesOf, ITSELF, partsOf, turnLevel } from "#engine/image.js";
import { stopGesture } from "#engine/mount/table.js";
import { gameName } from "#engine/store.js";

/** @param {import("./table.js").Table} table */
export function listenToImages(table) {
  const { commands, document, window } = table;
  const dialog = document.querySelector("[data-part=images]");
  Object.assign(commands, {
    images() {
      if (imagesOf(itself(table)).length < 2) return;
      stopGesture(table);
      fill(table, dialog);
      dialog.showModal();
      dialog.querySelector("[aria-current]").focus();
    },
    anyImage() {
      const others = imagesOf(itself(table)).filter((image) => image !== imageOf(table));
      dialog.close();
      window.location.hash = writePlace({ id: table.game.level.id, image: others[Math.floor(Math.random() * others.length)] });
    },
    closeImages: () => dialog.close(),
  });
  dialog.addEventListener("click", (event) => {
    // A press beside the dialog, or on a board: the link itself leads on.
    if (event.target === dialog || event.target.closest("a")) dialog.close();
  });
}

/**
 * Say which image is on the table.
 * @returns {string} its name; nothing where it is the level itself
 */
export function showImage(table) {
  const { document, say } = table;
  // The reader may have come here by the browser's way back, with the choice still open.
  document.querySelector("[data-part=images]").close();
  const image = imageOf(table);
  const name = image === ITSELF ? "" : nameOf(say, image);
  const part = document.querySelector("[data-part=image]");
  part.textContent = name;
  part.parentElement.hidden = name === "";
  const any = imagesOf(itself(table)).length > 1;
  document.querySelector("[data-command=images]").setAttribute("aria-disabled", String(!any));
  return name;
}

function itself({ data, index }) {
  return data.levels[index];
}

function imageOf({ game }) {
  return game.level.image ?? ITSELF;
}

function nameOf(say, image) {
  const { symmetry, own } = partsOf(image);
  const name = say(`image.${symmetry}`);
  return own === "" ? name : say("play.and", { before: name, after: say(`image.${own}`) });
}

function fill(table, dialog) {
  const { window } = table;
  const made = imagesOf(itself(table)).map((image) => choice(table, image));
  dialog.querySelector("[data-part=imageList]").replaceChildren(...made.map(({ item }) => item));
  // Many large boards take a while: the choice is there at once, and they come into it one by one.
  const draw = ([first, ...rest]) => {
    if (!first || !dialog.open) return;
    first.draw();
    window.requestAnimationFrame(() => draw(rest));
  };
  window.requestAnimationFrame(() => draw(made));
}

function choice(table, image) {
  const { document, kind, say, store } = table;
  const level = turnLevel(kind, itself(table), image);
  const saved = image === imageOf(table) ? table.saved() : store.read(gameName(kind.name, level));
  const found = standing(saved);
  const [item, link, board, name] = ["li", "a", "span", "span"].map((tag) => document.createElement(tag));
  link.href = writePlace(level);
  link.dataset.standing = found;
  if (image === imageOf(table)) link.setAttribute("aria-current", "true");
  board.className = "image-board";
  board.setAttribute("aria-hidden", "true");
  board.style.aspectRatio = `${level.cols} / ${level.rows}`;
  name.className = "image-name";
  name.textContent = nameOf(say, image);
  const state = document.createElement("span");
  state.className = "quietly";
  state.textContent = found === "new" ? "" : say(found === "solved" ? "play.imageSolved" : "play.imageStarted");
  link.append(board, name, state);
  item.append(link);
  return { item, draw: () => buildStill(board, open(kind, level, saved)) };
}
