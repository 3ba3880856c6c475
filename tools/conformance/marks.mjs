// Marks beside tests and in files: `// Spec 1 §2: After sign-in or` names a sentence of the specification by its first words.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, sep } from "node:path";

const FOLDERS = ["contract", "deploy", "server", "supabase", "tests", "tools", "web"];
const MARK = /^\s*(?:\/\/|--|#|\/\*|<!--) Spec (\w+)(?: §(\w+)(?:: (.+?))?)?(?: \*\/| -->)?$/;
const COMMENT = /^\s*(?:\/\/|\/?\*)/;
const TEST_FILE = /^tests\/|\.(?:test|spec)\.tsx?$/;
/** Where a test or a group of tests begins. */
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

/** All marks below `root`, in the order of files and lines. */
export function readMarks(root) {
  const files = FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:[cm]?[jt]sx?|sql|css|ya?ml|html)$/.test(entry.name))
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name)),
  );
  return files
    .sort()
    .flatMap((path) => marksOf(path.slice(join(root, "/").length).split(sep).join("/"), readFileSync(path, "utf8")));
}
