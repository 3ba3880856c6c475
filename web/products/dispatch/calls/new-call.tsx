import { useEffect, useRef, useState } from "react";
import { useLostSince } from "#data/contact.ts";
import { isUnreachable } from "#data/data-error.ts";
import type { NewCall as Typed, ReceiveAnswer } from "#data/calls/mutations.ts";
import { confirm } from "#shared/feedback/confirm.ts";
import { CancelButton, Form, SubmitButton } from "#shared/form/form.tsx";
import { SubmitError, useForm } from "#shared/form/use-form.ts";
import { randomKey } from "#shared/random-key.ts";
import { CallInputs, callSchema } from "./call-inputs.tsx";
import { callTexts } from "./call-texts.ts";
import { whileNobodySends } from "./unsent-calls.ts";
import type { Receiving } from "./use-receiving.ts";
import { useReceive } from "./use-unsent.ts";

const { newCall: texts } = callTexts;

const FIRST = { place: "", nature: "", priority: "2", caller: "" };

type NewCallProps = { receiving: Receiving; onReceived: (answer: ReceiveAnswer) => void };

/** Sends the form's call. One that found no network is kept with its id and its time, so that it is stored once. */
function useSending({ receiving: { unsent, hold }, onReceived }: NewCallProps) {
  const action = useReceive();
  const first = useRef<Pick<Typed, "id" | "received_at">>(undefined);
  const [held, setHeld] = useState<string>();
  useOwnSending(held);

  async function send(typed: Omit<Typed, "id" | "received_at">) {
    first.current ??= { id: randomKey(), received_at: new Date().toISOString() };
    const call = { ...typed, ...first.current };
    try {
      const answer = await action.submit(call);
      if (held !== undefined) await unsent.drop(call.id).catch(() => undefined);
      onReceived(answer);
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      hold(call.id);
      setHeld(call.id);
      // A device without room keeps the call in the form alone.
      await unsent.keep(call).catch(() => undefined);
      throw new SubmitError(`${texts.notSent}. ${texts.notSentText}`);
    }
  }

  return { send, failed: action.failed, held };
}

/** Keeps other tabs from sending a call while its form is open, where it may still be corrected. */
function useOwnSending(id: string | undefined) {
  useEffect(() => {
    if (id === undefined) return undefined;
    const closing = new AbortController();
    const isClosed = new Promise<void>((resolve) => closing.signal.addEventListener("abort", () => resolve()));
    void whileNobodySends(id, () => isClosed);
    return () => closing.abort();
  }, [id]);
}

/** The form of a new call. Without a network it keeps what was typed, and sends it once when the line is back (document 5 §3). */
export function NewCall(props: NewCallProps) {
  const { send, failed, held } = useSending(props);
  const { close, unsent } = props.receiving;
  const form = useForm({ initial: FIRST, schema: callSchema, onSubmit: send, failed });
  const { ref } = form.formProps;
  useEffect(() => ref.current?.querySelector("input")?.focus(), [ref]);

  const isLost = useLostSince() !== undefined;
  useEffect(() => {
    if (held !== undefined && !isLost && !form.isPending) ref.current?.requestSubmit();
  }, [held, isLost, form.isPending, ref]);

  async function handleCancel() {
    if (held !== undefined) {
      if (!(await confirm(texts.discardAsk(form.values.place)))) return;
      await unsent.drop(held);
    }
    close();
  }

  return (
    <Form
      form={form}
      label={texts.title}
      className="mb-5 rounded-card border border-line bg-surface p-4 sm:grid-cols-2 [&>:last-child]:col-span-full"
      actions={
        <>
          <SubmitButton form={form}>{texts.save}</SubmitButton>
          <CancelButton onClick={() => void handleCancel()} />
        </>
      }
    >
      <CallInputs form={form} />
    </Form>
  );
}
