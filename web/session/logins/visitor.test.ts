// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { enterAsGuest, leave, readVisitor } from "./visitor.ts";

const ACCOUNT = JSON.stringify({ access_token: "a", refresh_token: "r", user: {} });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

// Spec 1 §4: Guest mode shows
test.each([
  [null, false, "nobody"],
  [null, true, "guest"],
  [ACCOUNT, false, "account"],
  [ACCOUNT, true, "account"],
  ["{", false, "nobody"],
  ["null", true, "guest"],
  ['{"access_token":"a"}', false, "nobody"],
])("storage %j, guest %s: %s", (stored, isGuest, visitor) => {
  if (stored !== null) localStorage.setItem("parkering.auth", stored);
  if (isGuest) enterAsGuest();
  expect(readVisitor()).toBe(visitor);
});

test("a guest who leaves is nobody again", async () => {
  enterAsGuest();
  await leave();
  expect(readVisitor()).toBe("nobody");
});
