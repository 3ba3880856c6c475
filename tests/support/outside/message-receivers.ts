// Receivers of the outbox for tests of messages: Discord and a mail server of their own, and how soon they are asked.
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

/** A pace of delivery without pauses that a test would wait for. */
export const HASTE: Partial<Pace> = { everyMs: 20, pausesMs: [40] };

/** Waits until it is as expected, however busy the machine is. */
export const eventually = <T>(ask: () => T) => expect.poll(ask, { ...WORKED_THROUGH, interval: 20 });

/**
 * Opens the receivers for the tests of a file and closes them after it. They are there from `beforeAll` on: `opened()` gives them,
 * `at` the messages that arrived at a webhook in order, and `newWebhook` the address of one more.
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
