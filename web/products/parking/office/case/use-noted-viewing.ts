import { useEffect, useRef } from "react";
import { useActingPerson } from "#data/acting.ts";
import { recordCaseEvent } from "#data/fines/mutations.ts";
import type { WholeCase } from "#data/fines/queries.ts";
import { randomKey } from "#shared/random-key.ts";

/** Notes once that a person opened the case (document 4 §4: `case_viewed`); the case itself does not change. */
export function useNotedViewing({ id: fineId, last_event: expectedEvent }: WholeCase): void {
  const acting = useActingPerson();
  const key = useRef<string>(undefined);
  useEffect(() => {
    if (key.current !== undefined) return;
    key.current = randomKey();
    const event = { fineId, eventId: key.current, kind: "case_viewed" as const, expectedEvent };
    // The case is already on the screen, so a failed note changes nothing.
    recordCaseEvent(acting, event).catch(() => undefined);
  }, [fineId, expectedEvent, acting]);
}
