// @vitest-environment node
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "check-credentials-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const SPECIFIED = readFileSync("web/session/logins/fixed-credentials.ts", "utf8");

/** Writes the one file of a front end, and gives its folder. */
function plant(name: string, content: string): string {
  mkdirSync(join(folder, name, "assets"), { recursive: true });
  writeFileSync(join(folder, name, "assets/a.js"), content);
  return join(folder, name);
}

/** Plants both front ends and lets the check judge them. */
function check(hardened: string, specified = SPECIFIED) {
  const folders = [plant("hardened", hardened), plant("specified", specified)];
  return spawnSync(process.execPath, ["tools/check-credentials.mjs", ...folders], { encoding: "utf8" });
}

// Spec 3 §4: fixed credentials |
test("a hardened front end without credentials passes, also with words that hold one", () => {
  const { status, stdout } = check("const text=`Avdelning för inloggning, lösenord`,id='standardadmin'");
  expect(stdout).toContain("none of 9 fixed credentials");
  expect(status).toBe(0);
});

test.each([
  "`ledning`",
  '"Huvud-7410"',
  "':parkeringsvakt'",
  "TAXIADMIN:`TAXIADMIN`",
  "hint:Vakt-7410",
  "x=`Taxi-admin-7410`",
])("one that holds %s does not", (content) => {
  const { status, stdout } = check(`const a=${content}`);
  expect(stdout).toContain("must not be there");
  expect(status).toBe(1);
});

test("a search that does not find what is there does not count", () => {
  expect(check("", "").status).toBe(1);
});
