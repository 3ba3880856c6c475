/** Reads a site's unsent messages (waiting or given up), and the state of a decision's mail. */
import type { Row } from "../live.ts";
import { unwrap } from "../unwrap.ts";
import { queryOptions } from "../use-query.ts";

export type UnsentMessage = Pick<
  Row<"outbox">,
  "id" | "made_at" | "hook_id" | "channel" | "event" | "facts" | "attempts" | "due_at" | "gave_up_at" | "last_error"
>;

/** The mail about a decision, and its state. */
export type DecisionMail = Pick<Row<"outbox">, "id" | "facts" | "attempts" | "due_at" | "sent_at" | "gave_up_at">;

/** The interval of the fetches, in milliseconds: the server delivers meanwhile. */
const POLL_MS = 5000;
const MOST = 50;
/** A moment before all others. */
const BEGINNING = "1970-01-01T00:00:00Z";

export const outboxQueries = {
  all: ["outbox"] as const,
  /** The newest messages that wait, or that were given up. */
  unsent: (project: string, state: "waiting" | "failed") =>
    queryOptions({
      queryKey: ["outbox", project, state] as const,
      queryFn: async (acting, { signal }): Promise<UnsentMessage[]> => {
        const client = await acting.client();
        const columns =
          "id, made_at, hook_id, channel, event, attempts, due_at, gave_up_at, last_error, facts" as const;
        const rows = client.from("outbox").select(columns).eq("project_id", project).is("sent_at", null);
        const ofState = state === "waiting" ? rows.is("gave_up_at", null) : rows.gte("gave_up_at", BEGINNING);
        return unwrap(await ofState.order("number", { ascending: false }).limit(MOST).abortSignal(signal));
      },
      refetchInterval: POLL_MS,
    }),

  /**
   * The latest mail about an objection's decision, fetched again while it waits. Null when there was none, or when it was erased by age.
   */
  decision: (fineId: string, objectionId: string) =>
    queryOptions({
      queryKey: ["outbox", "decision", objectionId] as const,
      queryFn: async (acting, { signal }): Promise<DecisionMail | null> => {
        const client = await acting.client();
        const columns = "id, facts, attempts, due_at, sent_at, gave_up_at" as const;
        const rows = client.from("outbox").select(columns).eq("fine_id", fineId).eq("event", "decision");
        const mails = unwrap(await rows.order("number", { ascending: false }).limit(MOST).abortSignal(signal));
        return mails.find(({ facts }) => (facts as { objection_id?: unknown })?.objection_id === objectionId) ?? null;
      },
      refetchInterval: ({ state: { data } }) =>
        data !== undefined && data !== null && isWaiting(data) ? POLL_MS : false,
    }),
};

/** Whether a message is still to be sent. */
export const isWaiting = ({ sent_at, gave_up_at }: Pick<DecisionMail, "sent_at" | "gave_up_at">): boolean =>
  sent_at === null && gave_up_at === null;
