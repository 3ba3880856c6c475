import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { matchesStoredPassword, specifiedSignIn } from "./specified.ts";

const hashed = createHash("sha256").update("Vakt-7410:parkeringsvakt").digest("hex");

test.each([
  ["Vakt-7410", "Vakt-7410", true],
  ["vakt-7410", "Vakt-7410", false],
  ["Vakt-7410 ", "Vakt-7410", false],
  ["Vakt-7410", hashed, true],
  ["Vakt-7410", hashed.toUpperCase(), true],
  ["Vakt-7411", hashed, false],
  ["Vakt-7410", createHash("sha256").update("Vakt-7410").digest("hex"), false],
  ["åäö-åäö", createHash("sha256").update("åäö-åäö:parkeringsvakt").digest("hex"), true],
])("the typed %j against the stored %j: %s", async (typed, stored, isRight) => {
  expect(await matchesStoredPassword(typed, stored)).toBe(isRight);
});

test.each([
  ["huvudadmin", "Huvud-7410", true],
  ["huvudadmin", "huvud-7410", false],
  ["Huvudadmin", "Huvud-7410", false],
])("the main admin %s / %s: %s", async (userId, password, isRight) => {
  expect((await specifiedSignIn.mainAdmin({ userId, password })) !== null).toBe(isRight);
});
