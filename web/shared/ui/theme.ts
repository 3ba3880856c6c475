/** The chosen theme, light or dark; "system" follows the device. */
export type Theme = "light" | "dark" | "system";

/** The storage key of the choice. `public/theme.js` reads it before first paint. */
export const THEME_KEY = "theme";

/** The choice while the browser denies storage. */
let unstored: Theme = "system";

/** The stored choice; "system" when there is none, an unknown value, or no storage. */
export function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(THEME_KEY);
    return stored === "light" || stored === "dark" ? stored : "system";
  } catch {
    return unstored;
  }
}

/** Stores the choice and shows it at once. Without storage the choice holds until the page is left. */
export function setTheme(theme: Theme): void {
  try {
    if (theme === "system") localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    unstored = theme;
    // The browser denies storage (private mode, a full disk): the page still follows the choice.
  }
  applyTheme(theme);
  for (const follower of followers) follower();
}

const followers = new Set<() => void>();

/** Calls `follower` when the choice changes, here or in another window. Returns a function that stops it. */
export function onThemeChange(follower: () => void): () => void {
  followers.add(follower);
  window.addEventListener("storage", follower);
  return () => {
    followers.delete(follower);
    window.removeEventListener("storage", follower);
  };
}

/** Writes a choice to `<html data-theme>`, which the colours in tokens.css follow. */
export function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}
