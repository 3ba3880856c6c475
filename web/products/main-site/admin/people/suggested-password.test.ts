import { expect, test } from "vitest";
import { suggestPassword } from "./suggested-password.ts";

test("a suggested password has four groups that are easy to read, and is different each time", () => {
  const passwords = Array.from({ length: 200 }, suggestPassword);
  for (const password of passwords) expect(password).toMatch(/^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){3}$/);
  expect(new Set(passwords).size).toBe(200);
  expect(new Set(passwords.join("").replaceAll("-", "")).size).toBe(31);
});
