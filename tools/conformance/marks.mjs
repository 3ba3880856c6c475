// Marks beside tests and in files: `// Spec 1 §2: After sign-in or` names a sentence of the specification by its first words.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, sep } from "node:path";

const FOLDERS = ["contract", "deploy", "server", "supabase", "tests", "tools", "web"];
const MARK = /^\s*(?:\/\/|--|#|\/\*|<!--) Spec (\w+)(?: §(\w+)(?:: (.+?))?)?(?: \*\/| -->)?$/;
const COMMENT = /^\s*(?:\/\/|\/?\*)/;
const TEST_FILE = /^tests\/|\.(?:test|spec)\.tsx?$/;
/** Landed migrations never change, so that they bear no marks. */
const LANDED = /supabase.(?:migrations|before-1\.0)./;
/** The first line of a test or a group of tests. */
const TEST = /^\s*(?:test|it|describe)\b/;

const isCode = (line) => line.trim() !== "" && !COMMENT.test(line);

/** A mark at the head of a file holds for all of it; elsewhere a test comes next, with nothing but comments between. */
function isAtTest(lines, index) {
  if (!lines.slice(0, index).some(isCode)) return true;
  return TEST.test(lines.slice(index).find((line) => line.trim() === "" || isCode(line)) ?? "");
}

/** The marks of one file's text, with their line (from 1), and whether a test bears each. */
function marksOf(file, text) {
  const lines = text.split("\n");
  return lines.flatMap((line, index) => {
    const [, document, section, words] = MARK.exec(line) ?? [];
    if (document === undefined) return [];
    const isTest = TEST_FILE.test(file);
    return [{ file, line: index + 1, document, section, words, isTest, isStray: isTest && !isAtTest(lines, index) }];
  });
}

/** "document 1 §5, §8", "documents 1 and 2 §5", "decisions §4" as comments write them. */
const REFERENCE = /\b(?:[Dd]ocuments? ([1-9])(?: and ([1-9]))?|[Dd]ecisions) (§\w+(?:(?:, | and )§\w+)*)/g;

/** The sections that a file's comments refer to, each once. */
function referencesOf(file, text) {
  const lines = text.split("\n");
  const found = lines.flatMap((line, index) =>
    [...line.matchAll(REFERENCE)].flatMap(([, first = "3", second, sections]) =>
      [first, second]
        .filter((document) => document !== undefined)
        .flatMap((document) =>
          [...sections.matchAll(/§(\w+)/g)].map(([, section]) => ({ file, line: index + 1, document, section })),
        ),
    ),
  );
  return [...new Map(found.map((one) => [`${one.document} ${one.section}`, one])).values()];
}

/** The files that may bear marks, with their texts, in order. */
function* readFiles(root) {
  const files = FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:[cm]?[jt]sx?|sql|css|ya?ml|html)$/.test(entry.name))
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
      .filter((path) => !LANDED.test(path)),
  );
  for (const path of files.sort()) {
    const file = path.slice(join(root, "/").length).split(sep).join("/");
    yield { file, text: readFileSync(path, "utf8") };
  }
}

/** All marks below `root`, and the references to sections of files that are no tests, in the order of files and lines. */
export function readMarks(root) {
  const marks = [];
  const references = [];
  for (const { file, text } of readFiles(root)) {
    marks.push(...marksOf(file, text));
    references.push(...referencesOf(file, text).map((one) => ({ ...one, isTest: TEST_FILE.test(file) })));
  }
  return { marks, references };
}
