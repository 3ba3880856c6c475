// Imports between the files of the project, and the room of a file.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The aliases of package.json's `imports` with their folders. */
const ALIASES = Object.entries(JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).imports)
  .filter(([, target]) => !target.startsWith("./node_modules/"))
  .map(([alias, target]) => [alias.slice(0, -1), target.slice("./".length, -1)]);

/** The path in the project that a file's specifier names; undefined for a package. */
export function targetOf(from, specifier) {
  if (specifier.startsWith(".")) return join(dirname(from), specifier);
  const alias = ALIASES.find(([name]) => specifier.startsWith(name));
  return alias && alias[1] + specifier.slice(alias[0].length);
}

const IMPORT =
  /^(?:import|export) (?<isType>type )?(?<names>[^;"]*?)from "(?<static>[^"]+)"|^import "(?<bare>[^"]+)"|(?:\bimport|\bnew URL)\("(?<called>[^"]+)"/gm;

/** The files that a file loads when it runs: imports of types alone are left out. */
export function loadedBy(path, text) {
  return [...text.matchAll(IMPORT)].flatMap(({ groups }) => {
    const { isType, names = "", static: named, bare, called } = groups;
    const list = /^\{(?<names>[^}]*)\}\s*$/.exec(names)?.groups.names.split(",") ?? [""];
    const areTypes = list.every((name) => /^\s*(type\s|$)/.test(name)) && list.join("").trim() !== "";
    const target = targetOf(path, named ?? bare ?? called);
    return isType || areTypes || !/\.(ts|tsx|js|mjs)$/.test(target ?? "") ? [] : target;
  });
}

const PRODUCTS = "web/products/";

/**
 * A file's room. In a product: the folder in it, of parking the folder in a neighbour; a room in a room belongs to it. Elsewhere: the folder
 * below `server` and `web/session` or `web/shared`, and `web/data` whole.
 */
export function roomOf(path) {
  const folders = dirname(path).split("/");
  if (!path.startsWith(PRODUCTS)) return folders.slice(0, /^web\/(session|shared)\//.test(path) ? 3 : 2).join("/");
  const inProduct = folders.slice(2);
  return inProduct.slice(0, inProduct[0] === "parking" && inProduct[1] !== "driver" ? 3 : 2).join("/");
}
