import { useCallback, useState } from "react";
import type { Unit } from "#data/units/queries.ts";
import type { UnitDraft } from "#data/units/schema.ts";

/** The values of a unit's form. */
export type TypedUnit = Record<keyof UnitDraft, string>;

export type UnitEdits = {
  /** The units under edit in this window, by key, as they were when the edit began. */
  bases: ReadonlyMap<string, Unit>;
  /** The values typed in the forms, for a form that is drawn again. A change of them draws nothing. */
  typed: Map<string, TypedUnit>;
  /** The unit that was added here, during its first edit. */
  added: string | undefined;
  open: (unit: Unit, isAdded?: boolean) => void;
  close: (id: string) => void;
};

/** The open edits of a dispatcher. They live above the tabs, so that a change of tabs keeps them. */
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
