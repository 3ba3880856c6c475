// Checks docs/conformance.md: each row names a file that does it and a test that proves it, and both must exist.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Sections that must have rows. */
const SECTIONS = [1, 2].flatMap((document) => [2, 4, 5, 7, 8, 9].map((section) => `Document ${document} §${section}`));

/** A cell's code spans: `a` and `b` → ["a", "b"]. */
const codeSpans = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text);

/** Whether a test file has a test or suite of this title, to which the journeys' tags are no part. */
function hasTest(file, title) {
  const source = file.replaceAll(/(?: @(?:once|rights|all))+(?=["'`])/g, "");
  return ['"', "'", "`"].some((quote) => {
    const titled = `${quote}${title}${quote}`;
    return source.includes(`(${titled}`) || source.includes(`${titled},`);
  });
}

/**
 * The rows of a section: `- what`, below it `  - in \`file\`, …` and for each test `  - \`tests/file.spec.ts\` › title`.
 * Sections of anything but documents, decisions and operation are plain text.
 */
function readRows(markdown) {
  const rows = [];
  let section;
  for (const line of markdown.split("\n")) {
    const heading = /^## (.+?)(?: ·.*)?$/.exec(line)?.[1];
    if (heading !== undefined) section = /^(?:Document|Decisions|Operation)/.test(heading) ? heading : undefined;
    if (section === undefined) continue;
    if (line.startsWith("- ")) rows.push({ section, what: line.slice(2), files: [], tests: [] });
    else if (line.startsWith("  - in ")) rows.at(-1)?.files.push(...codeSpans(line));
    else if (line.startsWith("  - ")) rows.at(-1)?.tests.push(line.slice(4));
    else if (line.trim() !== "" && !line.startsWith("#")) rows.push({ section, stray: line });
  }
  return rows;
}

/** What is wrong with a row, as clauses. */
function problemsOf({ files, tests, stray }, root) {
  if (stray !== undefined) return ["is no row: write `- what`, `  - in` its files, `  - ` its tests"];
  const problems = files.filter((file) => !existsSync(join(root, file))).map((file) => `${file} does not exist`);
  if (files.length === 0) problems.push("names no file");
  if (tests.length === 0) problems.push("names no test");
  for (const proof of tests) {
    const [, file, title] = /^`([^`]+)` › (.+)$/.exec(proof) ?? [];
    if (file === undefined) problems.push("names no test");
    else if (!existsSync(join(root, file))) problems.push(`${file} does not exist`);
    else if (!hasTest(readFileSync(join(root, file), "utf8"), title.trim()))
      problems.push(`${file} has no test "${title.trim()}"`);
  }
  return problems;
}

/** What is wrong with a list of what is built and proved, as sentences; none when all is right. */
export function findProblems(markdown, root) {
  const rows = readRows(markdown);
  return [
    ...rows.flatMap((row) =>
      problemsOf(row, root).map((problem) => `${row.section}, "${row.what ?? row.stray}": ${problem}`),
    ),
    ...SECTIONS.filter((name) => !rows.some(({ section }) => section === name)).map((name) => `${name}: has no row`),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = findProblems(readFileSync("docs/conformance.md", "utf8"), process.cwd());
  for (const problem of problems) console.error(problem);
  console.log(
    problems.length === 0 ? "docs/conformance.md holds" : `${problems.length} problems in docs/conformance.md`,
  );
  process.exit(problems.length === 0 ? 0 : 1);
}
