import { useCallback, useState } from "react";
import type { Unit } from "#data/units/queries.ts";
import type { UnitDraft } from "#data/units/schema.ts";

/** What stands in the fields of a unit's form. */
export type TypedUnit = Record<keyof UnitDraft, string>;

export type UnitEdits = {
  /** The units under edit in this window, by key, as they stood when their edit began. */
  bases: ReadonlyMap<string, Unit>;
  /** What is typed in their forms, for a form that is drawn anew. Nothing is drawn from it. */
  typed: Map<string, TypedUnit>;
  /** The unit that was added here, while its first edit is open. */
  added: string | undefined;
  open: (unit: Unit, isAdded?: boolean) => void;
  close: (id: string) => void;
};

/** The edits that a dispatcher has open. They live above the tabs, so that another tab takes none of them away. */
export function useUnitEdits(): UnitEdits {
  const [bases, setBases] = useState<ReadonlyMap<string, Unit>>(new Map());
  const [typed] = useState(() => new Map<string, TypedUnit>());
  const [added, setAdded] = useState<string>();

  const open = useCallback((unit: Unit, isAdded = false) => {
    setBases((edits) => new Map(edits).set(unit.id, unit));
    if (isAdded) setAdded(unit.id);
  }, []);
  const close = useCallback(
    (id: string) => {
      setBases((edits) => new Map([...edits].filter(([each]) => each !== id)));
      setAdded((current) => (current === id ? undefined : current));
      typed.delete(id);
    },
    [typed],
  );
  return { bases, typed, added, open, close };
}
