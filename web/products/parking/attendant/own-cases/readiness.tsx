import { useEffect, useState, useSyncExternalStore } from "react";
import { type ActingAttendant, useActingAttendant } from "#data/acting.ts";
import type { Session } from "#session/store.ts";
import { shortTime } from "../check/rules/answer-words.ts";
import { caseNumbersOf } from "../fines/issuing/case-numbers.ts";
import { useNow } from "#shared/use-now.ts";
import { queueTexts as texts } from "../queue/queue-texts.ts";
import { knownOf, onKnowledge } from "../offline/knowledge.ts";

const LOOK_EVERY_MS = 5000;

/** Whether the service worker serves this page, so that the application opens without a network. */
const isApplicationKept = (): boolean => "serviceWorker" in navigator && navigator.serviceWorker.controller !== null;

/** Says whether this phone is ready to work without a network, and what is missing (document 4 §6). */
export function OfflineReadiness({ session }: { session: Session }) {
  const acting = useActingAttendant();
  const { owner } = acting.device;
  const knownAt = useSyncExternalStore(onKnowledge, () => knownOf(owner)?.at);
  const { count, refused, isKept } = useDevice(acting, session);
  const now = useNow();
  const isReady = count > 0 && knownAt !== undefined && isKept;
  const parts = [
    texts.numbers(count),
    knownAt === undefined ? texts.knownNot : texts.knownFrom(shortTime(new Date(knownAt).toISOString(), now)),
    isKept ? texts.applicationKept : texts.applicationNotKept,
  ];
  return (
    // Two lines high from the start, so that nothing below moves.
    <p className="mb-6 min-h-12 text-sm text-ink-soft">
      {isReady ? texts.ready : <strong className="text-warning">{texts.notReady}</strong>}: {parts.join(", ")}
      {count === 0 && refused !== undefined && `. ${refused}`}
    </p>
  );
}

/** The device's case numbers and stored application. They are read again and again, because other tabs use numbers too. */
function useDevice(acting: ActingAttendant, session: Session) {
  const look = () => ({ ...caseNumbersOf(acting, session).left(), isKept: isApplicationKept() });
  const [state, setState] = useState(look);
  useEffect(() => {
    const timer = setInterval(() => setState(look()), LOOK_EVERY_MS);
    return () => clearInterval(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `look` reads what the two name
  }, [acting, session]);
  return state;
}
