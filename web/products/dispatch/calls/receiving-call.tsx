import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { ReceiveAnswer, SimilarCall } from "#data/calls/mutations.ts";
import { Button } from "#shared/ui/button.tsx";
import { callTexts as texts } from "./call-texts.ts";
import { NewCall } from "./new-call.tsx";
import type { CallActions } from "./use-call-actions.ts";
import { UnsentList } from "./unsent-list.tsx";
import type { Receiving } from "./use-receiving.ts";

/** The form of a new call, and what is open at the place of the last one; over all tabs (document 5 §3). */
export function ReceivingCall({ receiving, actions }: { receiving: Receiving; actions: CallActions }) {
  const { isAdding, close, received, note, dismiss } = receiving;
  function handleReceived(answer: ReceiveAnswer) {
    close();
    note(answer);
  }
  const box = useRef<HTMLDivElement>(null);
  useFocusAfter(isAdding, box);
  return (
    <div ref={box} className="mt-3 empty:hidden">
      <UnsentList unsent={receiving.unsent} />
      {isAdding && <NewCall key={receiving.form} receiving={receiving} onReceived={handleReceived} />}
      {received !== undefined && (
        <Similar key={received.call.id} received={received} actions={actions} onClose={dismiss} />
      )}
    </div>
  );
}

/** Gives the focus of a closed form to the question that follows it, or to the button that opened the form. */
function useFocusAfter(isAdding: boolean, box: RefObject<HTMLDivElement | null>) {
  const opener = useRef<HTMLElement>(undefined);
  useLayoutEffect(() => {
    if (isAdding && document.activeElement instanceof HTMLElement) opener.current = document.activeElement;
  }, [isAdding]);
  useEffect(() => {
    if (isAdding || document.activeElement !== document.body) return;
    (box.current?.querySelector("button") ?? opener.current)?.focus({ preventScroll: true });
  }, [isAdding, box]);
}

type SimilarProps = { received: ReceiveAnswer; actions: CallActions; onClose: () => void };

/** Open calls of the same place as the one that was just saved. */
function Similar({ received: { call, similar }, actions, onClose }: SimilarProps) {
  const section = useRef<HTMLElement>(null);
  // A call may be taken by a command far down the page. Some browsers answer a scroll with a promise, which is no clean-up.
  useEffect(() => {
    section.current?.scrollIntoView({ block: "center" });
  }, []);
  async function handleDuplicate(of: SimilarCall) {
    if (await actions.markDuplicate(call, of)) onClose();
  }
  return (
    <section
      ref={section}
      aria-label={texts.newCall.similar(call.number)}
      className="mb-5 flex flex-wrap items-center gap-x-6 gap-y-1 rounded-card border-2 border-warning bg-warning-soft px-4 py-2"
    >
      <p className="font-semibold">{texts.newCall.similar(call.number)}</p>
      <ul className="mr-auto">
        {similar.map((other) => (
          <li key={other.id} className="flex flex-wrap items-center gap-3 py-1">
            <span className="wrap-anywhere">
              {other.number} · {other.place}
              {other.nature !== "" && ` · ${other.nature}`}
            </span>
            <Button size="small" onClick={() => void handleDuplicate(other)}>
              {texts.newCall.duplicateOf(other.number)}
            </Button>
          </li>
        ))}
      </ul>
      <Button size="small" variant="ghost" onClick={onClose}>
        {texts.newCall.notDuplicate}
      </Button>
    </section>
  );
}
