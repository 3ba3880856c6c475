// An update while people work: the server of the version before goes on serving on the schema of the new one (npm run test:all).
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { readMigrations } from "#server/database/migrations/project-files.ts";
import { readSecrets } from "#server/secrets.ts";
import { createTestDatabase } from "#tests/support/database/database.ts";
import { PATIENCE } from "#tests/support/run/patience.ts";
import { VALID_ROWS } from "#tests/support/rows/rows.ts";
import { createTestClient } from "#tests/support/server/server.ts";
import { program, startServerProcess } from "#tests/support/server/server-process.ts";
import { checkOut, findVersionBefore } from "#tests/support/server/version-before.ts";
import { isWhole } from "#tests/support/run/whole.ts";
import { noisyPng } from "#tests/support/rows/real-photos.ts";
import { PHOTOS } from "#tests/support/rows/writes.ts";

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

const before = isWhole ? findVersionBefore() : null;

// Spec rules §11: Two servers behind
test.skipIf(before === null)(
  "the server of the version before serves on the new schema, live changes too",
  async () => {
    const database = await createTestDatabase({ from: "bare" });
    cleanUps.push(() => database.drop());
    const storage = mkdtempSync(join(tmpdir(), "parkering-storage-"));
    cleanUps.push(() => rmSync(storage, { recursive: true, force: true }));
    const { folder, remove } = checkOut(before ?? "");
    cleanUps.push(remove);
    const start = async (main?: string) => {
      const settings = { DATABASE_URL: database.url, STORAGE_URL: storage, LOG_LEVEL: "warn" };
      const server = await startServerProcess(settings, main === undefined ? program() : ["--import", "tsx", main]);
      cleanUps.push(async () => {
        server.child.kill("SIGTERM");
        await server.exited;
      });
      return server;
    };
    const versions = async () =>
      (
        await database.sql<{ version: string }[]>`select version from supabase_migrations.schema_migrations order by 1`
      ).map(({ version }) => version);

    const old = await start(join(folder, "server/main.ts"));
    const all = readMigrations().map(({ version }) => version);
    expect(await versions()).not.toEqual(all);
    await start();
    expect(await versions()).toEqual(all);

    const client = createTestClient(old.url, (await readSecrets(database.database)).publishableKey);
    const heard: string[] = [];
    const states: string[] = [];
    client
      .channel("parkings")
      .on("postgres_changes", { event: "*", schema: "public", table: "parkings" }, ({ eventType }) =>
        heard.push(eventType),
      )
      .subscribe((state) => states.push(state));
    await vi.waitUntil(() => states.includes("SUBSCRIBED"), PATIENCE);
    const made = await client.from("parkings").insert(VALID_ROWS.parkings).select("id").single();
    expect(made.error).toBeNull();
    const id = made.data?.id ?? "";
    const gone = await client.from("parkings").delete().eq("id", id).select("id");
    expect(gone.data).toHaveLength(1);
    await vi.waitUntil(() => heard.includes("INSERT") && heard.includes("DELETE"), PATIENCE);
    expect((await client.auth.signUp({ email: "ny@example.org", password: "Hemlig-7410" })).error).toBeNull();
    expect((await client.auth.refreshSession()).error).toBeNull();
    const photos = client.storage.from(PHOTOS);
    expect((await photos.upload("vakt01/a.png", await noisyPng(8), { contentType: "image/png" })).error).toBeNull();
    expect((await photos.download("vakt01/a.png")).error).toBeNull();
    expect(old.output()).not.toMatch(/"level":[56]0/);
  },
  300_000,
);
