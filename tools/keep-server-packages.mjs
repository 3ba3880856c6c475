// Leaves in node_modules the packages that the built server loads, with the packages that those need: for the image (Containerfile). The
// packages of the front end are inside of dist already, and the embedded database stays outside of an image that has none.
import { readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Names of the packages that built files load: `hono` for "hono/cookie", none for "node:fs" and "./main.js". */
export function findLoaded(sources) {
  const names = sources.flatMap((source) =>
    [...source.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["']([^"'./#][^"']*)["']/g)].map(([, name]) => name),
  );
  const packages = names
    .filter((name) => !name.startsWith("node:"))
    .map((name) =>
      name
        .split("/")
        .slice(0, name.startsWith("@") ? 2 : 1)
        .join("/"),
    );
  return [...new Set(packages)].toSorted((a, b) => (a < b ? -1 : 1));
}

/** Paths of the lock file's packages that these packages need, with their own paths. */
export function findNeeded(packages, names) {
  const needed = new Set();
  const add = (owner, name) => {
    const path = findPath(packages, owner, name);
    if (path === null || needed.has(path)) return;
    needed.add(path);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} } = packages[path];
    const peers = Object.keys(peerDependencies ?? {}).filter((peer) => !peerDependenciesMeta[peer]?.optional);
    for (const each of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) add(path, each);
  };
  for (const name of names) add("", name);
  return needed;
}

/** Path at which Node finds a package for its owner: in the owner's own folder or one further up. */
function findPath(packages, owner, name) {
  for (let base = owner; ; base = base.slice(0, Math.max(0, base.lastIndexOf("node_modules/") - 1))) {
    const path = `${base === "" ? "" : `${base}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (base === "") return null;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = "dist/server";
  const built = readdirSync(folder).filter((name) => name.endsWith(".js"));
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const needed = findNeeded(packages, findLoaded(built.map((name) => readFileSync(join(folder, name), "utf8"))));
  for (const path of Object.keys(packages))
    if (path !== "" && !needed.has(path) && !holdsNeeded(path, needed)) rmSync(path, { recursive: true, force: true });
  console.log(`${needed.size} packages stay`);
}

/** Whether a needed package lies inside of this package. */
function holdsNeeded(path, needed) {
  return [...needed].some((each) => each.startsWith(`${path}/`));
}
