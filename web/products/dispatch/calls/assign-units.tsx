import { type FormEvent, useState } from "react";
import type { Call } from "#data/calls/queries.ts";
import type { LocationMinimum } from "#data/location_minimums/queries.ts";
import type { UnitStatus } from "#data/unit_statuses/queries.ts";
import type { Unit } from "#data/units/queries.ts";
import { controlClass } from "#shared/form/field.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Dialog, DialogActions } from "#shared/ui/dialog.tsx";
import { StatusBadge, useStatusName } from "../parts/statuses.tsx";
import { candidatesFor } from "../rules/candidates.ts";
import { unitsWithWords } from "../rules/roster-filter.ts";
import { unitTexts } from "../unit-texts.ts";
import { callTexts } from "./call-texts.ts";

const { units: texts } = callTexts;

type AssignProps = {
  call: Call;
  calls: readonly Call[];
  units: readonly Unit[];
  statuses: readonly UnitStatus[];
  minimums: readonly LocationMinimum[];
  onAssign: (units: Unit[]) => void;
  onClose: () => void;
};

type Candidate = ReturnType<typeof candidatesFor>[number];

/** The chosen units, and the search among all; a chosen unit is always shown. */
function useChoice(candidates: readonly Candidate[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [words, setWords] = useState("");
  const nameOf = useStatusName();
  const units = candidates.map(({ unit }) => unit);
  const found = new Set(unitsWithWords(units, words, nameOf).map(({ id }) => id));

  function toggle(id: string) {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  }

  /** Chooses the one unit that fits the words; does nothing when several do. */
  function chooseFound() {
    const [one, another] = found;
    if (one === undefined || another !== undefined) return;
    setChosen(new Set([...chosen, one]));
    setWords("");
  }

  return {
    words,
    setWords,
    toggle,
    chooseFound,
    isChosen: (id: string) => chosen.has(id),
    units: units.filter(({ id }) => chosen.has(id)),
    shown: candidates.filter(({ unit: { id } }) => found.has(id) || chosen.has(id)),
  };
}

/**
 * The choice of units for a call: free ones first, with why not for the others. A hand that stays on the keys types `1030 Enter 1040 Enter
 * Enter`: a search that finds one unit chooses it, an empty one sends.
 */
export function AssignUnits({ call, calls, units, statuses, minimums, onAssign, onClose }: AssignProps) {
  const candidates = candidatesFor(call, { calls, units, statuses, minimums });
  const choice = useChoice(candidates);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (choice.units.length > 0) onAssign(choice.units);
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={texts.assignTo(call.number)}
      description={texts.about}
      width="normal"
    >
      {candidates.length === 0 && <p>{texts.none}</p>}
      <form onSubmit={handleSubmit}>
        <Search choice={choice} />
        {/* The buttons below stay in sight, however many units there are. */}
        <ul className="mt-2 max-h-[50dvh] overflow-y-auto">
          {choice.shown.map((candidate) => (
            <CandidateRow key={candidate.unit.id} candidate={candidate} choice={choice} />
          ))}
        </ul>
        <DialogActions>
          <Button onClick={onClose}>{callTexts.cancel}</Button>
          <Button type="submit" variant="primary" disabled={choice.units.length === 0}>
            {texts.assign}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

type Choice = ReturnType<typeof useChoice>;

function Search({ choice: { words, setWords, chooseFound } }: { choice: Choice }) {
  return (
    <input
      type="search"
      aria-label={unitTexts.search}
      placeholder={unitTexts.searchHint}
      value={words}
      onChange={(event) => setWords(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || words.trim() === "") return;
        event.preventDefault();
        chooseFound();
      }}
      autoComplete="off"
      spellCheck={false}
      className={controlClass}
    />
  );
}

function CandidateRow({ candidate: { unit, why }, choice }: { candidate: Candidate; choice: Choice }) {
  const words = [...why.map(({ code, number }) => texts.codes[code](number)), unit.location];
  return (
    <li className="border-t border-line first:border-t-0">
      <label className="flex min-h-12 cursor-pointer flex-wrap items-center gap-x-3 px-1.5 py-1">
        <input
          type="checkbox"
          checked={choice.isChosen(unit.id)}
          onChange={() => choice.toggle(unit.id)}
          className="size-5 accent-brand"
        />
        <b className="wrap-anywhere">{unit.unit_number}</b>
        <StatusBadge status={unit.status} />
        <span className="text-sm text-ink-soft wrap-anywhere">{words.filter((word) => word !== "").join(" · ")}</span>
      </label>
    </li>
  );
}
