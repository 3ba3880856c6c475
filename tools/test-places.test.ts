// @vitest-environment node
// Journeys that `npm test` leaves to `npm run test:all` say at their head why that is enough.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const FOLDER = "tests/journeys";
const LEFT = /@all\b/;

/** The comment at the head of a file. */
const headOf = (source: string) => /^(?:\/\/.*\n)*/.exec(source)?.[0] ?? "";

const isWithoutReason = (source: string) => LEFT.test(source) && !/@all\b|npm run test:all/.test(headOf(source));

test("each file with a journey for npm run test:all has its reason at its head", () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".spec.ts"));
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => isWithoutReason(readFileSync(join(FOLDER, file), "utf8")))).toEqual([]);
});

test("a file without a reason is found", () => {
  const journey = 'import x from "x";\ntest("a day @all", () => {});\n';
  expect(isWithoutReason(`// A day.\n${journey}`)).toBe(true);
  expect(isWithoutReason(`// A day.\n// @all: its steps have tests of their own.\n${journey}`)).toBe(false);
});
