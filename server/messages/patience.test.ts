import { expect, test } from "vitest";
import { PATIENCE, sendMessage, type TakenMessage } from "#functions/deliver-messages/send.ts";
import { freePort } from "#tests/support/server/free-port.ts";

const HOUR = 3_600_000;
const message: TakenMessage = {
  id: "5b1f4c0e-0000-4000-8000-000000000001",
  channel: "discord",
  event: "test",
  facts: {},
  attempts: 0,
  age: 0,
  hook_id: null,
  hook: {
    is_active: true,
    with_plate: false,
    with_name: false,
    events: [],
    address: "https://discord.com/api/webhooks/123456/abcdefghijklmno",
  },
  email: null,
  reply: null,
  public_key: null,
  issuer_name: null,
  link_key: null,
};

// Spec rules §7: Messages arrive once,
test("a failed message is tried at least every five minutes for three days, however long the receiver was down", async () => {
  const discordBase = `http://127.0.0.1:${await freePort()}`;
  const means = { mailer: null, publicUrl: null, timeZone: "Europe/Stockholm", discordBase, patience: PATIENCE };
  const pauses: number[] = [];
  let age = 0;
  while (age < 2 * HOUR) {
    // Each attempt tells when the next one is, so they come one after the other.
    // oxlint-disable-next-line no-await-in-loop
    const outcome = await sendMessage({ ...message, attempts: pauses.length + 1, age }, means);
    if (outcome.is !== "later") throw new Error(outcome.is);
    pauses.push(outcome.waitMs);
    age += outcome.waitMs;
  }
  expect(pauses.slice(0, 3)).toEqual([10_000, 60_000, 5 * 60_000]);
  expect(Math.max(...pauses)).toBe(5 * 60_000);
  expect(await sendMessage({ ...message, attempts: 900, age: 72 * HOUR }, means)).toMatchObject({ is: "given-up" });
});
