// Tests that failed in a run: noted where it happens, and told again at the end, below the table (tools/check.mjs).
import { appendFileSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

/** Variable that names the file in which the steps of a run note their failed tests. */
export const FAILURES_FILE = "FAILURES_FILE";

/** More files than these fail for a reason that a second try does not answer. */
const MOST_FILES = 3;

/**
 * Notes a failed test: its file (none for an error outside of a file's tests), its name and its error, of which the first line is kept.
 */
export function noteFailure({ file, name, error }) {
  const kept = process.env[FAILURES_FILE];
  const [line] = stripVTControlCharacters(String(error)).split("\n");
  if (kept !== undefined) appendFileSync(kept, `${JSON.stringify({ file, name, error: line })}\n`);
}

/** Every failed test so far, in the order of the run. */
export const allFailures = (kept) =>
  readFileSync(kept, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));

/** Files to ask once more; none where an error belongs to no file, or where too many fail. */
export function filesToAskAgain(failures) {
  const files = [...new Set(failures.map(({ file }) => file))];
  return files.length > MOST_FILES || files.includes(undefined) ? [] : files;
}
