/** The one owner of realtime channels: counts who listens, leaves when the last one has gone. */
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import type { RealtimeChannel, RealtimePostgresChangesPayload } from "@supabase/supabase-js";
import { actingIdentity, type Client, getClientOf, type Identity } from "./client.ts";
import type { Database } from "./database.gen.ts";

export type TableName = keyof Database["public"]["Tables"];
export type Row<T extends TableName> = Database["public"]["Tables"][T]["Row"];
/** One change of a row. A DELETE carries the key alone in `old`. */
export type Change<T extends TableName> = RealtimePostgresChangesPayload<Row<T>>;

/** What a screen follows: a table and, where it is narrower, a filter such as `project_id=eq.standard`. */
export type Source<T extends TableName> = { table: T; filter?: string | undefined };

type Listener = {
  onChange: (change: never) => void;
  /** Called after every join: events before it, or during a gap, are gone and the screen fetches again. */
  onJoined: () => void;
};

type Subscription = {
  /** Whose channel it is: what another one hears is not theirs to see. */
  identity: Identity;
  listeners: Set<Listener>;
  joined: boolean;
  channel?: RealtimeChannel;
  left: boolean;
};

let joins = 0;
const subscriptions = new Map<string, Subscription>();

/** Whether every channel in use is joined; screens tell people when they are not live. */
let isLive = true;
const statusListeners = new Set<() => void>();

function updateStatus(): void {
  const next = [...subscriptions.values()].every((subscription) => subscription.joined);
  if (next === isLive) return;
  isLive = next;
  for (const listener of statusListeners) listener();
}

/**
 * Follows the changes of a table until the returned function is called. Listeners of the same source share one channel,
 * which is the acting identity's.
 */
export function followTable<T extends TableName>(
  source: Source<T>,
  onChange: (change: Change<T>) => void,
  onJoined: () => void,
): () => void {
  const topic = `${source.table}:${source.filter ?? "*"}`;
  const identity = actingIdentity();
  const key = `${identity} ${topic}`;
  const listener = { onChange, onJoined } as Listener;
  const existing = subscriptions.get(key);
  const subscription: Subscription = existing ?? { identity, listeners: new Set(), joined: false, left: false };
  subscription.listeners.add(listener);
  if (existing?.joined) onJoined();
  if (existing === undefined) {
    subscriptions.set(key, subscription);
    void join(topic, source, subscription);
  }
  updateStatus();
  return () => {
    subscription.listeners.delete(listener);
    if (subscription.listeners.size > 0) return;
    subscription.left = true;
    if (subscriptions.get(key) === subscription) subscriptions.delete(key);
    void subscription.channel?.unsubscribe();
    updateStatus();
  };
}

/** Pause before a channel is asked for anew, in milliseconds. */
const JOIN_AGAIN_MS = 3000;

/** A client that speaks as its person from its first frame on; undefined while the server is away. */
async function connectedClient(identity: Identity): Promise<Client | undefined> {
  try {
    const client = await getClientOf(identity);
    await client.realtime.setAuth();
    return client;
  } catch {
    return undefined;
  }
}

async function join<T extends TableName>(topic: string, source: Source<T>, subscription: Subscription): Promise<void> {
  const client = await connectedClient(subscription.identity);
  if (subscription.left) return;
  const joinAgain = () =>
    setTimeout(() => void (subscription.left || join(topic, source, subscription)), JOIN_AGAIN_MS);
  if (client === undefined) {
    joinAgain();
    return;
  }
  const at = { schema: "public", table: source.table } as const;
  const filtered = source.filter === undefined ? at : { ...at, filter: source.filter };
  const handleChange = (change: RealtimePostgresChangesPayload<Row<T>>) => {
    for (const { onChange } of subscription.listeners) onChange(change as never);
  };
  // The number keeps a channel that is still leaving apart from its successor.
  subscription.channel = client
    .channel(`${topic}#${++joins}`)
    .on("postgres_changes", { event: "INSERT", ...filtered }, handleChange)
    .on("postgres_changes", { event: "UPDATE", ...filtered }, handleChange)
    // A removed row is told by its key alone: a filter on another column would let none of them through.
    .on("postgres_changes", { event: "DELETE", ...at }, handleChange)
    .subscribe((status) => {
      if (subscription.left) return;
      subscription.joined = status === "SUBSCRIBED";
      if (subscription.joined) for (const { onJoined } of subscription.listeners) onJoined();
      updateStatus();
      // After an error the client joins again by itself; a channel that the server closed (its token ended) does not.
      if (status === "CLOSED") joinAgain();
    });
}

/**
 * Follows a table while the component is mounted.
 * @param onChange gets each change; @param onJoined runs after each (re)join, to fetch what was missed.
 */
export function useLive<T extends TableName>(
  { table, filter }: Source<T>,
  onChange: (change: Change<T>) => void,
  onJoined: () => void,
): void {
  const handleChange = useEffectEvent(onChange);
  const handleJoined = useEffectEvent(onJoined);
  useEffect(
    () =>
      followTable(
        { table, filter },
        (change) => handleChange(change),
        () => handleJoined(),
      ),
    [table, filter],
  );
}

/** Whether what this page shows is live right now. */
export const useIsLive = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      statusListeners.add(listener);
      return () => statusListeners.delete(listener);
    },
    () => isLive,
  );

/** How often a list is fetched by itself while it is not followed, or may have missed something, in milliseconds. */
const POLL_MS = 15_000;
/** The same for what people act on at once: units, cars, who is on duty. */
export const PROMPT_POLL_MS = 10_000;

/**
 * How often a list that is followed is fetched by itself, for `refetchInterval`: every `whileLive` milliseconds, or not at all. A change is
 * told once, so that a list whose fetch after it failed would stay as it was before: it is fetched every `otherwise` milliseconds until that
 * succeeds. It takes the place of the query's own interval, which is given as `whileLive` where it shall count.
 */
export function useListInterval(
  whileLive: number | false = false,
  otherwise = POLL_MS,
): (query: { state: { error: Error | null } }) => number | false {
  const isLive = useIsLive();
  return ({ state }) => (isLive && state.error === null ? whileLive : otherwise);
}
