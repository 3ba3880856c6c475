/** The only owner of realtime channels. It counts the listeners of each channel, and leaves the channel after the last one. */
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import type { RealtimeChannel, RealtimePostgresChangesPayload } from "@supabase/supabase-js";
import { useActing } from "./acting.ts";
import { type Client, getClientOf, type Identity } from "./client.ts";
import type { Database } from "./database.gen.ts";

export type TableName = keyof Database["public"]["Tables"];
export type Row<T extends TableName> = Database["public"]["Tables"][T]["Row"];
/** A change of a row. A DELETE has only the key in `old`. */
export type Change<T extends TableName> = RealtimePostgresChangesPayload<Row<T>>;

/** The source of changes: a table and, if it is narrower, a filter such as `project_id=eq.standard`. */
export type Source<T extends TableName> = { table: T; filter?: string | undefined };

type Listener = {
  onChange: (change: never) => void;
  /** Called after every join of the channel. Changes before it, or during a gap, were missed, so the screen fetches again. */
  onJoined: () => void;
};

type Subscription = {
  /** The identity of the channel. A channel may carry rows that another identity must not see. */
  identity: Identity;
  listeners: Set<Listener>;
  joined: boolean;
  channel?: RealtimeChannel;
  left: boolean;
};

let joins = 0;
const subscriptions = new Map<string, Subscription>();

/** Whether every channel in use is joined. Screens say when they are not live. */
let isLive = true;
const statusListeners = new Set<() => void>();

function updateStatus(): void {
  const next = [...subscriptions.values()].every((subscription) => subscription.joined);
  if (next === isLive) return;
  isLive = next;
  for (const listener of statusListeners) listener();
}

/** The longest wait for a heartbeat's answer once the device says that its network is gone, in milliseconds. */
const HEARTBEAT_LIMIT_MS = 3000;

/**
 * Asks the server for a sign of life. Without an answer the second call ends the channels, a minute before the client would: the screen
 * says at once that it is not live. The device may be wrong about the server, and an answered heartbeat changes nothing.
 */
function askForLife(): void {
  const sockets = new Set([...subscriptions.values()].flatMap(({ channel }) => channel?.socket ?? []));
  for (const socket of sockets) {
    void socket.sendHeartbeat();
    setTimeout(() => void socket.sendHeartbeat(), HEARTBEAT_LIMIT_MS);
  }
}

/** Follows the changes of a table until the returned function is called. Listeners of the same source and identity share one channel. */
export function followTable<T extends TableName>(
  identity: Identity,
  source: Source<T>,
  onChange: (change: Change<T>) => void,
  onJoined: () => void,
): () => void {
  const topic = `${source.table}:${source.filter ?? "*"}`;
  const key = `${identity} ${topic}`;
  const listener = { onChange, onJoined } as Listener;
  const existing = subscriptions.get(key);
  const subscription: Subscription = existing ?? { identity, listeners: new Set(), joined: false, left: false };
  subscription.listeners.add(listener);
  if (existing?.joined) onJoined();
  // A listener that is added again is one listener.
  addEventListener("offline", askForLife);
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

/** The pause before a closed channel is joined again, in milliseconds. */
const JOIN_AGAIN_MS = 3000;

/** A client that is authorised before its first message; undefined while the server is away. */
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
    // A DELETE event has only the row's key, so a filter on another column would hide all of them.
    .on("postgres_changes", { event: "DELETE", ...at }, handleChange)
    .subscribe((status) => {
      if (subscription.left) return;
      subscription.joined = status === "SUBSCRIBED";
      if (subscription.joined) for (const { onJoined } of subscription.listeners) onJoined();
      updateStatus();
      // After an error the client joins again by itself. A channel that the server closed (its token ended) is joined again here.
      if (status === "CLOSED") joinAgain();
    });
}

/**
 * Follows a table while the component is mounted.
 * @param onChange gets each change; @param onJoined runs after each (re)join, to fetch missed changes.
 */
export function useLive<T extends TableName>(
  { table, filter }: Source<T>,
  onChange: (change: Change<T>) => void,
  onJoined: () => void,
): void {
  const { login } = useActing();
  const handleChange = useEffectEvent(onChange);
  const handleJoined = useEffectEvent(onJoined);
  useEffect(
    () =>
      followTable(
        login,
        { table, filter },
        (change) => handleChange(change),
        () => handleJoined(),
      ),
    [login, table, filter],
  );
}

/** Whether this page is live now. */
export const useIsLive = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      statusListeners.add(listener);
      return () => statusListeners.delete(listener);
    },
    () => isLive,
    () => false,
  );

/** The interval of the fetches for a list without a channel, or after a failed fetch, in milliseconds. */
const POLL_MS = 15_000;
/** The interval for lists that people act on at once: units, cars, people on duty. */
export const PROMPT_POLL_MS = 10_000;

/**
 * The interval at which a list is fetched, for `refetchInterval`. A live list is fetched every `whileLive` milliseconds, or not at all.
 * After a failed fetch it is fetched every `otherwise` milliseconds until a fetch succeeds, because a change is reported only once. This
 * interval replaces the query's own one, which may be passed as `whileLive`.
 */
export function useListInterval(
  whileLive: number | false = false,
  otherwise = POLL_MS,
): (query: { state: { error: Error | null } }) => number | false {
  const isLive = useIsLive();
  return ({ state }) => (isLive && state.error === null ? whileLive : otherwise);
}
