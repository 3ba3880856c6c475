import { expect, test } from "vitest";
import { staffAddress } from "./staff-address.ts";

const at = (project: string | null) => staffAddress({ kind: "attendant", project, userId: "vakt01" });
const of = (userId: string) => staffAddress({ kind: "chauffeur", project: "157715", userId });

test("an address carries kind and project, so that one ID is two people in two projects", () => {
  expect(at("ostra-hamnen")).toBe("vakt01.ostra-hamnen@attendant.konto.parkering.example");
  expect(new Set([at("ostra-hamnen"), at("standard"), at(null)]).size).toBe(3);
});

test.each([
  ["a.b", "a_2eb"],
  ["åke", "ake"],
  ["a_2e", "a."],
])("%s and %s have different addresses", (one, other) => {
  expect(of(one)).not.toBe(of(other));
  expect(of(one)).toMatch(/^[a-z0-9_-]+\.157715@chauffeur\.konto\.parkering\.example$/);
});

test.each(["Vakt01", "VAKT01", " vakt01\u00a0", "va\u200bkt01", "vakt 01", "vakt\u200901", "vakt01\ufeff"])(
  "%j is vakt01, whom it looks like",
  (typed) => {
    expect(of(typed)).toBe(of("vakt01"));
  },
);

test("a letter is one however it is composed, and a project's code is one in any case", () => {
  expect(of("a\u030ake")).toBe(of("Åke"));
  expect(at("Ostra-Hamnen")).toBe(at("ostra-hamnen"));
});

test("an ID that no address can carry gives none", () => {
  expect(staffAddress({ kind: "attendant", project: null, userId: "😀".repeat(50) })).toBeNull();
});
