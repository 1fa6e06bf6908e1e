// A classic script of the page's head: the reader's theme and hand are known before the first paint, so that no page
// flashes or turns round.
try {
  if (JSON.parse(localStorage.getItem("kotae:hand"))?.value === true) document.documentElement.classList.add("left-handed");
  const theme = JSON.parse(localStorage.getItem("kotae:theme"))?.value;
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the page follows the system.
}
