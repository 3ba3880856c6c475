// @vitest-environment node
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findProblems } from "./check-conformance.mjs";

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "conformance-"));
  mkdirSync(join(root, "tests"));
  writeFileSync(join(root, "screen.tsx"), "");
  writeFileSync(
    join(root, "tests/day.spec.ts"),
    'test("a day", () => {});\ntest.each([1])("row %i", () => {});\ntest("a week @once", () => {});\n',
  );
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const ALL = [1, 2].flatMap((document) => [2, 4, 5, 7, 8, 9].map((section) => [document, section] as const));
const listWith = (row: string) =>
  ALL.map(([document, section]) => `## Document ${document} §${section}\n\n${row}\n`).join("\n");
const problemsOf = (row: string) => findProblems(listWith(row), root);

test.each([
  "- a screen\n  - in `screen.tsx`\n  - `tests/day.spec.ts` › a day",
  "- a tag\n  - in `screen.tsx`\n  - `tests/day.spec.ts` › a week",
  "- a rule\n  - in `screen.tsx`, `tests/day.spec.ts`\n  - `tests/day.spec.ts` › a day\n  - `tests/day.spec.ts` › row %i",
])("holds: %s", (row) => {
  expect(problemsOf(row)).toEqual([]);
});

test("what stands in other sections is plain text", () => {
  const row = "- a screen\n  - in `screen.tsx`\n  - `tests/day.spec.ts` › a day";
  expect(findProblems(`${listWith(row)}\n## How it is read\n\n- thus`, root)).toEqual([]);
});

test.each([
  ["- a screen\n  - in `gone.tsx`\n  - `tests/day.spec.ts` › a day", "gone.tsx does not exist"],
  ["- a screen\n  - `tests/day.spec.ts` › a day", "names no file"],
  ["- a screen\n  - in `screen.tsx`", "names no test"],
  ["- a screen\n  - in `screen.tsx`\n  - later", "names no test"],
  ["- a screen\n  - in `screen.tsx`\n  - `tests/gone.spec.ts` › a day", "tests/gone.spec.ts does not exist"],
  ["- a screen\n  - in `screen.tsx`\n  - `tests/day.spec.ts` › a night", 'has no test "a night"'],
  ["| a screen | `screen.tsx` | `tests/day.spec.ts` › a day |", "is no row"],
  ["", "has no row"],
])("does not hold: %s", (row, problem) => {
  expect(problemsOf(row)).toEqual(expect.arrayContaining([expect.stringContaining(problem)]));
});
