import { useEffect, useState } from "react";
import type { SessionKind } from "#contract/states.ts";
import { dropDraft, keepDraft, readDraft } from "#session/drafts.ts";
import type { Session } from "#session/store.ts";
import { isTouched, keptPart, restoredDraft } from "./restored-draft.ts";

type DraftOptions<Draft extends object> = {
  session: Session;
  /** The kind of session; an attendant's by default. */
  kind?: SessionKind;
  /** The draft's name within the login. */
  name: string;
  /** Makes an empty form. */
  fresh: () => Draft;
  /** The fields that stay even in an untouched form. */
  lasting?: readonly (keyof Draft & string)[];
  /** Converts a draft of an earlier version, whose fields had other names. */
  read?: (kept: object) => object;
};

export type DraftOf<Draft extends object> = {
  /** The form's first values. */
  initial: Draft;
  /** Stores the form's values; called at each change. */
  keep: (values: Draft) => void;
  /** Whether these values would be lost without the draft. */
  isWorthKeeping: (values: Draft) => boolean;
  /** Deletes the draft, because these values were saved. The next change makes a draft again. */
  finish: (values: Draft) => void;
  /** Deletes the draft and returns an empty form. */
  startAnew: () => Draft;
};

/** An unfinished form of a logged-in person. It stays on the device until it is saved or discarded, or until the login ends. */
export function useDraft<Draft extends object>({
  session,
  kind = "attendant",
  name,
  fresh,
  lasting = [],
  read = (kept) => kept,
}: DraftOptions<Draft>): DraftOf<Draft> {
  const [start, setStart] = useState(() => restoredDraft(fresh(), readDraft(kind, session, name), lasting, read));
  const [finished, setFinished] = useState<Draft>();
  const drop = () => dropDraft(kind, session, name);
  return {
    initial: start.values,
    keep: (values) => {
      if (values !== finished) {
        keepDraft(kind, session, name, { first: keptPart(start.first), values: keptPart(values) });
      }
    },
    isWorthKeeping: (values) => values !== finished && isTouched({ first: start.first, values }),
    finish: (values) => {
      drop();
      setFinished(values);
    },
    startAnew: () => {
      drop();
      const empty = fresh();
      setStart({ first: empty, values: empty });
      return empty;
    },
  };
}

/** Stores the draft of a form while it is filled in. */
export function useKeptDraft<Draft extends object>(draft: DraftOf<Draft>, values: Draft): void {
  const { keep } = draft;
  // The functions are new at each render; only changed values are stored again.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => keep(values), [values]);
}
