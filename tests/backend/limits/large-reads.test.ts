// A client's large answers come one after the other, however many connections ask for them.
import { afterAll, beforeAll, expect, test } from "vitest";
import { followStatements } from "#server/database/driver/reports.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ profile: "specified", rateLimits: "none" });
  await server.sql`
    insert into contact_messages (name, email, subject, message, signature)
    select 'Åsa', 'asa@example.se', 'Fråga', 'Hej ' || n, 'data:image/png;base64,' || repeat('A', 100000) from generate_series(1, 10) n`;
});
afterAll(() => server.stop());

const read = async (query: string) => {
  const answer = await fetch(`${server.url}/rest/v1/contact_messages?${query}`, {
    headers: { apikey: server.publishableKey },
  });
  return (await answer.json()) as object[];
};

/** How many statements were under way at once while the work was done. */
async function mostAtOnce(work: () => Promise<unknown>): Promise<number> {
  const spans: { begun: number; ended: number }[] = [];
  const stop = followStatements(({ text, ms }) => {
    if (text().includes("contact_messages")) spans.push({ begun: performance.now() - ms, ended: performance.now() });
  });
  await work();
  stop();
  return Math.max(
    ...spans.map(({ begun }) => spans.filter((other) => other.begun <= begun && begun < other.ended).length),
  );
}

const six = (query: string) => () => Promise.all(Array.from({ length: 6 }, () => read(query)));

test("reads whose last answer came in pieces run one after another", async () => {
  expect(await read("select=*")).toHaveLength(10);
  expect(await mostAtOnce(six("select=*"))).toBe(1);
});

test("reads whose last answer was short run at once, though as many rows could have come", async () => {
  expect(await read("select=id")).toHaveLength(10);
  let reads: Promise<object[][]> | undefined;
  await server.sql.begin(async (sql) => {
    await sql`lock table contact_messages in access exclusive mode`;
    reads = six("select=id")();
    const waiting = () => sql<{ n: number }[]>`select count(*)::int as n from pg_locks where not granted`;
    await expect.poll(async () => (await waiting())[0]?.n).toBe(6);
  });
  expect(await reads).toHaveLength(6);
});
