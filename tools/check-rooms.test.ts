// @vitest-environment node
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { circlesOf, handedOn, roomProblems } from "./check-rooms.mjs";
import { roomOf, targetOf } from "./rooms/imports.mjs";
import { walkProblems } from "./rooms/walks.mjs";

const at = (path: string, ...specifiers: string[]) =>
  [path, specifiers.map((specifier) => `export { thing } from "${specifier}";\n`).join("")] as const;

test("no room imports another in a circle, each has its place, and the lint's walls are fresh", () => {
  expect(roomProblems(process.cwd())).toEqual([]);
});

test("rooms in a circle are named with the imports that close it, over a third room and by a dynamic import too", () => {
  const parking = "web/products/parking";
  const [queue, phone, draft] = [
    `${parking}/attendant/queue/a.ts`,
    `${parking}/attendant/offline/b.ts`,
    `${parking}/kernel/drafts/c.ts`,
  ];
  const files = [
    at(queue, "../offline/b.ts"),
    at(phone, "#parking/kernel/drafts/c.ts"),
    [draft, 'void import("#parking/attendant/queue/a.ts");'] as const,
    at(`${parking}/office/case/d.ts`, "./e.ts", "../../attendant/queue/a.ts"),
  ];
  expect(circlesOf(files)).toEqual([`${queue} → ${phone}`, `${phone} → ${draft}`, `${draft} → ${queue}`]);
});

test("a file that hands names of another file on is named, and a file with its own names is not", () => {
  const own = [
    "web/shared/own.ts",
    'import { a } from "./a.ts";\nexport const own = a;\nexport { own as other };\n',
  ] as const;
  const names = ["web/shared/names.ts", 'export { a } from "./a.ts";\nexport type { B } from "./b.ts";\n'] as const;
  const all = ["server/all.ts", 'export * from "./c.ts";\nexport * as d from "./d.ts";\n'] as const;
  expect(handedOn([own, names, all]).map((problem: string) => problem.split(" on:")[0])).toEqual([
    "web/shared/names.ts hands names of ./a.ts",
    "web/shared/names.ts hands names of ./b.ts",
    "server/all.ts hands names of ./c.ts",
    "server/all.ts hands names of ./d.ts",
  ]);
});

test("a room in a room belongs to it", () => {
  expect(roomOf("web/products/parking/attendant/fines/issuing/deliver.ts")).toBe("parking/attendant/fines");
  expect(roomOf("web/products/parking/driver/rules/in-words.ts")).toBe("parking/driver");
  expect(roomOf("web/products/taxi/screens/a-screen.tsx")).toBe("taxi/screens");
  const up = at("web/products/parking/attendant/fines/issuing/deliver.ts", "../fine-texts.ts");
  const down = at("web/products/parking/attendant/fines/fine-form.ts", "./issuing/deliver.ts");
  expect(circlesOf([up, down])).toEqual([]);
});

/** The files of the walk in docs/architecture.md, by leg, as paths of the project. */
function walkOfMap(): string[][] {
  const [, walk = ""] = readFileSync("docs/architecture.md", "utf8").split("## The walk of a fine without a network");
  const rows = walk.split("\n## ", 1)[0]!.matchAll(/^\| (kept|sent) \|[^|]*\| (.*) \|$/gm);
  const legs = new Map<string, string[]>();
  for (const [, leg = "", files = ""] of rows) {
    const paths = [...files.matchAll(/`([^`]+)`/g)].map(([, path = ""]) =>
      /^(session|shared|data)\//.test(path) ? `web/${path}` : `web/products/parking/attendant/${path}`,
    );
    legs.set(leg, [...(legs.get(leg) ?? []), ...paths]);
  }
  return [...legs.values()];
}

test("the walk of a fine without a network passes at most 18 files and 5 changes of room", () => {
  const legs = walkOfMap();
  expect(legs).toHaveLength(2);
  const files = legs.flat();
  expect(files.filter((path) => !existsSync(path))).toEqual([]);
  expect(new Set(files).size).toBeLessThanOrEqual(18);
  const rooms = legs.map((leg) => leg.map(roomOf).filter((room, step, all) => room !== all[step - 1]));
  // Each leg tells a room once, whole.
  for (const leg of rooms) expect(new Set(leg).size).toBe(leg.length);
  expect(rooms.reduce((changes, leg) => changes + leg.length - 1, 0)).toBeLessThanOrEqual(5);
  // No step is made up: each file is imported by another of its leg, or handed to it.
  for (const leg of legs) expect(leg.filter(isReached(leg))).toEqual(leg);
});

/** Tells whether a step of a leg is its first one, or is imported by another of it. */
const isReached = (leg: readonly string[]) => (path: string, step: number) =>
  step === 0 || leg.some((caller) => importsOf(caller).includes(path));

/** The files that a file imports. */
function importsOf(path: string): (string | undefined)[] {
  const imports = readFileSync(path, "utf8").matchAll(/^import [^;]*? from "([^"]+)";/gm);
  return [...imports].map(([, specifier = ""]) => targetOf(path, specifier));
}

const WALK = { entries: ["server/a/in.ts"], doors: ["server/b/door.ts"], beside: ["server/c/"], files: 3, changes: 1 };
/** Files of a walk: types are not opened, nor what a door loads, nor what stands beside. */
const FILES: Record<string, string> = {
  "server/a/in.ts": `import type { A } from "./types.ts";
import { type B } from "./types.ts";
import { contract } from "#contract/a.ts";
import { type C, door } from "#server/b/door.ts";
import { lazily } from "./lazy.ts";
`,
  "server/b/door.ts": `import { far } from "./far.ts";`,
  "server/a/lazy.ts": `import { aside } from "../c/aside.ts";\nvoid import("node:fs");`,
};
const walked = (walk: Partial<typeof WALK>, files: Record<string, string> = {}) =>
  walkProblems({ "a read": { ...WALK, ...walk } }, (path: string) => ({ ...FILES, ...files })[path] ?? "");

test("a walk counts each file that it opens and each change of room, and stops at doors", () => {
  expect(walked({})).toEqual([]);
  expect(walked({ files: 2, changes: 0 })).toEqual([
    "the walk a read has 3 files, at most 2 (tools/rooms/walks.mjs)",
    "the walk a read has 1 changes, at most 0 (tools/rooms/walks.mjs)",
  ]);
});

test.each([
  ["a file more", { "server/a/lazy.ts": `import "./more.ts";\nimport "../c/aside.ts";` }, "has 4 files, at most 3"],
  [
    "a file that is loaded late",
    { "server/a/lazy.ts": `import("./more.ts");\nimport "../c/aside.ts";` },
    "has 4 files, at most 3",
  ],
  [
    "a room more",
    {
      "server/a/in.ts": `import "../d/lazy.ts";\nexport { a } from "#server/b/door.ts";`,
      "server/d/lazy.ts": `import "../c/aside.ts";`,
    },
    "has 2 changes, at most 1",
  ],
  ["an exception that is gone", { "server/a/lazy.ts": "" }, "never comes to server/c/"],
])("%s makes a walk fail", (_what, files, problem) => {
  expect(walked({}, files)).toEqual([expect.stringContaining(`the walk a read ${problem}`)]);
});
