// Sends a message of the outbox, and gives the outcome. The server and the edge function share this file: it imports nothing from outside
// of this folder but nodemailer, whose version on Supabase deno.json names.
import { accountMail } from "./account-mail.ts";
import { changeMail } from "./change-mail.ts";
import { decisionMail } from "./decision-mail.ts";
import { asDiscordText, sendToDiscord, webhookOf } from "./discord.ts";
import { estateMail } from "./estate-mail.ts";
import type { Mailer } from "./mail.ts";
import { type MessageChannel, type MessageFacts, textOf } from "./messages.ts";

/**
 * Channels by which messages are taken. Notices to accounts and mails to visitors of the listings have channels of their own, so that
 * processes of an earlier version, which cannot send them, do not take them.
 */
export type TakenChannel = MessageChannel | "account-notice" | "estate-mail";

/** The channels of a process, with mail or without. */
export const channelsOf = (mailer: Mailer | null): readonly TakenChannel[] =>
  mailer === null ? ["discord"] : ["discord", "mail", "account-notice", "estate-mail"];

/** A taken message (private.take_messages), with the facts that are looked up when it is sent. */
export type TakenMessage = {
  id: string;
  channel: TakenChannel;
  event: string;
  facts: MessageFacts;
  /** Number of the attempt; a process that took the message since has a higher number. */
  attempts: number;
  /** Milliseconds for which the message has been tried. */
  age: number;
  hook_id: string | null;
  /** Hook that is told; null for a message to a driver or an account. */
  hook: {
    is_active: boolean;
    with_plate: boolean;
    with_name: boolean;
    events: string[];
    /** Whole address of the webhook. */
    address: string | null;
  } | null;
  /** Receiver's address of mail: the site's, the driver's, or the account's. */
  email: string | null;
  /** Reply of the site to an objection, and the key of the case. */
  reply: string | null;
  public_key: string | null;
  issuer_name: string | null;
  /** Key of an account's link; null once the link is used, or another link took its place. */
  link_key: string | null;
};

/** Outcome of an attempt. `holdsBack` says that the receiver asked to be left alone for `waitMs`. */
export type Outcome =
  | { is: "sent" }
  | { is: "later"; waitMs: number; error: string; holdsBack: boolean }
  | { is: "given-up"; error: string };

/** Pauses after failed attempts. */
export type Patience = {
  /** Pause after the first failure, the second and so on; the last pause holds for all further failures. */
  pausesMs: readonly number[];
  /** Longest time for which a message is tried. */
  giveUpMs: number;
};

const MINUTE = 60_000;
export const PATIENCE: Patience = {
  // The pauses stay short to the end, so that a receiver which comes back gets its messages within minutes.
  pausesMs: [10_000, MINUTE, 5 * MINUTE],
  giveUpMs: 3 * 24 * 60 * MINUTE,
};

/** The means of sending: mail server, addresses, time zone and waiting times. */
export type Means = {
  /** Mail server, or null for no mail. */
  mailer: Mailer | null;
  publicUrl: string | null;
  timeZone: string;
  /** Address that takes the place of Discord's server in tests. */
  discordBase?: string | null;
  patience: Patience;
};

type Answer = { is: "sent" } | { is: "later"; error: string; waitMs?: number } | { is: "given-up"; error: string };

/** Sends the message. */
export async function sendMessage(message: TakenMessage, means: Means): Promise<Outcome> {
  const answer = await send(message, means);
  if (answer.is !== "later") return answer;
  const { pausesMs, giveUpMs } = means.patience;
  if (message.age >= giveUpMs) return { is: "given-up", error: answer.error };
  const waitMs = answer.waitMs ?? pausesMs[Math.min(message.attempts, pausesMs.length) - 1] ?? 0;
  return { is: "later", waitMs, error: answer.error, holdsBack: answer.waitMs !== undefined };
}

async function send(message: TakenMessage, means: Means): Promise<Answer> {
  const { hook, event, channel, email } = message;
  const { mailer, discordBase = null } = means;
  if (hook !== null && !hook.is_active && event !== "test") return { is: "given-up", error: "OFF" };
  if (channel === "discord") {
    const webhook = webhookOf(hook?.address ?? "");
    const text = hook && textOf(message, hook, means, asDiscordText);
    return webhook && text ? await sendToDiscord(webhook, text, discordBase) : { is: "given-up", error: "NO ADDRESS" };
  }
  if (mailer === null) throw new Error("Mail was taken without a mail server to send it by.");
  if (channel === "account-notice")
    return await mailer.send({ id: message.id, ...changeMail(message, means.timeZone) });
  const mail = hook === null ? ownMail(message, means) : asMail(textOf(message, hook, means));
  if (mail === null) return { is: "given-up", error: "OFF" };
  return await mailer.send({ id: message.id, to: email ?? "", ...mail });
}

/**
 * Subject and text of a mail that belongs to no hook: a driver's decision, or a link of a visitor or an account. Null where the link is no
 * longer good.
 */
function ownMail(message: TakenMessage, { publicUrl, timeZone }: Means) {
  if (message.channel === "estate-mail") return estateMail(message, publicUrl, timeZone);
  return message.event === "decision" ? decisionMail(message, publicUrl) : accountMail(message, publicUrl);
}

/** A hook's text as mail: its first line is the subject. */
const asMail = (text: string | null): { subject: string; text: string } => ({
  subject: (text ?? "").split("\n")[0] ?? "",
  text: text ?? "",
});
