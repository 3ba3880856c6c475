// Checks docs/conformance.md: each row names a file that does it and a test that proves it, and both must exist.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Sections that the table must have rows for. */
const SECTIONS = [1, 2].flatMap((document) => [2, 4, 5, 7, 8, 9].map((section) => `Document ${document} §${section}`));

/** A cell's code spans: `a` and `b` → ["a", "b"]. */
const codeSpans = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text);

/** Whether a test file has a test or suite of this title, to which the journeys' tags are no part. */
function hasTest(file, title) {
  const source = file.replaceAll(/(?: @(?:once|rights))+(?=["'`])/g, "");
  return (
    ['"', "'", "`"].some((quote) => source.includes(`(${quote}${title}${quote}`)) || source.includes(`"${title}",`)
  );
}

/**
 * What is wrong with a conformance table, as sentences; none when all is right.
 * Rows read `| what | \`file\` … | \`tests/file.spec.ts\` › title |`; several tests are separated by `<br>`.
 */
export function findProblems(markdown, root) {
  const problems = [];
  const rowsOf = new Map(SECTIONS.map((section) => [section, 0]));
  let section;
  for (const line of markdown.split("\n")) {
    const heading = /^## (.+?)(?: ·.*)?$/.exec(line)?.[1];
    if (heading !== undefined) section = heading;
    if (!line.startsWith("| ") || /^\| (?:what|---)/.test(line) || section === undefined) continue;
    const [what, files = "", tests = ""] = line.slice(2, -2).split(/(?<!\\) \| /);
    if (rowsOf.has(section)) rowsOf.set(section, rowsOf.get(section) + 1);
    const named = codeSpans(files);
    if (named.length === 0) problems.push(`${section}, "${what}": names no file`);
    for (const file of named) {
      if (!existsSync(join(root, file))) problems.push(`${section}, "${what}": ${file} does not exist`);
    }
    const proofs = tests.split("<br>").map((cell) => /`([^`]+)` › (.+)$/.exec(cell.trim()));
    if (proofs.some((proof) => proof === null)) problems.push(`${section}, "${what}": names no test`);
    for (const proof of proofs) {
      if (proof === null) continue;
      const [, file, title] = proof;
      const path = join(root, file);
      if (!existsSync(path)) problems.push(`${section}, "${what}": ${file} does not exist`);
      else if (!hasTest(readFileSync(path, "utf8"), title.trim())) {
        problems.push(`${section}, "${what}": ${file} has no test "${title.trim()}"`);
      }
    }
  }
  for (const [name, count] of rowsOf) if (count === 0) problems.push(`${name}: has no row`);
  return problems;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = findProblems(readFileSync("docs/conformance.md", "utf8"), process.cwd());
  for (const problem of problems) console.error(problem);
  console.log(
    problems.length === 0 ? "docs/conformance.md holds" : `${problems.length} problems in docs/conformance.md`,
  );
  process.exit(problems.length === 0 ? 0 : 1);
}
