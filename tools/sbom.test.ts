// The bill of materials and the licences: what is refused, and that the file says what the lock says.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findForbidden, makeSbom } from "./sbom.mjs";

type Lock = { packages: Record<string, { version?: string; license?: string; dev?: boolean; name?: string }> };

const lockOf = (name: string, entry: Lock["packages"][string]): Lock => ({
  packages: { "": { name: "parkering", version: "1" }, [`node_modules/${name}`]: { version: "1.0.0", ...entry } },
});

test.each([
  ["MIT", {}, []],
  ["GPL-3.0", {}, ["a@1.0.0: the licence GPL-3.0 is not allowed"]],
  ["MPL-2.0", { dev: true }, []],
  ["MPL-2.0", {}, ["a@1.0.0: the licence MPL-2.0 is not allowed"]],
  ["AGPL-3.0", { dev: true }, ["a@1.0.0: the licence AGPL-3.0 is not allowed"]],
])("%s, %o", (license, more, problems) => {
  expect(findForbidden(lockOf("a", { license, ...more }))).toEqual(problems);
});

test("a package that names no licence is refused, also one that was looked up as a tool and now runs", () => {
  expect(findForbidden(lockOf("a", {}))).toEqual(["a@1.0.0: the licence (none named) is not allowed"]);
  expect(findForbidden(lockOf("busboy", { dev: true }))).toEqual([]);
  expect(findForbidden(lockOf("busboy", {}))).toHaveLength(1);
});

test("every package that runs is in the file, with its hash and its address; tools are not", () => {
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as Lock;
  const { components } = makeSbom(lock);
  const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as Record<string, object>;
  const names = components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies ?? {})));
  expect(names.filter((name) => name in (devDependencies ?? {}))).toEqual([]);
  expect(components.filter(({ hashes }) => !/^[0-9a-f]{128}$/.test(hashes[0]?.content ?? ""))).toEqual([]);
  expect(components.find(({ name }) => name === "@supabase/supabase-js")?.purl).toMatch(
    /^pkg:npm\/%40supabase\/supabase-js@\d+\.\d+\.\d+$/,
  );
  expect(JSON.parse(readFileSync("docs/sbom.cdx.json", "utf8"))).toEqual(makeSbom(lock));
});
