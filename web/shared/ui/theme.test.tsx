import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
// oxlint-disable-next-line no-restricted-imports -- the file that the page loads, as it is
import script from "../../public/theme.js?raw";
import { ThemeToggle } from "./theme-toggle.tsx";
import { readTheme, setTheme, THEME_KEY } from "./theme.ts";

const shown = () => document.documentElement.dataset["theme"];

beforeEach(() => setTheme("system"));
afterEach(cleanup);

test("the button walks through the choices, shows each at once and keeps it", async () => {
  render(<ThemeToggle />);
  const seen = [];
  for (const name of ["Tema: som enheten", "Tema: ljust", "Tema: mörkt", "Tema: som enheten"]) {
    seen.push([shown(), readTheme()]);
    // oxlint-disable-next-line no-await-in-loop -- one press after the other
    await userEvent.click(screen.getByRole("button", { name }));
  }
  expect(seen).toEqual([
    [undefined, "system"],
    ["light", "light"],
    ["dark", "dark"],
    [undefined, "system"],
  ]);
});

test.each([
  ["dark", "dark"],
  ["light", "light"],
  ["purple", undefined],
] as const)("the script before first paint: stored %s shows %s", (stored, theme) => {
  localStorage.setItem(THEME_KEY, stored);
  // oxlint-disable-next-line no-eval -- a script without exports can only be run
  (0, eval)(script);
  expect(shown()).toBe(theme);
});

test("without storage the page still follows the choice", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  setTheme("dark");
  expect(shown()).toBe("dark");
});
