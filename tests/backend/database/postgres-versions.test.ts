// The product on PostgreSQL 15 to 18 under an ordinary owner, as docs/postgresql.sql makes one, and what is said where it cannot run.
// Runs in `npm run test:all` alone, minutes long: the migrations are the same on each version.
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, describe, expect, test } from "vitest";
import type { AppConfig } from "#contract/config.ts";
import { backUp } from "#server/backup/back-up.ts";
import { restore } from "#server/backup/restore.ts";
import { inspectDatabase } from "#server/database/requirements.ts";
import { withConnection } from "#server/database/driver/one-connection.ts";
import { readSql } from "#server/database/migrations/project-files.ts";
import {
  DEBIAN_15,
  isDebian15There,
  type NpmMajor,
  npmPrograms,
  type OwnPostgres,
  startOwnPostgres,
} from "#tests/support/database/other-postgres.ts";
import { SEVERAL_PRODUCTS } from "#tests/support/run/patience.ts";
import { createTestClient } from "#tests/support/server/server.ts";
import { checkDatabase, refusedStart, startServerProcess } from "#tests/support/server/server-process.ts";
import { isWhole } from "#tests/support/run/whole.ts";
import { noisyPng } from "#tests/support/rows/real-photos.ts";
import { parkingOf, PHOTOS } from "#tests/support/rows/writes.ts";

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "parkering-versions-"));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function open(...given: Parameters<typeof startOwnPostgres>): Promise<OwnPostgres> {
  const own = await startOwnPostgres(...given);
  cleanUps.push(() => own.stop());
  return own;
}

type Programs = { major: string; reason: string | null; find: () => string | null | Promise<string> };

const npms: readonly NpmMajor[] = ["16", "17"];
const PROGRAMS: Programs[] = [
  {
    major: "15",
    reason: isDebian15There ? null : `Debian's PostgreSQL 15 is not installed (${DEBIAN_15})`,
    find: () => DEBIAN_15,
  },
  ...npms.map((major) => ({
    major,
    reason: isWhole ? null : "npm's PostgreSQL of other majors is installed by npm run test:all",
    find: () => npmPrograms(major, temporaryFolder()),
  })),
  {
    major: "18",
    reason: isWhole || !isDebian15There ? null : "every other test runs on it: an ordinary owner's by npm run test:all",
    find: () => null,
  },
];

// Spec rules §12: PostgreSQL 15 to
test.for(PROGRAMS)(
  "PostgreSQL $major with an ordinary owner: the whole product, a backup and its restore",
  SEVERAL_PRODUCTS,
  async ({ major, reason, find }, context) => {
    context.skip(reason !== null, reason ?? "");
    const own = await open(await find());
    expect(own.version.startsWith(`${major}.`)).toBe(true);
    const findings = await withConnection(own.ownerUrl, { name: "tests" }, inspectDatabase);
    expect(findings.filter(({ problem }) => problem !== null)).toEqual([]);

    const settings = { DATABASE_URL: own.ownerUrl, DATA_DIR: temporaryFolder() };
    const server = await startServerProcess(settings);
    cleanUps.push(async () => {
      server.child.kill("SIGTERM");
      await server.exited;
    });
    const { publishableKey } = (await (await fetch(`${server.url}/config.json`)).json()) as AppConfig;
    const client = createTestClient(server.url, publishableKey);
    const heard = new Set<unknown>();
    await new Promise<void>((resolve) => {
      client
        .channel("versions")
        .on("postgres_changes", { event: "INSERT", schema: "public", table: "parkings" }, ({ new: row }) =>
          heard.add(row["id"]),
        )
        .subscribe((status) => status === "SUBSCRIBED" && resolve());
    });
    const id = randomUUID();
    expect((await client.from("parkings").insert(parkingOf(id))).error).toBeNull();
    await expect.poll(() => heard.has(id)).toBe(true);
    const seeded = await withConnection(own.ownerUrl, { name: "tests" }, async (connection) => {
      const { rows } = await connection.query<{ count: number }>("select count(*)::int as count from storage.objects");
      return rows[0]?.count ?? 0;
    });
    const photo = await client.storage
      .from(PHOTOS)
      .upload("vakt01/photo.png", await noisyPng(10), { contentType: "image/png" });
    expect(photo.error).toBeNull();
    const signedIn = await client.auth.signInWithPassword({ email: "agent@parkering.example", password: "Agent-7410" });
    expect(signedIn.error).toBeNull();
    await client.removeAllChannels();

    await own.superuser.unsafe(
      "create database restored template template0 owner parkering encoding 'UTF8' locale_provider icu icu_locale 'sv-SE' locale 'C'",
    );
    const file = join(temporaryFolder(), "backup.tar.gz");
    const log = pino({ level: "silent" });
    const places = {
      dataDir: settings.DATA_DIR,
      databaseUrl: own.ownerUrl,
      storageDir: join(settings.DATA_DIR, "storage"),
    };
    await backUp({ places, file, log });
    const dataDir = temporaryFolder();
    const target = { dataDir, databaseUrl: own.url("restored"), storageDir: join(dataDir, "storage") };
    const restored = await restore({ places: target, file, log });
    expect(restored).toMatch(new RegExp(`^Restored \\d+ tables with \\d+ rows and ${seeded + 1} photos`));
  },
);

