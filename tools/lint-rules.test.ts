// @vitest-environment node
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const run = promisify(execFile);
const oxlint = resolve("node_modules/.bin/oxlint");
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lint-rules-"));
  cpSync(".oxlintrc.json", join(folder, ".oxlintrc.json"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the linter says of one planted file that imports `specifier`. */
async function lint(file: string, specifier: string): Promise<string> {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `export { thing } from "${specifier}";\n`);
  const result = await run(oxlint, [file], { cwd: folder }).catch((error: { stdout: string }) => error);
  rmSync(path);
  return result.stdout;
}

// One line a wall: where the file stands, what it may not import. A folder added tomorrow is covered by its path.
const FORBIDDEN = [
  ["contract/planted.ts", "#shared/paths.ts"],
  ["web/shared/planted.ts", "#data/client.ts"],
  ["web/shared/ui/planted.ts", "#products/parking/texts.ts"],
  ["web/data/parkings/planted.ts", "#session/store.ts"],
  ["web/session/planted.ts", "#products/parking/texts.ts"],
  ["web/session/planted.ts", "@supabase/supabase-js"],
  ["web/products/taxi/screens/planted.ts", "#products/parking/texts.ts"],
  ["web/products/tomorrow/planted.ts", "../../parking/texts.ts"],
  ["web/products/parking/planted.ts", "#app/router.tsx"],
  ["web/products/parking/planted.ts", "@supabase/supabase-js"],
  ["web/app/planted.ts", "#server/app.ts"],
  ["server/realtime/planted.ts", "#data/client.ts"],
] as const;

test.each(FORBIDDEN)("%s may not import %s", async (file, specifier) => {
  expect(await lint(file, specifier)).toContain("no-restricted-imports");
});

const ALLOWED = [
  ["web/products/taxi/screens/planted.ts", "../texts.ts"],
  ["web/products/taxi/screens/planted.ts", "#data/client.ts"],
  ["web/app/planted.ts", "#products/parking/texts.ts"],
  ["server/planted.ts", "#contract/limits.ts"],
] as const;

test.each(ALLOWED)("%s may import %s", async (file, specifier) => {
  expect(await lint(file, specifier)).not.toContain("no-restricted-imports");
});
