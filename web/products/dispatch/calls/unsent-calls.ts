/** Calls that found no network, kept on this device until they are stored (document 5 §3). */
import { useEffect, useState } from "react";
import type { NewCall } from "#data/calls/mutations.ts";
import {
  dropWaiting,
  keepWaiting,
  listWaiting,
  markRefused,
  onWaitingChange,
  type Waiting,
} from "#shared/offline/device-store.ts";
import { runInOneTab } from "#shared/offline/run-in-one-tab.ts";

/** The kind of the rows in the device's store. */
const KIND = "call";

/** A kept call; `refused` is the server's reason, and the call then waits for the dispatcher. */
export type UnsentCall = Pick<Waiting, "place" | "refused"> & { call: NewCall };

const listUnsent = async (owner: string): Promise<UnsentCall[]> =>
  (await listWaiting(owner))
    .filter(({ kind }) => kind === KIND)
    .map(({ place, refused, payload }) => ({
      place,
      call: payload as NewCall,
      ...(refused === undefined ? {} : { refused }),
    }));

/** The kept call of an id, or undefined. */
export const findUnsent = async (owner: string, id: string): Promise<UnsentCall | undefined> =>
  (await listUnsent(owner)).find(({ call }) => call.id === id);

/** Takes a call off the device, once it is stored or no longer wanted. */
export async function dropUnsent(owner: string, id: string): Promise<void> {
  const kept = await findUnsent(owner, id);
  if (kept !== undefined) await dropWaiting(kept.place);
}

/** Keeps a call on the device; the text of an earlier try is replaced. @throws DeviceFull */
export async function keepUnsent(owner: string, call: NewCall): Promise<void> {
  await dropUnsent(owner, call.id);
  await keepWaiting(owner, [{ id: call.id, kind: KIND, payload: call }]);
}

/** Notes the reason for a refusal; undefined lets the call be sent again. */
export const noteRefusal = markRefused;

/** Sends a call while no other tab does, and no form that is open has it. */
export const whileNobodySends = (id: string, send: () => Promise<void>): Promise<void> =>
  runInOneTab(`dispatch-call ${id}`, send);

/** The calls of this login that are kept on the device, in order. */
export function useUnsentRows(owner: string): readonly UnsentCall[] {
  const [rows, setRows] = useState<readonly UnsentCall[]>([]);
  useEffect(() => {
    let isGone = false;
    const read = () =>
      void listUnsent(owner).then(
        (found) => !isGone && setRows(found),
        // A device that stores nothing keeps no calls.
        () => undefined,
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