/** The machine's PostgreSQL, or npm's: the message does not depend on the version. */
const programs = isDebian15There ? DEBIAN_15 : null;

// Spec rules §12: A database that cannot
describe("a database that cannot hold the product is refused at the start, and npm run database:check says the same", () => {
  test.each([
    [
      "a role may not be entered",
      "revoke anon from parkering",
      "parkering may not become anon. As a superuser: grant anon to parkering;",
    ],
    [
      "a role is missing",
      "drop role service_role",
      "There is no role service_role, and parkering may not make it. As a superuser: create role service_role nologin noinherit bypassrls; grant service_role to parkering;",
    ],
    [
      "the service's role is bound by policies",
      "alter role service_role nobypassrls",
      "The role service_role does not pass row level security. As a superuser: alter role service_role bypassrls;",
    ],
    [
      "the role owns nothing",
      "alter database parkering owner to postgres",
      "The role parkering may not make tables. As a superuser: alter database parkering owner to parkering;",
    ],
  ])("%s", async (_what, statement, told) => {
    const own = await open(programs);
    await own.superuser.unsafe(statement);
    const { code, output } = await refusedStart({ DATABASE_URL: own.ownerUrl, DATA_DIR: temporaryFolder() });
    expect(code).toBe(1);
    expect(output).toContain(told);
    const checked = await checkDatabase(own.ownerUrl);
    expect(checked.code).toBe(1);
    expect(checked.output).toContain(told);
    expect(checked.output).not.toContain("change%20this");
  });

  test("a fault that only keeps a restore from working is reported as advice", async () => {
    const own = await open(programs);
    const whole = await checkDatabase(own.ownerUrl);
    expect(whole).toMatchObject({ code: 0, output: expect.stringContaining("can hold the product") });
    // One machine is enough for the product, and not called more than that.
    expect(whole.output).toContain("0 standbys follow, none is waited for");
    expect(whole.output).toContain("No Patroni answers at port 8008");
    expect(whole.output).toContain("Acknowledged writes may be lost with the primary.");
    await own.superuser.unsafe("revoke set on parameter session_replication_role from parkering");
    const { code, output } = await checkDatabase(own.ownerUrl);
    expect(code).toBe(0);
    expect(output).toContain("As a superuser: grant set on parameter session_replication_role to parkering;");
  });

  test("an owner that may make roles makes them itself, where PostgreSQL lets it (16 and newer)", async () => {
    const made = readSql("docs/postgresql.sql")
      .replace(/do \$\$.*?\$\$;/s, "")
      .replace("grant anon, authenticated, service_role to parkering;", "")
      .replace("create role parkering login", "create role parkering login createrole bypassrls");
    const own = await open(null, made);
    const server = await startServerProcess({ DATABASE_URL: own.ownerUrl, DATA_DIR: temporaryFolder() });
    const { publishableKey } = (await (await fetch(`${server.url}/config.json`)).json()) as AppConfig;
    const { error } = await createTestClient(server.url, publishableKey)
      .from("parkings")
      .insert(parkingOf(randomUUID()));
    server.child.kill("SIGTERM");
    await server.exited;
    expect(error).toBeNull();
  });
});
