import { useState } from "react";
import type { ReceiveAnswer } from "#data/calls/mutations.ts";

/** A call that is being taken, and the last one that was saved while others of its place are open. */
export type Receiving = {
  isAdding: boolean;
  add: () => void;
  cancel: () => void;
  received: ReceiveAnswer | undefined;
  /** Notes a call that was saved, by the form or by a command. */
  note: (answer: ReceiveAnswer) => void;
  dismiss: () => void;
};

/** Keeps a call that is being taken above the tabs, so that a look at the units loses nothing that was typed. */
export function useReceiving(): Receiving {
  const [isAdding, setAdding] = useState(false);
  const [received, setReceived] = useState<ReceiveAnswer>();
  return {
    isAdding,
    add: () => setAdding(true),
    cancel: () => setAdding(false),
    received,
    note: (answer) => setReceived(answer.similar.length === 0 ? undefined : answer),
    dismiss: () => setReceived(undefined),
  };
}
