// Checks that no migration changed, those before the baseline too: `supabase/migrations.sha256` keeps the checksum of each. `--add` adds the
// lines of new ones.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** List as `sha256sum` writes it, so that `cd supabase && sha256sum -c migrations.sha256` checks the same. */
const LIST = "migrations.sha256";

/** Git may write line ends in the machine's way, so they are made plain; the server's checksums are made the same way. */
const checksumOf = (file) =>
  createHash("sha256").update(readFileSync(file, "utf8").replaceAll("\r\n", "\n")).digest("hex");

/** The list's lines by file; nothing for a list that is not there. */
function readList(folder) {
  const path = join(folder, LIST);
  const lines = existsSync(path) ? readFileSync(path, "utf8").split(/\r?\n/).filter(Boolean) : [];
  return new Map(lines.map((line) => line.split("  ").toReversed()));
}

function readFolder(folder) {
  const files = ["before-1.0", "migrations"].flatMap((below) =>
    readdirSync(join(folder, below))
      .filter((name) => name.endsWith(".sql"))
      .toSorted()
      .map((name) => `${below}/${name}`),
  );
  return new Map(files.map((file) => [file, checksumOf(join(folder, file))]));
}

/** Words in a new migration that its author has to replace (tools/migration.ts writes them). */
const LEFT_TO_A_HAND = /WRITE HERE why|^-- BY HAND:/m;

/** New migrations whose author has left such words in them. */
const unfinished = (folder, listed, found) =>
  [...found.keys()]
    .filter((file) => !listed.has(file) && LEFT_TO_A_HAND.test(readFileSync(join(folder, file), "utf8")))
    .map(
      (file) =>
        `supabase/${file} has a place that is left to you: say why it is there, and write what stands at BY HAND.`,
    );

/** Faults of the migrations of a Supabase folder, as sentences; none when all is right. */
export function findProblems(folder) {
  const [listed, found] = [readList(folder), readFolder(folder)];
  const lastListed = [...listed.keys()].toSorted((one, other) => (one < other ? -1 : 1)).at(-1) ?? "";
  return [
    ...unfinished(folder, listed, found),
    ...[...listed.keys()]
      .filter((file) => !found.has(file))
      .map((file) => `supabase/${file} is gone. Databases have it: put it back.`),
    ...[...found].flatMap(([file, checksum]) => {
      if (!listed.has(file) && file < lastListed) {
        return [
          `supabase/${file} is older than ${lastListed}, after which databases would not take it. Give it a later version.`,
        ];
      }
      if (!listed.has(file))
        return [`supabase/${file} is new: run \`node tools/check-migrations.mjs --add\` once it is final.`];
      if (listed.get(file) === checksum) return [];
      return [
        `supabase/${file} changed after it had landed. Put it back as it was, and add a new migration that makes the change.`,
      ];
    }),
  ];
}

/** Adds the lines of new migrations, unless a migration is unfinished; existing lines stay, right or wrong. */
export function addNew(folder) {
  const [listed, found] = [readList(folder), readFolder(folder)];
  if (unfinished(folder, listed, found).length > 0) return;
  const lines = new Map([...found, ...listed]);
  const text = [...lines]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([file, checksum]) => `${checksum}  ${file}\n`);
  writeFileSync(join(folder, LIST), text.join(""));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = join(fileURLToPath(new URL("..", import.meta.url)), "supabase");
  if (process.argv.includes("--add")) addNew(folder);
  const problems = findProblems(folder);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
  console.log("No migration changed.");
}
