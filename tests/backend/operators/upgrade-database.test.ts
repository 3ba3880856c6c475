// `npm run upgrade-database`: from one major PostgreSQL to the next, and what is left when it is stopped in the middle.
// Runs in `npm run test:all` alone, minutes long: operators' commands share no code with a screen.
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import type { AppConfig } from "#contract/config.ts";
import { restore } from "#server/backup/restore.ts";
import { isAlive } from "#server/database/embedded/folder-lock.ts";
import { readPostmaster } from "#server/database/embedded/orphan.ts";
import { DEBIAN_15, isDebian15There, npmPrograms } from "#tests/support/database/other-postgres.ts";
import { SEVERAL_PRODUCTS } from "#tests/support/run/patience.ts";
import { createTestClient } from "#tests/support/server/server.ts";
import { program, startServerProcess } from "#tests/support/server/server-process.ts";
import { noisyPng } from "#tests/support/rows/real-photos.ts";
import { PHOTOS, parkingOf } from "#tests/support/rows/writes.ts";

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

const isAll = process.env["JOURNEYS"] === "all";
const BEGINNINGS = [
  {
    major: "15",
    reason: isDebian15There ? null : `Debian's PostgreSQL 15 is not installed (${DEBIAN_15})`,
    find: () => DEBIAN_15,
    // Debian's are found by themselves.
    named: () => [],
  },
  {
    major: "16",
    reason: isAll ? null : "npm's PostgreSQL of other majors is installed by npm run test:all",
    find: () => npmPrograms("16", makeDataDir()),
    named: (programs: string) => [programs],
  },
];

function makeDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), "parkering-upgrade-"));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The command as the operator runs it. */
function launch(dataDir: string, settings: Record<string, string> = {}, given: readonly string[] = []) {
  const { PATH = "", HOME = "/tmp" } = process.env;
  const child = spawn(process.execPath, [...program("upgrade-database"), ...given], {
    env: { PATH, HOME, DATA_DIR: dataDir, ...settings },
  });
  cleanUps.push(() => child.kill("SIGKILL"));
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]).then(
    ([output, errors, [code]]) => ({ code: code as number | null, output: output + errors }),
  );
  return { child, ended };
}

async function serve(settings: Record<string, string>) {
  const server = await startServerProcess(settings);
  const stop = async () => {
    server.child.kill("SIGTERM");
    await server.exited;
  };
  cleanUps.push(stop);
  const { publishableKey } = (await (await fetch(`${server.url}/config.json`)).json()) as AppConfig;
  return { server, stop, client: createTestClient(server.url, publishableKey) };
}

/** A database of another major with a parking, a photo and a session, and its server. */
async function begin(programs: string) {
  const dataDir = makeDataDir();
  const { client, stop } = await serve({ DATA_DIR: dataDir, POSTGRES_BIN: programs });
  const id = randomUUID();
  expect((await client.from("parkings").insert(parkingOf(id))).error).toBeNull();
  const photo = await noisyPng(10);
  const stored = await client.storage.from(PHOTOS).upload("vakt01/a.png", photo, { contentType: "image/png" });
  expect(stored.error).toBeNull();
  const { data } = await client.auth.signUp({ email: "ny@example.org", password: "Hemlig-7410" });
  return { dataDir, id, photo, session: data.session, client, stop };
}

type Begun = Pick<Awaited<ReturnType<typeof begin>>, "dataDir" | "id" | "photo" | "session">;

/** The server on that folder has all of it, and what the old one signed is good. */
async function expectEverything({ dataDir, id, photo, session }: Begun, programs: string | null): Promise<void> {
  const { client, stop } = await serve({ DATA_DIR: dataDir, ...(programs && { POSTGRES_BIN: programs }) });
  expect((await client.from("parkings").select("id").eq("id", id)).data).toEqual([{ id }]);
  const { data } = await client.storage.from(PHOTOS).download("vakt01/a.png");
  expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()).equals(Buffer.from(photo))).toBe(true);
  const { data: known } = await client.auth.getUser(session?.access_token ?? "");
  expect(known.user?.email).toBe("ny@example.org");
  await stop();
}

const folders = (dataDir: string) =>
  readdirSync(dataDir)
    .filter((name) => /^(postgres|upgrade)/.test(name))
    .toSorted();

