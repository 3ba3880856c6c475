// Receivers of the outbox for tests of messages: a stand-in for Discord, a mail server, and a quick pace of delivery.
import { afterAll, beforeAll, expect } from "vitest";
import type { Pace } from "#server/messages/deliver.ts";
import {
  type HookServer,
  type MailServer,
  startHookServer,
  startMailServer,
  webhook,
} from "#tests/support/outside/receivers.ts";
import { WORKED_THROUGH } from "#tests/support/run/patience.ts";

/** A pace of delivery so quick that no test has to wait for a pause. */
export const HASTE: Partial<Pace> = { everyMs: 20, pausesMs: [40] };

/** Waits until `ask` gives the expected value, however busy the machine is. */
export const eventually = <T>(ask: () => T) => expect.poll(ask, { ...WORKED_THROUGH, interval: 20 });

/**
 * Opens the receivers for all tests of a file and closes them afterwards. They exist from `beforeAll` on: `opened()` gives them, `at` the
 * messages that arrived at a webhook in order, and `newWebhook` the address of a new webhook.
 */
export function messageReceivers() {
  let hooks: HookServer;
  let mails: MailServer;
  beforeAll(async () => {
    [hooks, mails] = await Promise.all([startHookServer(), startMailServer()]);
  });
  afterAll(() => Promise.all([hooks.goAway(), mails.goAway()]));
  let numbers = 0;
  return {
    opened: () => ({ hooks, mails }),
    at: (address: string) =>
      hooks.taken.filter(({ path }) => path === new URL(address).pathname).map(({ content }) => content),
    newWebhook: () => webhook((numbers += 1)),
  };
}
