import { useEffect, useEffectEvent } from "react";
import { type NewCall, type ReceiveAnswer, useReceiveCall } from "#data/calls/mutations.ts";
import { useLostSince } from "#data/contact.ts";
import { isUnreachable, messageOf } from "#data/data-error.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { callTexts } from "./call-texts.ts";
import {
  dropUnsent,
  findUnsent,
  keepUnsent,
  noteRefusal,
  type UnsentCall,
  useUnsentRows,
  whileNobodySends,
} from "./unsent-calls.ts";

const { newCall: texts } = callTexts;

/** A call without a network is kept, which is told; a refusal is told. */
export const useReceive = defineAction({
  mutation: useReceiveCall,
  thing: ({ id }) => id,
  done: ({ call, similar }) => ({
    text: texts.saved(call.number),
    ...(similar.length > 0 && { description: texts.similar(call.number) }),
  }),
  failed: (error) =>
    isUnreachable(error)
      ? { kind: "info", text: texts.notSent, description: texts.notSentText }
      : { text: texts.failed, at: "both" },
});

/** Calls that wait for a network. */
export type Unsent = {
  /** The kept calls, but for the one that an open form has. */
  rows: readonly UnsentCall[];
  /** How many calls are kept, with the one of the form. */
  count: number;
  /** Keeps a call, to be sent once the line is back. @throws DeviceFull */
  keep: (call: NewCall) => Promise<void>;
  drop: (id: string) => Promise<void>;
  /** Sends a refused call again. */
  retry: (row: UnsentCall) => Promise<void>;
};

/** Keeps calls that found no network, and sends each once when the line is back. @param held the call that an open form sends itself */
export function useUnsent(
  owner: string,
  held: string | undefined,
  onReceived: (answer: ReceiveAnswer) => void,
): Unsent {
  const kept = useUnsentRows(owner);
  const receiving = useReceive();
  const isLost = useLostSince() !== undefined;
  const rows = kept.filter(({ call }) => call.id !== held);

  const send = useEffectEvent(({ call: { id } }: UnsentCall) =>
    whileNobodySends(id, async () => {
      const row = await findUnsent(owner, id);
      if (row === undefined) return;
      const outcome = await receiving.run(row.call);
      if (outcome.status === "done") {
        await dropUnsent(owner, id);
        onReceived(outcome.result);
      } else if (outcome.status === "failed" && isRefusal(outcome.error)) {
        await noteRefusal(row.place, messageOf(outcome.error));
      }
    }),
  );
  useEffect(() => {
    if (isLost) return;
    for (const row of kept) if (row.call.id !== held && row.refused === undefined) void send(row);
  }, [kept, held, isLost]);

  return {
    rows,
    count: kept.length,
    keep: (call) => keepUnsent(owner, call),
    drop: (id) => dropUnsent(owner, id),
    retry: ({ place }) => noteRefusal(place, undefined),
  };
}

/** The status of a login that has ended: its calls wait for the next one. */
const UNAUTHORIZED = 401;
const isRefusal = (error: unknown) => !isUnreachable(error) && (error as { status?: number }).status !== UNAUTHORIZED;
