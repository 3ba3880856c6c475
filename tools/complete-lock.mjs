// Adds to package-lock.json the programs of other platforms that npm left out: `node tools/complete-lock.mjs` after an `npm install`.
//
// npm leaves an optional package out of the lock when it cannot read it from the registry, and `npm ci` then refuses the lock on EVERY
// machine. The missing entries are known: the owner names the exact version, and the name tells system, processor and C library.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const lockFile = join(dirname(dirname(fileURLToPath(import.meta.url))), "package-lock.json");
const SYSTEMS = ["darwin", "linux", "win32", "android", "freebsd", "openharmony"];
const PROCESSORS = ["arm64", "x64", "ia32", "ppc64", "riscv64", "s390x", "wasm32", "loong64", "arm"];

/** The optional packages that the lock's packages name and the lock lacks: owner's path, name, exact version. */
export function findMissing(packages) {
  return Object.entries(packages).flatMap(([owner, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => findPath(packages, owner, name) === null)
      .map(([name, version]) => ({ owner, name, version })),
  );
}

/** Path at which Node would find a package for its owner: in the owner's own folder or one further up. */
function findPath(packages, owner, name) {
  for (let base = owner; ; base = base.slice(0, Math.max(0, base.lastIndexOf("node_modules/") - 1))) {
    const path = `${base === "" ? "" : `${base}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (base === "") return null;
  }
}

function describe(packages, { owner, name, version }) {
  const words = name.split(/[-/.]/);
  const os = words.includes("windows") ? "win32" : SYSTEMS.find((system) => words.includes(system));
  const cpu = PROCESSORS.find((processor) => words.includes(processor));
  if (!cpu || !/^\d+\.\d+\.\d+[\w.-]*$/.test(version)) throw new Error(`${name}@${version}: add it by hand`);
  const present = Object.keys(packages[owner].optionalDependencies).map((other) => findPath(packages, owner, other));
  const sibling = packages[present.find((path) => path !== null)] ?? packages[owner];
  const libc = words.some((word) => word.startsWith("musl"))
    ? ["musl"]
    : words.some((word) => word.startsWith("gnu"))
      ? ["glibc"]
      : undefined;
  return {
    version,
    cpu: [cpu],
    dev: sibling.dev,
    libc,
    license: sibling.license,
    optional: true,
    os: os && [os],
    engines: sibling.engines,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = JSON.parse(readFileSync(lockFile, "utf8"));
  const missing = findMissing(lock.packages);
  for (const one of missing) lock.packages[`node_modules/${one.name}`] = describe(lock.packages, one);
  const { "": root, ...others } = lock.packages;
  const sorted = Object.entries(others).toSorted(([a], [b]) => a.localeCompare(b, "en"));
  lock.packages = { "": root, ...Object.fromEntries(sorted) };
  writeFileSync(lockFile, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${missing.length} packages added to package-lock.json`);
}
