import type { StoredFine } from "#data/fines/mutations.ts";
import { keepDraft, readDraft } from "#session/drafts.ts";
import type { Session } from "#session/store.ts";

/** What the next fine is offered: where the last one of this login was, and for what (document 4 §5). Empty before the first. */
export type LastFine = { street: string; violation: string };

const NAME = "last fine";

export function readLastFine(session: Session): LastFine {
  const { street = "", violation = "" } = (readDraft("attendant", session, NAME) ?? {}) as Partial<LastFine>;
  return { street, violation };
}

export const keepLastFine = (session: Session, { street, violation_text: violation }: StoredFine): void =>
  keepDraft("attendant", session, NAME, { street, violation } satisfies LastFine);
