import { useEffect, useState } from "react";
import { useLostSince } from "#data/contact.ts";
import { isUnreachable } from "#data/data-error.ts";
import { type NewCall as Typed, type ReceiveAnswer, useReceiveCall } from "#data/calls/mutations.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { CancelButton, Form, SubmitButton } from "#shared/form/form.tsx";
import { SubmitError, useForm } from "#shared/form/use-form.ts";
import { randomKey } from "#shared/random-key.ts";
import { CallInputs, callSchema } from "./call-inputs.tsx";
import { callTexts } from "./call-texts.ts";

const { newCall: texts } = callTexts;

const FIRST = { place: "", nature: "", priority: "2", caller: "" };

export const useReceive = defineAction({
  mutation: useReceiveCall,
  thing: ({ id }) => id,
  done: ({ call, similar }) => ({
    text: texts.saved(call.number),
    ...(similar.length > 0 && { description: texts.similar(call.number) }),
  }),
  failed: () => ({ text: texts.failed, at: "both" }),
});

type NewCallProps = { onReceived: (answer: ReceiveAnswer) => void; onClose: () => void };

/** Sends calls. One that found no network is kept with its id and its time, so that it is stored once. */
function useSending(onReceived: NewCallProps["onReceived"]) {
  const action = useReceive();
  const [unsent, setUnsent] = useState<Typed>();

  async function send(typed: Omit<Typed, "id" | "received_at">) {
    const { id = randomKey(), received_at = new Date().toISOString() } = unsent ?? {};
    const call = { ...typed, id, received_at };
    setUnsent(undefined);
    try {
      onReceived(await action.submit(call));
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      setUnsent(call);
      throw new SubmitError(`${texts.notSent}. ${texts.notSentText}`);
    }
  }

  return { send, failed: action.failed, isUnsent: unsent !== undefined };
}

/** The form of a new call. Without a network it keeps what was typed, and sends it once when the line is back (document 5 §3). */
export function NewCall({ onReceived, onClose }: NewCallProps) {
  const { send, failed, isUnsent } = useSending(onReceived);
  const form = useForm({ initial: FIRST, schema: callSchema, onSubmit: send, failed });
  const { ref } = form.formProps;
  useEffect(() => ref.current?.querySelector("input")?.focus(), [ref]);

  const isLost = useLostSince() !== undefined;
  useEffect(() => {
    if (isUnsent && !isLost && !form.isPending) ref.current?.requestSubmit();
  }, [isUnsent, isLost, form.isPending, ref]);

  return (
    <Form
      form={form}
      label={texts.title}
      className="mb-5 rounded-card border border-line bg-surface p-4 sm:grid-cols-2 [&>:last-child]:col-span-full"
      actions={
        <>
          <SubmitButton form={form}>{texts.save}</SubmitButton>
          <CancelButton onClick={onClose} />
        </>
      }
    >
      <CallInputs form={form} />
    </Form>
  );
}
