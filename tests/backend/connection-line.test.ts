// Connections that are lent one at a time: who waits, for how long, and what a request is told then.
import { afterEach, expect, test } from "vitest";
import { AllLentError, LineBank } from "#server/supabase/connection-line.ts";
import { FaultWatch } from "#server/supabase/fault-watch.ts";
import { renderUnavailable } from "#server/supabase/postgrest-errors.ts";
import { createTestDatabase } from "#tests/support/database.ts";

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function openBank(count: number, longestWaitMs: number): Promise<LineBank> {
  const database = await createTestDatabase({ from: "bare" });
  const bank = new LineBank(database.url, count, longestWaitMs, new FaultWatch(), { onnotice: () => undefined });
  cleanUps.push(
    () => database.drop(),
    () => bank.close(),
  );
  return bank;
}

test("who waits too long is told so, and takes nothing from those who come later", async () => {
  const bank = await openBank(1, 50);
  const first = await bank.lend();
  const refusal = await bank.lend().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(AllLentError);
  const answer = renderUnavailable(refusal);
  expect(answer?.status).toBe(504);
  expect(await answer?.json()).toMatchObject({ code: "PGRST003" });

  bank.takeBack(first);
  const next = await bank.lend();
  expect((await next.execute("select 1 as one", [], false))[0]).toEqual({ one: 1 });
});

test("who waits is served in order", async () => {
  const bank = await openBank(1, 10_000);
  const first = await bank.lend();
  const served: string[] = [];
  const waiting = ["one", "two", "three"].map(async (name) => {
    const loan = await bank.lend();
    served.push(name);
    bank.takeBack(loan);
  });
  bank.takeBack(first);
  await Promise.all(waiting);
  expect(served).toEqual(["one", "two", "three"]);
});
