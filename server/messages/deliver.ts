// Delivers the outbox in every process of the server: takes due messages, sends them, and notes the outcome (docs/messages.md).
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { createMailer, type Mailer, type MailSettings } from "#functions/deliver-messages/mail.ts";
import {
  channelsOf,
  PATIENCE,
  type Patience,
  sendMessage,
  type TakenMessage,
} from "#functions/deliver-messages/send.ts";
import type { Database } from "#server/database/driver/connect.ts";
import { holdBack, removeOldMessages, settleMessage, takeMessages } from "./outbox.ts";

/** Times that tests set shorter than the product's. */
export type Pace = Patience & {
  /** Time between two looks at the outbox. */
  everyMs: number;
  /** Time for which a taken message belongs to this process. It is longer than any attempt takes. */
  leaseMs: number;
};

const MINUTE = 60_000;
const PACE: Pace = { ...PATIENCE, everyMs: 1000, leaseMs: 2 * MINUTE };
/** Messages that a process has under way at a time. */
const AT_ONCE = 6;
const KEPT_DAYS = 30;
const TIDY_EVERY_MS = 60 * MINUTE;

export type DeliveryOptions = {
  database: Database;
  /** Mail server, or null for no mail. */
  mail: MailSettings | null;
  publicUrl: string | null;
  timeZone: string;
  log: Logger;
  /** Called when an attempt to send a message of this channel failed. */
  onFailure?: (channel: string) => void;
  /** Address that takes the place of Discord's server in tests. */
  discordBase?: string | null;
  pace?: Partial<Pace>;
};

type Sending = { mailer: Mailer | null; pace: Pace } & DeliveryOptions;

/** Begins to deliver. `stop` waits for work under way: nothing is left half done, and nothing is sent twice. */
export function startDelivering(options: DeliveryOptions): { stop(): Promise<void> } {
  const mailer = options.mail === null ? null : createMailer(options.mail);
  const sending: Sending = { ...options, mailer, pace: { ...PACE, ...options.pace } };
  const over = new AbortController();
  const running = run(sending, over.signal);
  return {
    stop: async () => {
      over.abort();
      await running;
      mailer?.close();
    },
  };
}

async function run(sending: Sending, signal: AbortSignal): Promise<void> {
  const { database, log, pace } = sending;
  let isTold = false;
  let tidyAt = 0;
  while (!signal.aborted) {
    let count = 0;
    try {
      if (performance.now() >= tidyAt) {
        await removeOldMessages(database, KEPT_DAYS);
        tidyAt = performance.now() + TIDY_EVERY_MS;
      }
      count = await deliverDue(sending);
      isTold = false;
    } catch (error) {
      // The outage is logged once each time.
      if (!isTold)
        log.warn({ message: (error as Error).message }, "messages are not delivered: the database does not answer");
      isTold = true;
    }
    if (count === 0) await pause(pace.everyMs, undefined, { ref: false, signal }).catch(() => undefined);
  }
}

/** Sends due messages, at most `AT_ONCE` at the same time, and gives their number. */
async function deliverDue(sending: Sending): Promise<number> {
  // A process without a mail server leaves mail to the processes that have one.
  const channels = channelsOf(sending.mailer);
  const { leaseMs } = sending.pace;
  const messages = await takeMessages(sending.database, { channels, most: AT_ONCE, leaseMs });
  await Promise.all(messages.map((message) => deliver(message, sending)));
  return messages.length;
}

async function deliver(message: TakenMessage, sending: Sending): Promise<void> {
  const outcome = await sendMessage(message, { ...sending, patience: sending.pace });
  const { id, channel, event } = message;
  if (outcome.is !== "sent") {
    const text = outcome.is === "given-up" ? "a message was given up" : "a message could not be sent yet";
    sending.log.warn({ id, channel, event, error: outcome.error }, text);
    sending.onFailure?.(channel);
  }
  await settleMessage(sending.database, message, outcome);
  if (outcome.is === "later" && outcome.holdsBack && message.hook_id !== null)
    await holdBack(sending.database, message.hook_id, outcome.waitMs);
}
