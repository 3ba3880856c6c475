import { useState } from "react";
import type { NewCall, ReceiveAnswer } from "#data/calls/mutations.ts";
import { isUnreachable } from "#data/data-error.ts";
import { randomKey } from "#shared/random-key.ts";
import { type Unsent, useReceive, useUnsent } from "./use-unsent.ts";

/** A call that is being taken, calls that wait for a network, and the last one that was saved while others of its place are open. */
export type Receiving = {
  isAdding: boolean;
  /** The open form; another one begins empty. */
  form: number;
  /** Opens the form. A form whose call was not sent leaves it to the list of unsent calls, for the next one. */
  add: () => void;
  close: () => void;
  received: ReceiveAnswer | undefined;
  /** Notes a call that was saved, by the form or by a command. */
  note: (answer: ReceiveAnswer) => void;
  dismiss: () => void;
  unsent: Unsent;
  /** Names the unsent call that the open form sends itself. */
  hold: (id: string) => void;
  /** Stores a call; without a network it is kept on the device. False when it is neither stored nor kept. */
  receive: (call: Omit<NewCall, "id" | "received_at">) => Promise<boolean>;
};

/** Keeps a call that is being taken above the tabs, so that a look at the units loses nothing that was typed. */
export function useReceiving(owner: string): Receiving {
  const [form, setForm] = useState<{ number: number; isOpen: boolean; held?: string }>({ number: 0, isOpen: false });
  const [received, setReceived] = useState<ReceiveAnswer>();
  const receiving = useReceive();
  const note = (answer: ReceiveAnswer) => setReceived(answer.similar.length === 0 ? undefined : answer);
  const unsent = useUnsent(owner, form.held, note);

  async function receive(typed: Omit<NewCall, "id" | "received_at">): Promise<boolean> {
    const call = { ...typed, id: randomKey(), received_at: new Date().toISOString() };
    const outcome = await receiving.run(call);
    if (outcome.status === "done") note(outcome.result);
    if (outcome.status !== "failed" || !isUnreachable(outcome.error)) return outcome.status === "done";
    return unsent.keep(call).then(
      () => true,
      () => false,
    );
  }

  return {
    isAdding: form.isOpen,
    form: form.number,
    add: () => setForm(({ number, held }) => ({ number: held === undefined ? number : number + 1, isOpen: true })),
    close: () => setForm(({ number }) => ({ number: number + 1, isOpen: false })),
    received,
    note,
    dismiss: () => setReceived(undefined),
    unsent,
    hold: (held) => setForm((now) => ({ ...now, held })),
    receive,
  };
}
