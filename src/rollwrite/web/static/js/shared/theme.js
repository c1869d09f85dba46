// Runs before the styles are read, so that the page never flashes in the other theme.
(() => {
  let theme = null;
  try {
    theme = localStorage.getItem("theme");
  } catch {
    // A browser without storage follows the device.
  }
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
})();
