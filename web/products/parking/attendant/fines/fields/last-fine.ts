import type { StoredFine } from "#data/fines/mutations.ts";
import { keepDraft, readDraft } from "#session/drafts.ts";
import type { Session } from "#session/store.ts";

/** The place and violation of this login's last fine, offered to the next one (document 4 §5). Empty before the first fine. */
export type LastFine = { street: string; violation: string };

const NAME = "last fine";

export function readLastFine(session: Session): LastFine {
  const { street = "", violation = "" } = (readDraft("attendant", session, NAME) ?? {}) as Partial<LastFine>;
  return { street, violation };
}

export const keepLastFine = (session: Session, { street, violation_text: violation }: StoredFine): void =>
  keepDraft("attendant", session, NAME, { street, violation } satisfies LastFine);
