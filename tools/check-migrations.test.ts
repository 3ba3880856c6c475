// @vitest-environment node
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addNew, findProblems } from "./check-migrations.mjs";

const PARKINGS = "before-1.0/20261121090300_parkings.sql";
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "migrations-"));
  for (const name of ["before-1.0", "migrations", "migrations.sha256"])
    cpSync(join("supabase", name), join(folder, name), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const change = (file: string, by: (text: string) => string) =>
  writeFileSync(join(folder, file), by(readFileSync(join(folder, file), "utf8")));

test("the project's migrations are as they landed", () => {
  expect(findProblems("supabase")).toEqual([]);
});

test("a migration that is edited in place is found, and a new one is asked for", () => {
  change(PARKINGS, (text) => text.replace("length(street) <= 200", "length(street) <= 300"));
  expect(findProblems(folder)).toEqual([
    `supabase/${PARKINGS} changed after it had landed. Put it back as it was, and add a new migration that makes the change.`,
  ]);
});

test("line ends of another machine are no change", () => {
  change(PARKINGS, (text) => text.replaceAll("\n", "\r\n"));
  expect(findProblems(folder)).toEqual([]);
});

test("a migration that is gone, new or too old is found", () => {
  rmSync(join(folder, PARKINGS));
  writeFileSync(join(folder, "migrations/20991231090000_later.sql"), "select 1;");
  writeFileSync(join(folder, "migrations/20261121090301_between.sql"), "select 1;");
  expect(findProblems(folder)).toEqual([
    expect.stringContaining(`${PARKINGS} is gone`),
    expect.stringContaining("20261121090301_between.sql is older than"),
    expect.stringContaining("20991231090000_later.sql is new: run `node tools/check-migrations.mjs --add`"),
  ]);
});

test.each([
  ["no reason", "-- fees: WRITE HERE why.\n\nselect 1;\n"],
  [
    "a place for a hand",
    "-- Fees are whole kronor.\n\n-- BY HAND: column public.fines.fee goes, with what people have in it.\n",
  ],
])("a new migration that has %s yet is found, and not added to the list", (_what, text) => {
  writeFileSync(join(folder, "migrations/20991231090000_fees.sql"), text);
  const problem = "supabase/migrations/20991231090000_fees.sql has a place that is left to you";
  expect(findProblems(folder)).toContainEqual(expect.stringContaining(problem));
  addNew(folder);
  expect(readFileSync(join(folder, "migrations.sha256"), "utf8")).not.toContain("20991231090000");
});
