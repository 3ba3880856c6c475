// The outbox of messages: a due message is taken by one process at a time, and noted as sent, for later, or given up.
import sql from "sql-template-tag";
import type { Outcome, TakenChannel, TakenMessage } from "#functions/deliver-messages/send.ts";
import type { Database } from "#server/database/driver/connect.ts";
import { doNoted } from "#server/watching/notes.ts";

/**
 * Takes due messages of these channels, at most `most`, for `leaseMs`, in which nobody else gets them. A message waits for earlier messages
 * to the same receiver about the same thing. Sites take turns, so that a site with many messages delays nobody else.
 */
export async function takeMessages(
  database: Database,
  { channels, most, leaseMs }: { channels: readonly TakenChannel[]; most: number; leaseMs: number },
): Promise<TakenMessage[]> {
  const { rows } = await database.query<TakenMessage>(sql`
    select * from private.take_messages(${channels}::text[], ${most}, make_interval(secs => ${leaseMs / 1000}))`);
  return rows;
}

/** Notes the outcome of an attempt, unless another process has taken the message since. */
export async function settleMessage(database: Database, message: TakenMessage, outcome: Outcome): Promise<void> {
  const [waitMs, error] = [outcome.is === "later" ? outcome.waitMs : 0, outcome.is === "sent" ? null : outcome.error];
  await database.query(sql`
    select private.settle_message(${message.id}, ${message.attempts}, ${outcome.is}, make_interval(secs => ${waitMs / 1000}), ${error})`);
}

/** Holds back all messages to a receiver that asked to be left alone for a while. */
export async function holdBack(database: Database, hookId: string, waitMs: number): Promise<void> {
  await database.query(sql`select private.hold_messages_back(${hookId}, make_interval(secs => ${waitMs / 1000}))`);
}

/** Number of messages that wait, and number that were given up. */
export async function countMessages(database: Database): Promise<{ waiting: number; failed: number }> {
  const { rows } = await database.query<{ waiting: number; failed: number }>(sql`
    select count(*) filter (where gave_up_at is null)::int as waiting, count(gave_up_at)::int as failed
    from public.outbox where sent_at is null`);
  return rows[0] ?? { waiting: 0, failed: 0 };
}

/** Age in seconds of the oldest waiting message; 0 when none waits. */
export async function oldestMessageSeconds(database: Database): Promise<number> {
  const { rows } = await database.query<{ age: number | null }>(sql`
    select extract(epoch from now() - min(made_at))::float8 as age
    from public.outbox where sent_at is null and gave_up_at is null`);
  return rows[0]?.age ?? 0;
}

/**
 * Ends links to choose a password with, used and unused, removes the mails that bring them, and says whether there were any. Open invitations
 * stay as expired ones, which their admins renew or revoke.
 */
export async function removeAccountLinks(database: Database): Promise<boolean> {
  await database.query(sql`delete from public.outbox where channel = 'account-mail'`);
  const expired = await database.query(sql`
    update private.account_links set expires_at = now() where kind = 'invitation' and used_at is null and ended_at is null`);
  const { rowCount } = await database.query(sql`
    delete from private.account_links where kind <> 'invitation' or used_at is not null or ended_at is not null`);
  return rowCount !== 0 || expired.rowCount !== 0;
}

/** Removes messages older than `days`, whatever their outcome: a message may say whose car stood where. */
export async function removeOldMessages(database: Database, days: number): Promise<void> {
  await doNoted(database, "expiry", async () => {
    await database.query(sql`select private.remove_old_messages(make_interval(days => ${days}))`);
    return {};
  });
}

/**
 * Notes whether this server sends mail, and its own address for links. Where the server sends none, triggers put no mail into the outbox;
 * without its address no link is offered.
 */
export async function noteMail(database: Database, sendsMail: boolean, publicUrl: string | null = null): Promise<void> {
  await database.query(sql`
    update private.settings set sends_mail = ${sendsMail}, public_url = ${publicUrl}
    where (sends_mail, public_url) is distinct from (${sendsMail}::boolean, ${publicUrl}::text)`);
}
