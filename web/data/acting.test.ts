import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Names of module-level variables that keep something between calls and whose line speaks of a person, a session or a device's owner. */
const remembered = (source: string): string[] =>
  source
    .split("\n")
    .filter((line) => /^(export )?(let|const \w+(: .+)? = (new (Weak)?(Map|Set)\b|\[\]))/.test(line))
    .filter((line) => /Acting|Actor|Identity|Session|[oO]wner/.test(line))
    .map((line) => /(?:let|const) (\w+)/.exec(line)?.[1] ?? "");

/**
 * Allowed variables. Each holds things by key, and none tells who acts: a client, a cache, an ending or a session of each kind, listeners,
 * and the known data of an owner's site.
 */
const BY_KEY = [
  "data/client.ts: clients",
  "data/client.ts: refusalListeners",
  "products/parking/attendant/offline/knowledge.ts: current",
  "products/parking/attendant/offline/knowledge.ts: told",
  "session/acting-as.tsx: caches",
  "session/drafts.ts: followers",
  "session/logins/logins.ts: endings",
  "session/store.ts: parsed",
];

test("no module remembers who acts", () => {
  const files = readdirSync("web", { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(500);
  const found = files
    .filter((file) => !/\.(test|gen)\.tsx?$/.test(file))
    .flatMap((file) => remembered(readFileSync(`web/${file}`, "utf8")).map((name) => `${file}: ${name}`));
  expect(found.toSorted()).toEqual(BY_KEY);
});

test.each([
  "let acting: Acting | undefined;",
  "export let owner: string | undefined;",
  "const acting: Identity[] = [];",
  "const named: { kind: SessionKind; id: string }[] = [];",
  "const people = new Set<ActingPerson>();",
])("%s would", (planted) => {
  expect(remembered(`import "a";\n\n${planted}\n`)).toHaveLength(1);
});
