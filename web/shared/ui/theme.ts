/** What a person chose for light and dark; "system" follows the device. */
export type Theme = "light" | "dark" | "system";

/** Where the choice is kept. `public/theme.js` reads the same key before first paint. */
export const THEME_KEY = "theme";

/** The choice of a page whose storage is closed. */
let unstored: Theme = "system";

/** The stored choice; "system" when there is none, a foreign value, or no storage. */
export function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(THEME_KEY);
    return stored === "light" || stored === "dark" ? stored : "system";
  } catch {
    return unstored;
  }
}

/** Stores the choice and shows it at once. Without storage it holds until the page is left. */
export function setTheme(theme: Theme): void {
  try {
    if (theme === "system") localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    unstored = theme;
    // Storage is closed to us (private mode, a full disk): the page still follows the choice.
  }
  applyTheme(theme);
  for (const follower of followers) follower();
}

const followers = new Set<() => void>();

/** Calls back when the choice changes, here or in another window. Gives back the way to stop. */
export function onThemeChange(follower: () => void): () => void {
  followers.add(follower);
  window.addEventListener("storage", follower);
  return () => {
    followers.delete(follower);
    window.removeEventListener("storage", follower);
  };
}

/** Puts a choice on `<html data-theme>`, which the colours in tokens.css follow. */
export function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}
