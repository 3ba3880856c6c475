import { describe, expect, test } from "vitest";
import { AMBULANCE_PATH, DISPATCH_PROJECT, REAL_ESTATE_PATH } from "#contract/projects.ts";
import { PATTERNS } from "#shared/paths.ts";
import { isPathTaken, isReserved, normalisePath, pathToSave } from "./site-path.ts";

// Spec 1 §5: The path is
test.each([
  ["ny-plats", "ny-plats"],
  ["Ny Plats", "ny-plats"],
  ["  Kajen 7  ", "kajen-7"],
  ["Östra hamnen", "stra-hamnen"],
  ["p_hus/syd?!", "phussyd"],
  ["a  b\tc", "a-b-c"],
  ["ASE", "ase"],
  ["åäö", ""],
  ["   ", ""],
])("the typed path %j is kept as %j", (typed, expected) => {
  expect(normalisePath(typed)).toBe(expected);
});

test.each([
  ["ASE", "ASE", "ASE"],
  [" ASE ", "ASE", "ASE"],
  ["ASE2", "ASE", "ase2"],
  ["ase", "ASE", "ase"],
  ["ASE", undefined, "ase"],
])("typed %j over the present path %j saves %j", (typed, current, expected) => {
  expect(pathToSave(typed, current)).toBe(expected);
});

test("every first part of a product address is reserved, in any case, except rooms that are sites", () => {
  const rooms: readonly string[] = [DISPATCH_PROJECT, REAL_ESTATE_PATH, AMBULANCE_PATH];
  const parts = Object.values(PATTERNS).map((pattern) => pattern.split("/")[1] ?? "");
  for (const part of parts.filter((name) => name !== "" && !name.startsWith(":"))) {
    expect([part, isReserved(part), isReserved(part.toUpperCase())]).toEqual(
      rooms.includes(part) ? [part, false, false] : [part, true, true],
    );
  }
  for (const coming of ["case", "receipt", "privacy", "people", "account", "invite", "design"])
    expect(isReserved(coming)).toBe(true);
});

describe("a path is taken", () => {
  const others = ["ostra-hamnen", "ASE", "721075"];
  test.each([
    ["ostra-hamnen", true],
    ["ase", true],
    ["721075", true],
    ["standard", true],
    ["login", true],
    ["admin-dashboard", true],
    ["generate-ticket", true],
    ["vastra-hamnen", false],
    ["ystad", false],
    ["157715", false],
  ])("%j: %s", (path, expected) => {
    expect(isPathTaken(path, others)).toBe(expected);
  });
});
