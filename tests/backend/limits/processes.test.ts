// Two server processes of the profile `hardened` behind a proxy that both trust, on one database: they count together.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RATE_LIMITS } from "#contract/rate-limits.ts";
import { staffAddress } from "#contract/staff-address.ts";
import { type TestDatabase, createTestDatabase } from "#tests/support/database/database.ts";
import { type ServerProcess, startServerProcess } from "#tests/support/server/server-process.ts";

let database: TestDatabase;
let folder: string;
const processes: ServerProcess[] = [];
beforeAll(async () => {
  database = await createTestDatabase({ from: "hardened" });
  folder = mkdtempSync(join(tmpdir(), "parkering-limits-"));
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SECURITY_PROFILE: "hardened",
    TRUSTED_PROXIES: "127.0.0.1",
  };
  for (let index = 0; index < 2; index += 1) processes.push(await startServerProcess(settings));
});
afterAll(async () => {
  for (const { child } of processes) child.kill("SIGTERM");
  await Promise.all(processes.map(({ exited }) => exited));
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

test("an attendant's login closes at both after the attempts at either from one address, and at no other address", async () => {
  const email = staffAddress({ kind: "attendant", project: "ostra-hamnen", userId: "vakt01" });
  const [keys] = await database.sql<{ value: string }[]>`
    select value from private.server_secrets where name = 'publishableKey'`;
  const logIn = (server: ServerProcess | undefined, address: number, password: string) =>
    fetch(`${server?.url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: {
        apikey: keys?.value ?? "",
        "content-type": "application/json",
        "x-forwarded-for": `203.0.113.${address}`,
      },
      body: JSON.stringify({ email, password }),
    });
  const { points } = RATE_LIMITS.login.accountAtAddress;
  for (let attempt = 0; attempt < points; attempt += 1)
    expect((await logIn(processes[attempt % 2], 1, "Gissning-1")).status).toBe(400);
  for (const [index, server] of processes.entries()) {
    const answer = await logIn(server, 1, "Vakt-7410");
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await logIn(server, 100 + index, "Vakt-7410")).status).toBe(200);
  }
});
