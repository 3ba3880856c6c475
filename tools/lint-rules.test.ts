// @vitest-environment node
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LINT } from "./check.mjs";

const run = promisify(execFile);
const oxlint = resolve("node_modules/.bin/oxlint");
/** The planted folder has no packages of its own. */
const env = { ...process.env, OXLINT_TSGOLINT_PATH: resolve("node_modules/.bin/tsgolint") };
let folder: string;

/** The linter's words about the planted imports, by file. */
let said: ReadonlyMap<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "lint-rules-"));
  for (const name of [".oxlintrc.json", ".oxlint-walls.gen.json"]) cpSync(name, join(folder, name));
  said = await lintImports([...FORBIDDEN, ...ALLOWED]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A planted file that imports `specifier`, with a name of its own among others of its folder. */
const importing = (file: string, specifier: string) => ({
  name: file.replace("planted", `planted-${specifier.replaceAll(/\W+/g, "-").toLowerCase()}`),
  text: `export { thing } from "${specifier}";\n`,
});

const lintImports = (imports: readonly (readonly [string, string])[]) =>
  lintEach(Object.fromEntries(imports.map((each) => importing(...each)).map(({ name, text }) => [name, text])));

/**
 * The linter's words about each planted file that has a fault. One run serves all files, since a run for each would take a quarter of a
 * minute.
 */
async function lintEach(files: Record<string, string>): Promise<ReadonlyMap<string, string>> {
  type Output = { diagnostics: { code: string; help: string; filename: string }[] };
  const { diagnostics } = JSON.parse(await lintFiles(files, "--format=json")) as Output;
  const found = new Map<string, string>();
  for (const { code, help, filename } of diagnostics)
    found.set(filename, `${found.get(filename) ?? ""} ${code} ${help}`);
  return found;
}

/** Output of the linter for files that are planted during the call. */
async function lintFiles(files: Record<string, string>, ...options: string[]): Promise<string> {
  const planted = Object.entries(files).map(([file, text]) => [join(folder, file), text] as const);
  for (const [path, text] of planted) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const result = await run(oxlint, [...options, ...Object.keys(files)], { cwd: folder, env }).catch(
    (error: { stdout: string }) => error,
  );
  for (const [path] of planted) rmSync(path);
  return result.stdout;
}

// Walls, one a line: the place of a file, and an import that it may not have. A folder added tomorrow is covered by its path.
const FORBIDDEN = [
  ["contract/planted.ts", "#shared/paths.ts"],
  ["web/shared/planted.ts", "#data/client.ts"],
  ["web/shared/ui/planted.ts", "#products/parking/kernel/page/section.tsx"],
  ["web/data/parkings/planted.ts", "#session/store.ts"],
  ["web/session/planted.ts", "#products/parking/kernel/page/section.tsx"],
  ["web/session/planted.ts", "@supabase/supabase-js"],
  ["web/products/taxi/screens/planted.ts", "#products/parking/kernel/page/section.tsx"],
  ["web/products/tomorrow/planted.ts", "../../parking/texts.ts"],
  ["web/products/tomorrow/room/planted.ts", "../../parking/texts.ts"],
  ["web/products/tomorrow/room/room/planted.ts", "../../../parking/texts.ts"],
  ["web/products/tomorrow/room/room/planted.ts", "#products/parking/kernel/page/section.tsx"],
  ["web/products/tomorrow/room/room/planted.ts", "@supabase/supabase-js"],
  ["web/products/parking/planted.ts", "#app/router.tsx"],
  ["web/products/parking/planted.ts", "@supabase/supabase-js"],
  ["web/products/taxi/planted.ts", "#parking/kernel/page/section.tsx"],
  ["web/shared/planted.ts", "#parking/kernel/page/section.tsx"],
  // Imports between the neighbours of parking: by the package's imports, by a way up, and imports of the kernel.
  ["web/products/parking/attendant/fines/planted.ts", "#parking/office/case/case-texts.ts"],
  ["web/products/parking/attendant/fines/rules/planted.ts", "../../../office/case/case-texts.ts"],
  ["web/products/parking/office/cases/planted.ts", "#parking/attendant/fines/fine-form.ts"],
  ["web/products/parking/office/cases/list/planted.ts", "#parking/driver/reply-view.tsx"],
  ["web/products/parking/visitor/receipts/planted.ts", "#parking/attendant/fines/fine-form.ts"],
  ["web/products/parking/driver/planted.ts", "#parking/visitor/receipts/receipt-view.tsx"],
  ["web/products/parking/driver/planted.ts", "../visitor/receipts/receipt-view.tsx"],
  ["web/products/parking/driver/rules/planted.ts", "../../kernel/page/section.tsx"],
  ["web/products/parking/kernel/photos/planted.ts", "#parking/attendant/fines/fine-form.ts"],
  ["web/products/parking/kernel/photos/planted.ts", "#parking/kernel/page/section.tsx"],
  // Rooms of a neighbour, from the lower to the higher.
  ["web/products/parking/attendant/queue/planted.ts", "../offline/knowledge.ts"],
  ["web/products/parking/attendant/queue/rules/planted.ts", "../../fines/fine-form.ts"],
  ["web/products/parking/attendant/fines/issuing/planted.ts", "../../list/attendant-dashboard-screen.tsx"],
  ["web/products/parking/office/case/planted.ts", "../cases/case-page.tsx"],
  ["web/products/parking/office/letters/steps/planted.ts", "../../objections/objection-texts.ts"],
  ["web/products/parking/kernel/page/planted.ts", "../board/board.tsx"],
  ["web/products/main-site/account/planted.ts", "../landing/dashboard.tsx"],
  ["web/app/planted.ts", "#server/app.ts"],
  ["server/realtime/planted.ts", "#data/client.ts"],
  // The general rooms of the server know no product.
  ["server/table-api/planted.ts", "#server/product/routes.ts"],
  ["server/table-api/planted.ts", "../product/routes.ts"],
  ["server/database/driver/planted.ts", "#server/product/product.ts"],
  ["server/functions/planted.ts", "#server/product/functions.ts"],
] as const;

test.each(FORBIDDEN)("%s may not import %s", (file, specifier) => {
  expect(said.get(importing(file, specifier).name)).toContain("no-restricted-imports");
});

test("a room in a room knows the whole product that it is in", async () => {
  const [found = ""] = (await lintImports([["web/products/tomorrow/room/room/planted.ts", "../../texts.ts"]])).values();
  expect(found).not.toContain("no-restricted-imports");
});

const OUTSIDE_OF_DATA = [
  "web/products/taxi/planted.tsx",
  "web/products/taxi/room/room/planted.tsx",
  "web/session/logins/planted.ts",
];

test("every act of a person is an action: no screen and no form runs a mutation of its own", async () => {
  const mutating = 'export { useMutation } from "@tanstack/react-query";\n';
  const files = [...OUTSIDE_OF_DATA, "web/data/parkings/planted.ts"];
  const found = await lintEach(Object.fromEntries(files.map((file) => [file, mutating])));
  for (const file of OUTSIDE_OF_DATA) expect(found.get(file)).toContain("defineAction");
  expect(found.get("web/data/parkings/planted.ts") ?? "").not.toContain("no-restricted-imports");
});

test("a call that changes data belongs to an action: other files that call it are named", async () => {
  const calling = 'import { deletePermit } from "#data/permits/mutations.ts";\nvoid deletePermit();\n';
  const admins = "web/products/parking/office/admin/planted.ts";
  const found = await lintEach({
    ...Object.fromEntries(OUTSIDE_OF_DATA.map((file) => [file, calling])),
    [admins]: calling.replace("mutations.ts", "admin-mutations.ts"),
  });
  for (const file of [...OUTSIDE_OF_DATA, admins]) expect(found.get(file)).toContain("import the hook of the call");
  const free = [
    "web/products/parking/attendant/queue/send-entry.ts",
    "web/products/parking/attendant/fines/issuing/deliver.ts",
    "web/session/staff/hardened-staff.ts",
    "web/session/profile/hardened.ts",
  ];
  const ofFree = (text: string) => lintEach(Object.fromEntries(free.map((file) => [file, text])));
  const [freeToCall, freeToClimb] = [await ofFree(calling), await ofFree(calling.replace("#data/permits", "#app"))];
  for (const file of free) {
    expect(freeToCall.get(file) ?? "").not.toContain("no-restricted-imports");
    expect(freeToClimb.get(file)).toContain("no-restricted-imports");
  }
  const defining =
    'import { type NewPermit, PermitError, useDeletePermit } from "#data/permits/mutations.ts";\n' +
    "export const planted = (permit: NewPermit) => [permit, PermitError, useDeletePermit];\n";
  expect(await lintFiles({ "web/products/taxi/planted.ts": defining })).not.toContain("no-restricted-imports");
});

const long = (lines: number) => `export function planted() {\n${"  void 0;\n".repeat(lines - 2)}}\n`;

test("a function of product code has at most 60 lines, a test's may have more", async () => {
  const files = ["web/shared/planted.ts", "server/planted.ts", "supabase/functions/planted.ts"];
  const planted = files.flatMap((file) => [
    [file, long(61)],
    [file.replace("planted", "short"), long(60)],
  ]);
  const found = await lintEach({ ...Object.fromEntries(planted), "server/planted.test.ts": long(61) });
  for (const file of files) {
    expect(found.get(file)).toContain("max-lines-per-function");
    expect(found.get(file.replace("planted", "short")) ?? "").not.toContain("max-lines-per-function");
  }
  expect(found.get("server/planted.test.ts") ?? "").not.toContain("max-lines-per-function");
});

test("the step before landing finds what the compiler refuses", async () => {
  writeFileSync(join(folder, "tsconfig.json"), '{ "compilerOptions": { "strict": true }, "include": ["web"] }');
  const said = await lintFiles({ "web/shared/planted.ts": 'export const planted: number = "x";\n' }, ...LINT.slice(1));
  expect(said).toContain("TS2322");
});

test("two files import each other nowhere, not for a type either", async () => {
  const said = await lintFiles({
    "server/one.ts": 'import type { Other } from "./other.ts";\nexport type One = Other[];\n',
    "server/other.ts": 'import type { One } from "./one.ts";\nexport type Other = One | null;\n',
  });
  expect(said).toContain("no-cycle");
});

const ALLOWED = [
  ["web/products/taxi/screens/planted.ts", "../texts.ts"],
  ["web/products/taxi/screens/planted.ts", "#data/client.ts"],
  ["web/app/planted.ts", "#products/parking/kernel/page/section.tsx"],
  ["web/products/parking/attendant/fines/issuing/planted.ts", "#parking/kernel/page/section.tsx"],
  ["web/products/parking/attendant/fines/issuing/planted.ts", "../../queue/queue-texts.ts"],
  ["web/products/parking/kernel/notice/planted.ts", "../case/case-status.tsx"],
  ["server/planted.ts", "#contract/limits.ts"],
] as const;

test.each(ALLOWED)("%s may import %s", (file, specifier) => {
  expect(said.get(importing(file, specifier).name) ?? "").not.toContain("no-restricted-imports");
});
