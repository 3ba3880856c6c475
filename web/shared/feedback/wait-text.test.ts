// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { waitText } from "./wait-text.ts";

afterEach(() => {
  document.body.innerHTML = "";
});

const wait = (retryAfterSeconds: number) => Object.assign(new Error("429"), { retryAfterSeconds });

test.each([
  [899, "För många försök. Försök igen om 15 minuter."],
  [61, "För många försök. Försök igen om 2 minuter."],
  [60, "För många försök. Försök igen om 1 minut."],
  [0, "För många försök. Försök igen om 1 minut."],
])("%i seconds, in Swedish: %s", (seconds, text) => {
  document.body.innerHTML = `<div lang="sv"><h1>Logga in</h1></div>`;
  expect(waitText(wait(seconds))).toBe(text);
});

test("an English screen gets the text in English, and a part of the screen gets it in its own language", () => {
  document.body.innerHTML = `<div lang="en"><h1>Sign in</h1><div lang="sv"><form></form></div></div>`;
  expect(waitText(wait(120))).toBe("Too many attempts. Try again in 2 minutes.");
  expect(waitText(wait(30))).toBe("Too many attempts. Try again in 1 minute.");
  expect(waitText(wait(120), document.querySelector("form"))).toBe("För många försök. Försök igen om 2 minuter.");
});

test("other errors have no text about waiting", () => {
  for (const error of [new Error("no network"), null, undefined, "text"]) expect(waitText(error)).toBeUndefined();
});
