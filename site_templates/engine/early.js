// A classic script of the page's head: the reader's theme is on before the first paint, so that no page flashes.
try {
  const theme = JSON.parse(localStorage.getItem("kotae:theme"))?.value;
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the page follows the system.
}
