// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { MISREAD_PLATES } from "#tests/support/rows/misread-plates.ts";
import { doubtAbout, forgetOwnPlates, keepOwnPlate } from "./own-plates.ts";

afterEach(() => localStorage.clear());

test.each(MISREAD_PLATES)("%j for %s is %s", (typed, _car, form) => {
  const doubt = doubtAbout(typed);
  expect(doubt === undefined ? "taken" : (doubt.proposal ?? "asked")).toBe(form);
});

test("an unusual plate is asked about once, in any spelling, until it is forgotten", () => {
  keepOwnPlate("b ab 1234");
  expect(doubtAbout("B-AB 1234")).toBeUndefined();
  expect(doubtAbout("B AB 1235")).toEqual({ proposal: undefined });
  forgetOwnPlates();
  expect(doubtAbout("B AB 1234")).toEqual({ proposal: undefined });
});

test("the oldest of many are asked about again", () => {
  for (let number = 1000; number <= 1020; number += 1) keepOwnPlate(`B AB ${number}`);
  expect([doubtAbout("B AB 1000"), doubtAbout("B AB 1001")]).toEqual([{ proposal: undefined }, undefined]);
});

test.each(["{", "7", '{"a":1}', "[7]"])("stored plates that cannot be read (%s) count as none", (kept) => {
  localStorage.setItem("parkering.own-plates", kept);
  expect(doubtAbout("B AB 1234")).toEqual({ proposal: undefined });
});
