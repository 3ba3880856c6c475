// `node tools/check-rooms.mjs` says which rooms import each other in a circle, which have no place in the list of walls, which files lie loose
// on a floor of rooms, which files hand names of another file on, whether the lint's walls are those of the list, and which walk opens more
// files than it may. `--write` writes the lint's walls, `--walks` prints the files of each walk.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { roomOf, targetOf } from "./rooms/imports.mjs";
import { changesOf, filesOf, walkProblems, WALKS } from "./rooms/walks.mjs";
import { lintOfWalls, ROOMS } from "./rooms/walls.mjs";

const WALLS_FILE = ".oxlint-walls.gen.json";
const PRODUCTS = "web/products/";
const SPECIFIER = /(?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*"([^"]+)"/g;

/** The sources below a folder without their tests, as [path, text]. */
function readSources(root, folder) {
  return readdirSync(join(root, folder), { recursive: true })
    .map((name) => folder + name.replaceAll("\\", "/"))
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
    .map((path) => [path, readFileSync(join(root, path), "utf8")]);
}

/** The files of [path, text] that hand names of another file on: whoever needs a name imports it from its own file. */
export const handedOn = (files) =>
  files.flatMap(([path, text]) =>
    [...text.matchAll(/^export (?:type )?(?:\{[^}]*\}|\*[^"]*) from "([^"]+)"/gm)].map(
      ([, specifier]) => `${path} hands names of ${specifier} on: import them from their own file`,
    ),
  );

/** The circles of rooms in [path, text] of files, each as its rooms with the imports between them. */
export function circlesOf(files) {
  const imports = files.flatMap(([path, text]) =>
    [...text.matchAll(SPECIFIER)]
      .map(([, specifier]) => targetOf(path, specifier))
      .filter((target) => target?.startsWith(PRODUCTS) && roomOf(target) !== roomOf(path))
      .map((target) => ({ path, target, from: roomOf(path), to: roomOf(target) })),
  );
  const reached = new Map();
  const reach = (room, found = new Set()) => {
    for (const { from, to } of imports) if (from === room && !found.has(to)) reach(to, found.add(to));
    return found;
  };
  for (const { from } of imports) if (!reached.has(from)) reached.set(from, reach(from));
  const isRound = (one, other) => reached.get(one)?.has(other) && reached.get(other)?.has(one);
  return imports.filter(({ from, to }) => isRound(from, to)).map(({ path, target }) => `${path} → ${target}`);
}

/** The problems of the floors of rooms: a room without a place, a place without a room, a file that lies loose. */
function floorProblems(root) {
  return Object.entries(ROOMS).flatMap(([floor, rooms]) => {
    const entries = readdirSync(join(root, floor), { withFileTypes: true });
    const found = entries.filter((entry) => entry.isDirectory() && !["parts", "rules"].includes(entry.name));
    const names = found.map(({ name }) => name);
    const loose = floor.startsWith(`${PRODUCTS}parking`) ? entries.filter((entry) => entry.isFile()) : [];
    return [
      ...names
        .filter((name) => !rooms.includes(name))
        .map((name) => `${floor}/${name} has no place in tools/rooms/walls.mjs`),
      ...rooms
        .filter((room) => !names.includes(room))
        .map((room) => `${floor}/${room} is in tools/rooms/walls.mjs and is not there`),
      ...loose.map(({ name }) => `${floor}/${name} lies outside of its rooms`),
    ];
  });
}

/** The problems of a project's rooms, as sentences. */
export function roomProblems(root) {
  const path = join(root, WALLS_FILE);
  const isFresh = existsSync(path) && isDeepStrictEqual(JSON.parse(readFileSync(path, "utf8")), lintOfWalls());
  return [
    ...circlesOf(readSources(root, PRODUCTS)).map((link) => `rooms in a circle: ${link}`),
    ...floorProblems(root),
    ...["contract/", "server/", "web/"].flatMap((folder) => handedOn(readSources(root, folder))),
    ...(isFresh ? [] : [`${WALLS_FILE} is stale: node tools/check-rooms.mjs --write`]),
    ...walkProblems(WALKS, (file) => readFileSync(join(root, file), "utf8")),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes("--write")) {
    const rows = lintOfWalls().overrides.map((override) => JSON.stringify(override));
    writeFileSync(WALLS_FILE, `{"overrides":[\n${rows.join(",\n")}\n]}\n`);
  }
  if (process.argv.includes("--walks"))
    for (const [name, walk] of Object.entries(WALKS)) {
      const files = filesOf(walk, (file) => readFileSync(file, "utf8"));
      console.log(`${name}: ${files.length} files, ${changesOf(files)} changes of room`);
      for (const [file, from = "the beginning"] of files) console.log(`  ${file} from ${from}`);
    }
  const problems = roomProblems(process.cwd());
  for (const problem of problems) console.error(problem);
  console.log(
    problems.length === 0
      ? "no circle between rooms, the walls hold, and no walk grew"
      : `${problems.length} problems of rooms`,
  );
  process.exit(problems.length === 0 ? 0 : 1);
}
