import { clsx } from "clsx";
import { useEffect, useState, useSyncExternalStore } from "react";
import { type ActingOnDevice, useActingOnDevice } from "#data/acting.ts";
import type { Session } from "#session/store.ts";
import { shortTime } from "../check/rules/answer-words.ts";
import { caseNumbersOf } from "../fines/issuing/case-numbers.ts";
import { stateMark } from "#shared/ui/badge.tsx";
import { useNow } from "#shared/use-now.ts";
import { queueTexts as texts } from "../queue/queue-texts.ts";
import { knownOf, onKnowledge } from "../offline/knowledge.ts";

const LOOK_EVERY_MS = 5000;

/** Whether the service worker serves this page, so that the application opens without a network. */
const isApplicationKept = (): boolean => "serviceWorker" in navigator && navigator.serviceWorker.controller !== null;

/** The device's numbers, data and application, and whether they are enough to work without a network. */
function useReadiness(session: Session) {
  const acting = useActingOnDevice();
  const { owner } = acting.device;
  const knownAt = useSyncExternalStore(onKnowledge, () => knownOf(owner)?.at);
  const device = useDevice(acting, session);
  return { ...device, knownAt, isReady: device.count > 0 && knownAt !== undefined && device.isKept };
}

/** Says in a word whether this phone is ready to work without a network. */
export function ReadinessSign({ session }: { session: Session }) {
  const { isReady } = useReadiness(session);
  return (
    <span
      className={stateMark({
        tone: isReady ? "success" : "warning",
        className: clsx(
          "inline-flex items-center gap-1.5 text-sm before:size-2.5",
          isReady ? "font-normal text-ink-soft" : "font-semibold text-warning",
        ),
      })}
    >
      {isReady ? texts.ready : texts.notReady}
    </span>
  );
}

/** Says whether this phone is ready to work without a network, and what is missing (document 4 §6). */
export function OfflineReadiness({ session }: { session: Session }) {
  const { count, refused, isKept, knownAt, isReady } = useReadiness(session);
  const now = useNow();
  const parts = [
    texts.numbers(count),
    knownAt === undefined ? texts.knownNot : texts.knownFrom(shortTime(new Date(knownAt).toISOString(), now)),
    isKept ? texts.applicationKept : texts.applicationNotKept,
  ];
  return (
    <p className="pt-2 pb-3 text-sm text-ink-soft">
      {isReady ? texts.ready : <strong className="text-warning">{texts.notReady}</strong>}: {parts.join(", ")}
      {count === 0 && refused !== undefined && `. ${refused}`}
    </p>
  );
}

/** The device's case numbers and stored application. They are read again and again, because other tabs use numbers too. */
function useDevice(acting: ActingOnDevice, session: Session) {
  const look = () => ({ ...caseNumbersOf(acting, session).left(), isKept: isApplicationKept() });
  const [state, setState] = useState(look);
  useEffect(() => {
    const timer = setInterval(() => setState(look()), LOOK_EVERY_MS);
    return () => clearInterval(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `look` reads what the two name
  }, [acting, session]);
  return state;
}
