// Builds the front end and the server: for `npm run build` in any case, for `npm start` when their sources changed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stampFile = join(root, "dist", ".built-from");
/** Everything that the build reads. SQL is read when the server starts. */
const SOURCES = [
  "contract",
  "web",
  "server",
  "supabase/functions",
  "vite.config.ts",
  "vite.server.config.ts",
  "package.json",
  "package-lock.json",
  "tools/build.mjs",
  "tools/chunks.mjs",
  "tools/font-metrics.mjs",
  "tools/keep-server-packages.mjs",
  "tools/plate-models.mjs",
  "tools/prerender.mjs",
  "tools/sbom.mjs",
  "tools/shell-files.mjs",
];
const VITE = "node_modules/vite/bin/vite.js";
/** Each front end holds the code of its own security profile alone (web/session/profile/profile.ts). */
const STEPS = [
  { what: "The build of the front end", command: [VITE, "build", "--logLevel", "warn"], profile: "specified" },
  { what: "The build of the hardened front end", command: [VITE, "build", "--logLevel", "warn"], profile: "hardened" },
  { what: "The drawing of the landing page", command: ["tools/prerender.mjs"] },
  {
    what: "The build of the server",
    command: [VITE, "build", "--config", "vite.server.config.ts", "--logLevel", "warn"],
  },
  { what: "The look at PostgreSQL's programs", command: ["dist/server/programs.js"] },
];
const FRONT_ENDS = ["web", "web-hardened"];
const COMPRESSIBLE = /\.(html|js|css|svg|json|txt|webmanifest|wasm|onnx)$/;
/** Size from which files are compressed with less effort: the largest file would take half a minute. */
const LARGE = 1_000_000;

/** Builds when the sources are not those of the last build. Ends the process when the build fails. */
export function ensureBuilt() {
  const stamp = hashSources();
  const isFresh =
    existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp && existsSync(join(root, "dist/server/main.js"));
  if (!isFresh) build(stamp);
}

/** Builds in any case. */
export function build(stamp = hashSources()) {
  markUnbuilt();
  console.log("Building …");
  const buildId = stamp.slice(0, 12);
  for (const { what, command, profile = "specified" } of STEPS) {
    const env = { ...process.env, SECURITY_PROFILE: profile, BUILD_ID: buildId };
    const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: "inherit", env });
    if (status !== 0) {
      console.error(`\n${what} failed; the lines above say why.\n`);
      process.exit(1);
    }
  }
  for (const folder of FRONT_ENDS) {
    // Name of the build, which the server tells in /config.json.
    writeFileSync(join(root, "dist", folder, "build.json"), JSON.stringify({ build: buildId }));
    compress(join(root, "dist", folder));
  }
  writeFileSync(stampFile, stamp);
}

/** The mark of the last build goes first, so that an unfinished build has no mark. Ends the process where nothing can be written. */
function markUnbuilt() {
  try {
    mkdirSync(dirname(stampFile), { recursive: true });
    writeFileSync(stampFile, "");
  } catch (error) {
    console.error(
      `\nWhat lies in dist is not built from these sources, and ${root} may not be written (${error.code}). ` +
        "Run `npm run build` as somebody who may write it.\n",
    );
    process.exit(1);
  }
}

function hashSources() {
  const hash = createHash("sha256");
  for (const file of SOURCES.flatMap((source) => listFiles(join(root, source)))) {
    hash.update(relative(root, file)).update("\0").update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

/** All files of a folder in a fixed order, or the file itself; nothing when it is not there. Tests are not built. */
function listFiles(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

/** Lays `x.br` and `x.gz` beside each file that shrinks; the server sends these files as they are. */
function compress(folder) {
  for (const file of listFiles(folder).filter((name) => COMPRESSIBLE.test(name))) {
    const body = readFileSync(file);
    if (body.length < 512) continue;
    for (const [ending, bytes] of packedForms(body)) writeFileSync(`${file}.${ending}`, bytes);
  }
}

/** Packed forms by the file's hash: most of a build's bytes are the same in both front ends. */
const packed = new Map();

function packedForms(body) {
  const hash = createHash("sha256").update(body).digest("hex");
  const known = packed.get(hash);
  if (known !== undefined) return known;
  const quality = body.length > LARGE ? 9 : 11;
  const forms = [["br", brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })]];
  // Large files get only their brotli form: the server holds all files in memory, and every browser that runs the reader takes brotli.
  if (body.length <= LARGE) forms.push(["gz", gzipSync(body, { level: 9 })]);
  const smaller = forms.filter(([, bytes]) => bytes.length < body.length);
  packed.set(hash, smaller);
  return smaller;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) build();
