import { useEffect, useState } from "react";
import type { SessionKind } from "#contract/states.ts";
import { dropDraft, keepDraft, readDraft } from "#session/drafts.ts";
import type { Session } from "#session/store.ts";
import { isTouched, keptPart, restoredDraft } from "./restored-draft.ts";

type DraftOptions<Draft extends object> = {
  session: Session;
  /** Whose session it is: an attendant's, where nothing else is said. */
  kind?: SessionKind;
  /** Which draft of the login it is. */
  name: string;
  /** Makes an empty form. */
  fresh: () => Draft;
  /** What stays also in a form that nobody touched. */
  lasting?: readonly (keyof Draft & string)[];
  /** Reads what an earlier version kept, whose fields had other names. */
  read?: (kept: object) => object;
};

export type DraftOf<Draft extends object> = {
  /** What the form begins with. */
  initial: Draft;
  /** Keeps the form's values: to be called with each change of them. */
  keep: (values: Draft) => void;
  /** Whether these values would be lost without the draft. */
  isWorthKeeping: (values: Draft) => boolean;
  /** Forgets the draft, since these values came to their end. The next change is a draft again. */
  finish: (values: Draft) => void;
  /** Forgets the draft and gives an empty form. */
  startAnew: () => Draft;
};

/** An unfinished form of somebody who is logged in. It stays on the device until it is done or thrown away, or until its login ends. */
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

/** Keeps the draft of a form while it is filled in. */
export function useKeptDraft<Draft extends object>(draft: DraftOf<Draft>, values: Draft): void {
  const { keep } = draft;
  // The functions are made anew at each render; only what is filled in is a reason to keep it.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => keep(values), [values]);
}
