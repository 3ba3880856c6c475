// @vitest-environment node
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findProblems } from "./check-docs.mjs";

const OPENING = "This page says one thing. A second one is `here`.\nA third one closes it.";

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "docs-"));
  mkdirSync(join(root, "docs/specification"), { recursive: true });
  mkdirSync(join(root, "web"));
  writeFileSync(join(root, "web/screen.tsx"), "");
  writeFileSync(join(root, "package.json"), JSON.stringify({ scripts: { test: "true", "generate:types": "true" } }));
  writeFileSync(join(root, "README.md"), `# Read me\n\n${OPENING}\n\n## A heading\n`);
  writeFileSync(join(root, "docs/specification/1.md"), "# No page of ours\n");
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The problems of a page with this text below its opening. */
function problemsOf(below: string, opening = OPENING) {
  writeFileSync(join(root, "docs/page.md"), `# Page\n\n${opening}\n\n${below}\n`);
  return findProblems(root);
}

const words = (count: number) => "word ".repeat(count);

test.each([
  "A [link](../README.md), [a heading](../README.md#a-heading), [here](#page), [elsewhere](https://example.org/x).",
  "`web/screen.tsx`, `web/ase_stations/queries.ts` of the example, `npm run generate:types`.",
  `## Long\n\n${words(300)}\n\n## Other\n\n${words(300)}`,
  `<!-- from a tool -->\n${words(400)}\n<!-- until here -->`,
  `## Code\n\n\`\`\`sh\n# no heading\n${words(200)}\n\`\`\`\n`,
  `| a | b |\n|---|---|\n${"| a | b |\n".repeat(130)}`,
])("holds: %s", (below) => {
  expect(problemsOf(below)).toEqual([]);
});

test.each([
  ["A [link](gone.md).", "links to gone.md, which does not exist"],
  ["A [link](../README.md#gone).", "links to ../README.md#gone, a heading that does not exist"],
  ["`web/gone.tsx`", "names web/gone.tsx, which does not exist"],
  ["`npx vitest run web/gone.tsx`", "names web/gone.tsx, which does not exist"],
  ["```sh\nnode tools/gone.mjs\n```", "names tools/gone.mjs, which does not exist"],
  ["```sh\nnpm run gone\n```", "names npm run gone, which package.json does not have"],
  [`## Long\n\n${words(301)}`, '"Long" holds 301 words, more than 300'],
  [`## Code\n\n\`\`\`sh\n# no heading\n${words(300)}\n\`\`\``, '"Code" holds'],
])("does not hold: %s", (below, problem) => {
  expect(problemsOf(below)).toEqual([expect.stringContaining(`docs/page.md: ${problem}`)]);
});

test("a page opens with three sentences", () => {
  expect(problemsOf("", "This page says one thing. And another.")).toEqual([
    "docs/page.md: opens with 2 sentences, not with three",
  ]);
});

test("all pages hold 30 000 words together", () => {
  const parts = Array.from({ length: 101 }, (_, index) => `## Part ${index}\n\n${words(299)}\n`);
  expect(problemsOf(parts.join("\n"))).toEqual([expect.stringContaining("more than 30000")]);
});
