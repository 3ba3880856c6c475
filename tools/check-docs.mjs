// Checks the pages that people write (README, CONTRIBUTING, docs/): three opening sentences, headings of at most 300 words, 30 000
// words in all, and that links, paths and commands that a page names exist. docs/specification/ is not ours to judge.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const MOST_WORDS_OF_A_HEADING = 300;
const MOST_WORDS = 30_000;
/** Parts that a tool writes: nobody keeps their words by hand. */
const GENERATED = /<!-- from [\s\S]*?<!-- until here -->/g;
const FENCED = /^```[\s\S]*?^```/gm;

/** Words of a text: pieces between blanks that have a letter or a digit, so that the lines of a table do not count. */
const wordsOf = (text) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** The pages below `root`, by their paths. */
function readPages(root) {
  const below = existsSync(join(root, "docs")) ? readdirSync(join(root, "docs"), { recursive: true }) : [];
  const pages = below.map((file) => join("docs", file)).filter((file) => file.endsWith(".md"));
  const own = pages.filter((file) => !file.startsWith(join("docs", "specification")));
  return [...["README.md", "CONTRIBUTING.md"].filter((file) => existsSync(join(root, file))), ...own.sort()].map(
    (file) => ({ file, text: readFileSync(join(root, file), "utf8").replaceAll(GENERATED, "") }),
  );
}

/** The parts of a page by heading: a `#` in a block of code is no heading. */
function partsOf(text) {
  const hidden = text.replaceAll(FENCED, (block) => block.replaceAll(/^#/gm, "\u0000"));
  return hidden
    .split(/^#+ /m)
    .map((part) => ({ heading: part.split("\n")[0], words: wordsOf(part.replace(/.*\n/, "")) }));
}

/** The address of a heading as a link names it. */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

/** The opening: the first paragraph below the title. */
function openingProblem(text) {
  const [, opening = ""] = /^# .+\n\n((?:.+\n)+)/.exec(text) ?? [];
  const sentences = opening.trim().split(/(?<=\.)\s+(?=[\p{Lu}`"[(])/u);
  return sentences.length === 3
    ? []
    : [`opens with ${opening === "" ? 0 : sentences.length} sentences, not with three`];
}

function linkProblems(root, file, text) {
  const links = [...text.replaceAll(FENCED, "").matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link);
  return links.flatMap((link) => {
    if (/^[a-z]+:/.test(link)) return [];
    const [path, anchor] = link.split("#");
    const target = path === "" ? file : normalize(join(dirname(file), path));
    if (!existsSync(join(root, target))) return [`links to ${link}, which does not exist`];
    if (anchor === undefined) return [];
    const anchors = partsOf(readFileSync(join(root, target), "utf8")).map(({ heading }) => anchorOf(heading));
    return anchors.includes(anchor) ? [] : [`links to ${link}, a heading that does not exist`];
  });
}

/** Names of files that do not exist: the page that walks through a change uses them as its example. */
const EXAMPLE = /ase_stations|stations-screen/;

/** Folders whose paths a page spells from the root of the project. */
const ROOTED = /^(?:bench|contract|deploy|docs|server|supabase|tests|tools|web)\/[\w./-]+$/;

/** Paths in code of a line and in blocks of code, also as a word of a command. */
function pathProblems(root, text) {
  const blocks = text.match(FENCED) ?? [];
  const spans = [...text.replaceAll(FENCED, "").matchAll(/`([^`\n]+)`/g)].map(([, span]) => span);
  const names = [...blocks, ...spans].flatMap((code) => code.split(/\s+/));
  return [...new Set(names)]
    .filter((name) => ROOTED.test(name) && !EXAMPLE.test(name) && !existsSync(join(root, name)))
    .map((name) => `names ${name}, which does not exist`);
}

function commandProblems(text, scripts) {
  return [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)]
    .filter(([, name]) => !scripts.includes(name))
    .map(([, name]) => `names npm run ${name}, which package.json does not have`);
}

/** The problems of the pages below `root`, as sentences; none when all is right. */
export function findProblems(root) {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const pages = readPages(root);
  const words = pages.reduce((sum, { text }) => sum + wordsOf(text), 0);
  const problems = pages.flatMap(({ file, text }) =>
    [
      ...openingProblem(text),
      ...partsOf(text)
        .filter((part) => part.words > MOST_WORDS_OF_A_HEADING)
        .map((part) => `"${part.heading}" holds ${part.words} words, more than ${MOST_WORDS_OF_A_HEADING}`),
      ...linkProblems(root, file, text),
      ...pathProblems(root, text),
      ...commandProblems(text, Object.keys(scripts)),
    ].map((problem) => `${file}: ${problem}`),
  );
  return words > MOST_WORDS ? [...problems, `The pages hold ${words} words, more than ${MOST_WORDS}`] : problems;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = findProblems(process.cwd());
  for (const problem of problems) console.error(problem);
  console.log(
    problems.length === 0 ? "The pages hold" : `${problems.length} problems in README, CONTRIBUTING and docs/`,
  );
  process.exit(problems.length === 0 ? 0 : 1);
}
