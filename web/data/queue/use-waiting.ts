import { useEffect, useState } from "react";
import { listWaiting, markRefused, onWaitingChange, type Waiting } from "#shared/offline/device-store.ts";

/** The rows of a login that wait on the device, in order; undefined until they are read. */
export function useWaitingOf(owner: string): readonly Waiting[] | undefined {
  const [rows, setRows] = useState<readonly Waiting[]>();
  useEffect(() => {
    let isGone = false;
    const read = () =>
      void listWaiting(owner).then(
        (found) => !isGone && setRows(found),
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
