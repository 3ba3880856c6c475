/** What a person chose for light and dark; "system" follows the device. */
export type Theme = "light" | "dark" | "system";

/** Where the choice is kept. `public/theme.js` reads the same key before first paint. */
export const THEME_KEY = "theme";

/** The stored choice; "system" when there is none, a foreign value, or no storage. */
export function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(THEME_KEY);
    return stored === "light" || stored === "dark" ? stored : "system";
  } catch {
    return "system";
  }
}

/** Stores the choice and shows it at once. Without storage it holds until the page is left. */
export function setTheme(theme: Theme): void {
  try {
    if (theme === "system") localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage is closed to us (private mode, a full disk): the page still follows the choice.
  }
  applyTheme(theme);
}

/** Puts a choice on `<html data-theme>`, which the colours in tokens.css follow. */
export function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}
