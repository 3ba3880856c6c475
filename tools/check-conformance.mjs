// `npm run conformance` prints each sentence of the specification with the tests and files that bear its mark; with `--check`
// it names sentences without a test and marks without a sentence (docs/marks.md).
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readMarks } from "./conformance/marks.mjs";
import { addressOf, allSentences, sentencesAt } from "./conformance/sentences.mjs";

/** Sentences that ask for no test. */
const ASKS_NOTHING = /not shown|covered elsewhere/;
const REASON = /^- ((?:`[^`]+`(?:, )?)+): (.+)$/;
const ADDRESS = /`(\w+)(?: §(\w+)(?:: ([^`]+))?)?`/g;

/** The sentences that are held without a test, each with the reason: a list in docs/marks.md. */
function readReasons(root) {
  const lines = readFileSync(join(root, "docs/marks.md"), "utf8").split("\n");
  return lines.flatMap((line, index) => {
    const [, addresses = "", reason] = REASON.exec(line) ?? [];
    const at = { file: "docs/marks.md", line: index + 1, reason };
    return [...addresses.matchAll(ADDRESS)].map(([, document, section, words]) => ({
      ...at,
      document,
      section,
      words,
    }));
  });
}

const written = ({ document, section, words }) =>
  [document, section === undefined ? "" : ` §${section}`, words === undefined ? "" : `: ${words}`].join("");

/** The problem of a mark or a reason, or undefined. */
function problemOf(mark, { found, isWhole }) {
  const place = `${mark.file}:${mark.line}`;
  if (found.length === 0) return `${place}: no sentence begins so: ${written(mark)}`;
  if (!isWhole && found.length > 1) return `${place}: ${found.length} sentences begin so: ${written(mark)}`;
  if (mark.isStray) return `${place}: no test follows the mark: ${written(mark)}`;
  return undefined;
}

/** The sentences below `root`, each with the marks and reasons that it has, and all problems, as sentences. */
export function readConformance(root) {
  const sentences = allSentences(root);
  const problems = [];
  const proofs = new Map(sentences.map((sentence) => [sentence, { tests: [], files: [], reasons: [] }]));
  const add = (mark, kind) => {
    const at = sentencesAt(sentences, mark);
    const problem = problemOf(mark, at);
    if (problem !== undefined) problems.push(problem);
    else for (const sentence of at.found) proofs.get(sentence)[kind].push(mark);
    return at.found;
  };
  const { marks, references } = readMarks(root);
  for (const mark of marks) add(mark, mark.isTest ? "tests" : "files");
  for (const reference of references) {
    if (sentencesAt(sentences, reference).found.length === 0)
      problems.push(`${reference.file}:${reference.line}: there is no section ${written(reference)}`);
  }
  for (const reason of readReasons(root)) {
    const found = add(reason, "reasons");
    if (found.length > 0 && found.every((sentence) => proofs.get(sentence).tests.length > 0))
      problems.push(
        `${reason.file}:${reason.line}: a test bears this mark, so no reason is needed: ${written(reason)}`,
      );
  }
  for (const [sentence, { tests, reasons }] of proofs) {
    if (tests.length === 0 && reasons.length === 0 && !ASKS_NOTHING.test(sentence.text))
      problems.push(`No test bears the mark: // Spec ${addressOf(sentence, sentences)}`);
  }
  return { problems, proofs, references: references.filter(({ isTest }) => !isTest) };
}

/** The page: section by section the files that refer to it, and each sentence with its tests, files and reasons. */
function pageOf({ proofs, references }, wanted) {
  const lines = [];
  let heading;
  const filesOf = (document, section) =>
    references.filter((one) => one.document === document && one.section === section).map(({ file }) => file);
  for (const [{ document, section, text }, { tests, files, reasons }] of proofs) {
    const name = `${document} §${section}`;
    if (wanted !== undefined && wanted !== name && ![...tests, ...files].some(({ file }) => file === wanted)) continue;
    if (heading !== name) lines.push("", `## ${name}`, "");
    if (heading !== name && wanted === name) lines.push(`Files: ${filesOf(document, section).join(", ")}`, "");
    heading = name;
    lines.push(`- ${text}`);
    for (const { file, line } of tests) lines.push(`  - ${file}:${line}`);
    if (files.length > 0) lines.push(`  - in ${[...new Set(files.map(({ file }) => file))].join(", ")}`);
    for (const { reason } of reasons) lines.push(`  - ${reason}`);
  }
  return lines.join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const conformance = readConformance(process.cwd());
  const { problems, proofs } = conformance;
  const isCheck = process.argv.includes("--check");
  if (!isCheck) console.log(pageOf(conformance, process.argv[2]));
  for (const problem of problems) console.error(problem);
  if (isCheck && problems.length === 0) console.log(`${proofs.size} sentences: each has a test or a reason`);
  process.exit(problems.length === 0 ? 0 : 1);
}
