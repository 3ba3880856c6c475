// The outbox of messages: what is due is taken by one process at a time, and put down as sent, for later, or given up.
import sql from "sql-template-tag";
import type { MessageChannel, MessageFacts } from "#contract/messages.ts";
import type { Database } from "#server/database/connect.ts";

/** A message that this process has taken, with what is looked up when it is sent. */
export type TakenMessage = {
  id: string;
  channel: MessageChannel;
  event: string;
  facts: MessageFacts;
  /** Which attempt this is; whoever took it since has a higher one. */
  attempts: number;
  /** Milliseconds that it has been tried for. */
  age: number;
  hook_id: string | null;
  /** Null where no hook is told, but the driver. */
  hook: {
    is_active: boolean;
    with_plate: boolean;
    with_name: boolean;
    events: string[];
    /** The whole address of a webhook. */
    address: string | null;
  } | null;
  /** The site's address of mail, or the driver's. */
  email: string | null;
  /** What the site answered to an objection, and the key of the case. */
  reply: string | null;
  public_key: string | null;
  issuer_name: string | null;
};

/** What has become of an attempt. */
export type Outcome =
  | { is: "sent" }
  | { is: "later"; waitMs: number; error: string }
  | { is: "given-up"; error: string };

/**
 * Takes at most so many due messages of these channels, and nobody else gets them for `leaseMs`. A message waits for the earlier ones that tell the same
 * receiver of the same thing. Sites take turns, so that one with many messages keeps nobody else's.
 */
export async function takeMessages(
  database: Database,
  { channels, most, leaseMs }: { channels: readonly MessageChannel[]; most: number; leaseMs: number },
): Promise<TakenMessage[]> {
  const { rows } = await database.query<TakenMessage>(sql`
    with turns as (
      select o.id, row_number() over (partition by o.site_id, o.project_id order by o.due_at, o.number) as turn
      from public.outbox o
      where o.sent_at is null and o.gave_up_at is null and o.due_at <= now()
        and o.channel = any (${channels}::text[])
        and not exists (
          select from public.outbox e
          where e.about = o.about and e.hook_id is not distinct from o.hook_id and e.number < o.number
            and e.sent_at is null and e.gave_up_at is null)
    ), due as (
      select o.id from public.outbox o join turns t on t.id = o.id
      -- Once more, for what another process took meanwhile.
      where o.sent_at is null and o.gave_up_at is null and o.due_at <= now()
      order by t.turn, o.due_at, o.number
      limit ${most}
      for update of o skip locked
    ), taken as (
      update public.outbox o
      set attempts = o.attempts + 1, due_at = now() + make_interval(secs => ${leaseMs / 1000})
      from due where o.id = due.id
      returning o.*
    )
    select t.id, t.channel, t.event, t.facts, t.attempts, extract(epoch from now() - t.tried_since)::float8 * 1000 as age, t.hook_id,
      case when h.id is not null then jsonb_build_object('is_active', h.is_active, 'with_plate', h.with_plate, 'with_name', h.with_name,
        'events', h.events, 'address', a.address) end as hook,
      case when h.id is null then o.email else (private.settings_of(t.project_id)).contact_email end as email,
      o.reply, f.public_key, (private.settings_of(t.project_id)).issuer_name
    from taken t
    left join public.message_hooks h on h.id = t.hook_id
    left join private.hook_addresses a on a.hook_id = t.hook_id
    left join public.fines f on f.id = t.fine_id
    left join public.objections o on t.event = 'decision' and o.id = (t.facts ->> 'objection_id')::uuid
    order by t.number`);
  return rows;
}

/** Puts down what has become of an attempt, unless another process has taken the message since. */
export async function settleMessage(database: Database, message: TakenMessage, outcome: Outcome): Promise<void> {
  const error = outcome.is === "sent" ? null : outcome.error.slice(0, 300);
  await database.query(sql`
    update public.outbox
    set sent_at = case when ${outcome.is === "sent"} then now() end,
      gave_up_at = case when ${outcome.is === "given-up"} then now() end,
      due_at = now() + make_interval(secs => ${outcome.is === "later" ? outcome.waitMs / 1000 : 0}),
      last_error = ${error}
    where id = ${message.id} and attempts = ${message.attempts} and sent_at is null`);
}

/** Lets nothing go to a receiver for a while that asked to be left alone. */
export async function holdBack(database: Database, hookId: string, waitMs: number): Promise<void> {
  await database.query(sql`
    update public.outbox set due_at = greatest(due_at, now() + make_interval(secs => ${waitMs / 1000}))
    where hook_id = ${hookId} and sent_at is null and gave_up_at is null`);
}

/** How many messages wait, and how many were given up. */
export async function countMessages(database: Database): Promise<{ waiting: number; failed: number }> {
  const { rows } = await database.query<{ waiting: number; failed: number }>(sql`
    select count(*) filter (where gave_up_at is null)::int as waiting, count(gave_up_at)::int as failed
    from public.outbox where sent_at is null`);
  return rows[0] ?? { waiting: 0, failed: 0 };
}

/** Removes what is older than `days`, whatever became of it: it may say whose car stood where. */
export async function removeOldMessages(database: Database, days: number): Promise<void> {
  await database.query(sql`delete from public.outbox where made_at < now() - make_interval(days => ${days})`);
}

/** Puts down whether this server sends mail: the triggers put none into the outbox where it does not. */
export async function noteMail(database: Database, sendsMail: boolean): Promise<void> {
  await database.query(
    sql`update private.settings set sends_mail = ${sendsMail} where sends_mail is distinct from ${sendsMail}`,
  );
}