async function until(child: ChildProcess, isSo: () => boolean): Promise<void> {
  for (; !isSo(); await pause(5)) if (child.exitCode !== null) throw new Error("The command ended before.");
}

// Spec rules §12: One command moves
test.for(BEGINNINGS)(
  "from PostgreSQL $major to that of npm install: rows, photos and secrets, the old folder kept",
  SEVERAL_PRODUCTS,
  async ({ major, reason, find, named }, { skip }) => {
    skip(reason !== null, reason ?? "");
    const programs = await find();
    const { client, stop, ...begun } = await begin(programs);
    const { dataDir } = begun;
    const refused = await launch(dataDir, {}, named(programs)).ended;
    expect(refused).toEqual({
      code: 1,
      output: expect.stringMatching(/Another server \(process \d+\).*Stop it, or set/),
    });
    expect((await client.from("parkings").select("id").eq("id", begun.id)).data).toEqual([{ id: begun.id }]);
    await stop();

    const { code, output } = await launch(dataDir, {}, named(programs)).ended;
    expect(output).toMatch(new RegExp(`^Moved \\d+ tables with \\d+ rows from PostgreSQL ${major} to 18\\.\\d+;`));
    expect(code).toBe(0);
    expect(folders(dataDir)).toEqual(["postgres", `postgres.${major}`]);
    await expectEverything(begun, null);

    const again = await launch(dataDir).ended;
    expect(again).toEqual({ code: 0, output: `The database of ${dataDir} is of PostgreSQL 18 already.\n` });
    // The database that was put aside is whole: the command goes back to it.
    rmSync(join(dataDir, "postgres"), { recursive: true });
    renameSync(join(dataDir, `postgres.${major}`), join(dataDir, "postgres"));
    await expectEverything(begun, programs);
  },
);

// Spec rules §12: One command moves
test.skipIf(!isDebian15There)(
  "stopped or killed in the middle, the folder holds the old database or the new one, and the next start or move clears up",
  async () => {
    const { stop, ...begun } = await begin(DEBIAN_15);
    const { dataDir } = begun;
    await stop();
    const half = join(dataDir, "upgrade", "postgres");
    const stopped = launch(dataDir);
    await until(stopped.child, () => readPostmaster(half)?.ready === true);
    stopped.child.kill("SIGINT");
    expect(await stopped.ended).toEqual({ code: 1, output: "\nStopped; the database is as it was.\n\n" });
    expect(folders(dataDir)).toEqual(["postgres"]);

    const killed = launch(dataDir);
    await until(killed.child, () => readPostmaster(half)?.ready === true);
    const left = readPostmaster(half)?.pid ?? 0;
    killed.child.kill("SIGKILL");
    await killed.ended;
    expect([isAlive(left), ...folders(dataDir)]).toEqual([true, "postgres", "upgrade"]);
    await expectEverything(begun, DEBIAN_15);
    expect([isAlive(left), ...folders(dataDir)]).toEqual([false, "postgres"]);

    expect((await launch(dataDir).ended).code).toBe(0);
    // The folder as a power cut between the two renames leaves it.
    renameSync(join(dataDir, "postgres"), join(dataDir, "postgres.upgraded"));
    const places = { dataDir, databaseUrl: null, storageDir: makeDataDir() };
    const log = pino({ level: "silent" });
    await expect(restore({ places, file: import.meta.filename, log })).rejects.toThrow("holds a database already");
    await expectEverything(begun, null);
    expect(folders(dataDir)).toEqual(["postgres", "postgres.15"]);
  },
  300_000,
);

test("a folder that the command cannot move is named with the reason, and nothing is made", async () => {
  const dataDir = makeDataDir();
  const none = await launch(dataDir).ended;
  expect(none).toEqual({ code: 1, output: expect.stringContaining(`The data folder ${dataDir} holds no database.`) });
  const own = await launch(dataDir, { DATABASE_URL: "postgresql://parkering:hemlig@127.0.0.1:1/parkering" }).ended;
  expect(own).toEqual({ code: 1, output: expect.stringMatching(/^\nDATABASE_URL is set: .*pg_upgrade/) });
  expect((await launch(dataDir, {}, ["a", "b"]).ended).output).toContain("npm run upgrade-database -- FOLDER");
  expect(existsSync(join(dataDir, "postgres"))).toBe(false);
});
