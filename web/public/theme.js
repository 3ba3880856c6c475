// Runs before first paint, so that a stored choice of light or dark does not flash. Kept in step with web/shared/ui/theme.ts.
try {
  var theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // No storage: the device decides.
}
