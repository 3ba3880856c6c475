// `tsx tools/old-data-folders.ts NAME` makes an archive of tests/fixtures/data-folders anew: data folders that programs of earlier commits made and
// filled themselves, each with the packages of its own lock file. Takes some minutes a commit; the README beside the archives says what is in them.
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { constants, createBrotliCompress } from "node:zlib";
import postgres from "postgres";
import type { SecurityProfile } from "#contract/states.ts";
import { findRunning } from "#server/database/embedded/embedded.ts";
import { noisyPng } from "#tests/support/rows/real-photos.ts";
import { startServerProcess } from "#tests/support/server/server-process.ts";
import { PHOTOS, parkingOf, plainClient, shiftOf } from "#tests/support/rows/writes.ts";

/** Programs by archive. The profile `hardened` can be chosen since b9ea596. */
const ARCHIVES: Readonly<Record<string, Readonly<Record<string, readonly SecurityProfile[]>>>> = {
  "folders.tar.br": {
    "5cf1cba": ["specified"],
    cb94863: ["specified", "hardened"],
    "4e3d5ca": ["specified", "hardened"],
  },
  "before-baseline.tar.br": { "9cf2eaea": ["specified", "hardened"] },
};
const name = process.argv[2] ?? "";
const programs = ARCHIVES[name];
if (programs === undefined) throw new Error(`Name one of ${Object.keys(ARCHIVES).join(" and ")}.`);
const FILE = resolve("tests/fixtures/data-folders", name);

/** Lays the commit's files out, installs its packages, and builds it. */
function build(commit: string, folder: string): void {
  const run = (command: string, ...given: string[]) =>
    execFileSync(command, given, { cwd: folder, stdio: ["ignore", "inherit", "inherit"] });
  execFileSync("mkdir", [folder]);
  execFileSync("tar", ["-x", "-C", folder], {
    input: execFileSync("git", ["archive", commit], { maxBuffer: 2 ** 30 }),
  });
  run("npm", "ci", "--no-audit", "--no-fund");
  run("npm", "run", "build");
}

/** Starts the program on an empty data folder, works with it, and stops it. */
async function makeFolder(program: string, profile: SecurityProfile, dataDir: string): Promise<void> {
  // Later programs make no site by themselves in `hardened`.
  const settings = { DATA_DIR: dataDir, SECURITY_PROFILE: profile, SEED: "demo" };
  const server = await startServerProcess(settings, [join(program, "dist/server/main.js")]);
  const sql = postgres(findRunning(dataDir) ?? "", { max: 1, onnotice: () => undefined });
  const secrets = await sql<{ name: string; value: string }[]>`select name, value from private.server_secrets`;
  const key = (name: string) => secrets.find((secret) => secret.name === name)?.value ?? "";
  await fill(server.url, { publishable: key("publishableKey"), secret: key("secretKey") });
  await sql.end();
  server.child.kill("SIGTERM");
  if ((await server.exited) !== 0) throw new Error(server.output());
}

type Answer = { error: { message: string } | null };

function must({ error }: Answer): void {
  if (error) throw new Error(error.message);
}

async function fill(url: string, keys: { publishable: string; secret: string }): Promise<void> {
  const [visitor, service] = [plainClient(url, keys.publishable), plainClient(url, keys.secret)];
  must(await visitor.from("parkings").insert(parkingOf(randomUUID())));
  const message = { name: "Åsa", subject: "Fråga", email: "asa@example.com", message: "Hej!\n\t\\. 🚗", read: false };
  must(await visitor.from("contact_messages").insert(message));
  const paths = ["vakt01/a.png", "vakt01/b å/c.png"];
  for (const path of paths)
    must(await service.storage.from(PHOTOS).upload(path, await noisyPng(10), { contentType: "image/png" }));
  must(await service.from("shift_registrations").insert(shiftOf(randomUUID(), "vakt01", paths)));

  const login = { email: "asa@example.com", password: "Vindstilla-klippa-7410" };
  const person = plainClient(url, keys.publishable);
  must(await person.auth.signUp(login));
  must(await person.auth.signInWithPassword(login));
  must(await person.auth.refreshSession());
  const wrong = await visitor.auth.signInWithPassword({ ...login, password: "fel" });
  if (!wrong.error) throw new Error("a wrong password was taken");
}

async function compress(folder: string): Promise<void> {
  const tar = join(folder, "folders.tar");
  execFileSync("tar", ["-c", "--sort=name", "--owner=0", "--group=0", "-f", tar, "-C", join(folder, "data"), "."]);
  // Clusters are mostly the same, and 43 MB each: the window of the compression must hold a whole cluster.
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LARGE_WINDOW]: 1,
    [constants.BROTLI_PARAM_LGWIN]: 28,
    [constants.BROTLI_PARAM_SIZE_HINT]: statSync(tar).size,
  };
  await pipeline(createReadStream(tar), createBrotliCompress({ params }), createWriteStream(FILE));
}

const work = mkdtempSync(join(tmpdir(), "parkering-old-"));
// The database's user must be able to read the programs.
chmodSync(work, 0o755);
execFileSync("mkdir", [join(work, "data")]);
for (const [commit, profiles] of Object.entries(programs)) {
  const program = join(work, commit);
  build(commit, program);
  for (const profile of profiles) await makeFolder(program, profile, join(work, "data", `${commit}-${profile}`));
}
await compress(work);
console.log(`${FILE} written: ${readFileSync(FILE).length} bytes.`);
rmSync(work, { recursive: true });
