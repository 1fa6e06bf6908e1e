/** How a reader wants the page: numbers beside the board, and the hand that plays. Each is kept for every level. */

import { HAND, LABELS } from "#engine/store.js";

/** @param {import("./table.js").Table} table */
export function listenToSettings({ document, frame, panel, store }) {
  const root = document.documentElement;
  const switches = [
    [panel.labelsBox, LABELS, (on) => frame.setLabels(on)],
    [panel.handBox, HAND, (on) => root.classList.toggle("left-handed", on)],
  ];
  for (const [box, name, follow] of switches) {
    box.checked = store.read(name) === true;
    follow(box.checked);
    box.addEventListener("change", () => {
      store.write(name, box.checked);
      follow(box.checked);
    });
  }
}
