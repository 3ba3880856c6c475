import { useEffect, useState } from "react";
import { ownerOf } from "#session/owner.ts";
import type { Session } from "#session/store.ts";
import { listWaiting, markRefused, onWaitingChange, type Waiting } from "#shared/offline/device-store.ts";
import type { Entry } from "#parking/kernel/queue/entries.ts";

/** A row of the queue with this product's entry. */
export type WaitingEntry = Waiting & Entry;

/** The waiting rows of this login, in order; undefined until they are read. */
export function useWaiting(session: Session): readonly WaitingEntry[] | undefined {
  const [rows, setRows] = useState<readonly WaitingEntry[]>();
  const owner = ownerOf("attendant", session);
  useEffect(() => {
    let isGone = false;
    const read = () =>
      void listWaiting(owner).then(
        (found) => !isGone && setRows(found as WaitingEntry[]),
        // A device that stores nothing has no waiting rows.
        () => !isGone && setRows([]),
      );
    read();
    const unfollow = onWaitingChange(read);
    return () => {
      isGone = true;
      unfollow();
    };
  }, [owner]);
  return rows;
}

/** Retries all refused rows. */
export async function retryRefused(owner: string): Promise<void> {
  const refused = (await listWaiting(owner)).filter((row) => row.refused !== undefined);
  await Promise.all(refused.map(({ place }) => markRefused(place, undefined)));
}
