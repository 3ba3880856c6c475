// @vitest-environment node
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readConformance } from "./check-conformance.mjs";

let root: string;

function write(file: string, text: string) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

const SPECIFICATION = `# Specification

## 1. Screens

- Sign-in: a password is required ("No. Try again."); an ID is required.
- Code dialog: an ID is required; the shape is not shown.

| from | to |
|---|---|
| open | paid; or gone |
| paid | open |
`;
/** A mark as it stands beside a test; its first sign is put in here, so that this file bears none. */
const mark = (address: string) => ["//", "Spec", `${address}\n`].join(" ");
const ALL = [
  mark("1 §1: Sign-in: a password"),
  mark("1 §1: Sign-in: a … an ID"),
  'it("logs in", () => {});\n\n',
  mark("1 §1: Code dialog: an"),
  mark("1 §1: from | to"),
  'test.each([1])("row %i", () => {});\n',
].join("");

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "conformance-"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));
beforeEach(() => {
  write("docs/specification/1-screens.md", SPECIFICATION);
  rmSync(join(root, "tests"), { recursive: true, force: true });
  write("docs/rules.md", "# Rules\n\n## 1. Lists\n\n- A list. It is live.\n");
  write("docs/marks.md", "# Marks\n\n- `rules`: A look at the screen keeps it.\n");
  write("tests/day.spec.ts", ALL);
  write("web/screen.tsx", mark("1 §1: Code …"));
});

const findProblems = () => readConformance(root).problems;

test("a table, a paragraph, a sentence and a reason cover everything, and a file is told apart from a test", () => {
  const { problems, proofs } = readConformance(root);
  expect(problems).toEqual([]);
  expect([...proofs].map(([{ text }, { tests, files }]) => [text, tests.length, files.length])).toEqual([
    ['Sign-in: a password is required ("No. Try again.")', 1, 0],
    ["an ID is required", 1, 0],
    ["Code dialog: an ID is required", 1, 1],
    ["the shape is not shown", 0, 1],
    ["open | paid", 1, 0],
    ["or gone", 1, 0],
    ["paid | open", 1, 0],
    ["A list. It is live.", 0, 0],
  ]);
});

test("a sentence without a mark at a test is named with the mark that it needs, a mark in a file is no proof", () => {
  write("tests/day.spec.ts", ALL.replace(mark("1 §1: Code dialog: an"), ""));
  expect(findProblems()).toEqual(["No test bears the mark: // Spec 1 §1: Code dialog: an"]);
});

test.each([
  ["no sentence begins so", "1 §1: Sign-out: a"],
  ["no sentence begins so", "3 §1: Sign-in: a"],
  ["2 sentences begin so", "1 §1: o"],
])("a mark without its sentence: %s: %s", (problem, address) => {
  write("tests/night.spec.ts", `${mark(address)}test("a night", () => {});\n`);
  expect(findProblems().join("\n")).toContain(`tests/night.spec.ts:1: ${problem}`);
});

test("a mark that no test follows is named, at the head of a file it holds for the file", () => {
  write(
    "tests/night.spec.ts",
    `${mark("1 §1")}import a from "a";\n${mark("1 §1: Code dialog: an")}const one = 1;\ntest("a night", () => {});\n`,
  );
  expect(findProblems()).toEqual(["tests/night.spec.ts:3: no test follows the mark: 1 §1: Code dialog: an"]);
});

test("a reason for a sentence that a test proves, and one for no sentence, are named", () => {
  write("docs/marks.md", "- `rules`: A look.\n- `1 §1: Code dialog: an`: Later.\n- `4`: Later.\n");
  expect(findProblems()).toEqual([
    "docs/marks.md:2: a test bears this mark, so no reason is needed: 1 §1: Code dialog: an",
    "docs/marks.md:3: no sentence begins so: 4",
  ]);
});

test("a comment that refers to a section which is not there is named, and one that is there tells a file's place", () => {
  write("web/screen.tsx", ["/** As", "document", "1 §1, §9 asks. */\n"].join(" "));
  const { problems, references } = readConformance(root);
  expect(problems).toEqual(["web/screen.tsx:1: there is no section 1 §9"]);
  expect(references.map(({ file, section }) => [file, section])).toEqual([
    ["web/screen.tsx", "1"],
    ["web/screen.tsx", "9"],
  ]);
});
