import { useWaitingOf } from "#data/queue/use-waiting.ts";
import { ownerOf } from "#session/owner.ts";
import type { Session } from "#session/store.ts";
import type { Waiting } from "#shared/offline/device-store.ts";
import type { Entry } from "#parking/kernel/queue/entries.ts";

/** A row of the queue with this product's entry. */
export type WaitingEntry = Waiting & Entry;

/** The waiting rows of this login, in order; undefined until they are read. */
export const useWaiting = (session: Session) =>
  useWaitingOf(ownerOf("attendant", session)) as readonly WaitingEntry[] | undefined;
