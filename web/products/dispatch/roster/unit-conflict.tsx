import type { Unit } from "#data/units/queries.ts";
import { ConflictNotice, type ConflictWays } from "#shared/ui/conflict-notice.tsx";
import { useStatusName } from "../parts/statuses.tsx";
import { differencesOf, type UnitField } from "../rules/differences.ts";
import { unitTexts } from "../unit-texts.ts";

const { conflict: texts, fields: names } = unitTexts;

type ConflictProps = ConflictWays & {
  /** The unit as it was when the edit began, and as it is now; undefined when it was deleted. */
  base: Unit;
  current: Unit | undefined;
  /** The fields that both changed. */
  fields: readonly UnitField[];
  /** Whether the conflict answers a save that the person has just tried. */
  isAnswer: boolean;
};

/** The message that another person changed or deleted the unit under edit; a deleted unit can be added again. */
export function UnitConflict({ base, current, fields, ...rest }: ConflictProps) {
  const nameOf = useStatusName();
  const wordOf = (field: UnitField, value: string) => (field === "status" ? nameOf(value) : value || texts.empty);
  const differences =
    current === undefined ? [] : differencesOf(base, current).filter(({ field }) => fields.includes(field));
  return (
    <ConflictNotice
      text={current === undefined ? texts.gone : texts.changed}
      differences={differences.map(({ field, was, now }) => ({
        label: names[field],
        words: texts.difference(wordOf(field, was), wordOf(field, now)),
      }))}
      kept={texts.kept}
      keepMine={current === undefined ? texts.addAgain : texts.keepMine}
      takeTheirs={current === undefined ? texts.discard : texts.takeTheirs}
      {...rest}
    />
  );
}
