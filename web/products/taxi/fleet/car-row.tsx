import type { VehicleTurn } from "#data/vehicle_turns/queries.ts";
import type { Vehicle } from "#data/vehicles/queries.ts";
import { shortMoment } from "#shared/format/short-moment.ts";
import { paths } from "#shared/paths.ts";
import { stateMark } from "#shared/ui/badge.tsx";
import { ButtonLink } from "#shared/ui/button.tsx";
import { useClockText } from "#shared/ui/clock-text.ts";
import { Plate } from "#shared/ui/plate.tsx";
import { RowToggle } from "#shared/ui/row-toggle.tsx";
import { kmText } from "../turns/turn-actions.ts";
import { turnTexts } from "../turns/turn-texts.ts";
import { ActionButton, type CarActionsProps, useCarActions } from "./car-actions.tsx";
import { fleetTexts } from "./fleet-texts.ts";
import "./fleet-rows.css";

const labels = fleetTexts.car;

/** The head of the table. Rows say the same by themselves to screen readers. */
export function CarListHead() {
  const { car, plate, state, odometer } = labels.head;
  return (
    <div aria-hidden="true" className="car-columns head text-sm font-semibold text-ink-soft @max-2xl:hidden">
      <span>{car}</span>
      <span>{plate}</span>
      <span>{state}</span>
      <span className="text-right">{odometer}</span>
    </div>
  );
}

type RowProps = CarActionsProps & {
  faults: number;
  /** Whether the row shows all that is done with the car. */
  isOpen: boolean;
  onToggle: () => void;
};

/** A car of the register: a row of 72 px, or of 56 px with its main action where the list is a table. A press opens it to the rest. */
export function CarRow({ project, vehicle, turn, faults, freeSlot, isOpen, onToggle }: RowProps) {
  const { main, rest, dialog } = useCarActions({ project, vehicle, turn, freeSlot });
  return (
    <li aria-label={vehicle.name} className="border-x border-b border-line bg-surface">
      <div className="car-columns relative flex min-h-18 flex-col justify-center gap-y-1">
        <CarFacts vehicle={vehicle} />
        <div className="state flex min-w-0 flex-wrap items-center gap-x-3 text-sm leading-tight">
          <CarState {...{ vehicle, turn, faults }} />
        </div>
        <RowToggle name={labels.more(vehicle.name)} isOpen={isOpen} onToggle={onToggle} />
        {/* The action lies above the toggle, which covers the row. */}
        <ActionButton action={main} isMain className="main relative w-full @max-2xl:hidden" />
      </div>
      {isOpen && (
        <div className="grid gap-3 px-3 pt-1 pb-3">
          {vehicle.state === "out_of_service" && <p className="wrap-anywhere">{vehicle.state_reason}</p>}
          <div className="flex flex-wrap gap-2">
            <ActionButton action={main} className="max-sm:w-full @2xl:hidden" />
            <ButtonLink to={paths.taxiFleet(project, `cars/${vehicle.id}`)} size="small" className="max-sm:w-full">
              {labels.page}
            </ButtonLink>
            {rest.map((action) => (
              <ActionButton key={action.label} action={action} className="max-sm:w-full" />
            ))}
          </div>
        </div>
      )}
      {dialog}
    </li>
  );
}

const MARK = "inline-flex shrink-0 items-center gap-1.5 font-semibold before:size-2.5";

/** Name, model, plate and reading of a row. */
function CarFacts({ vehicle }: Pick<RowProps, "vehicle">) {
  return (
    <div className="facts flex flex-wrap items-center gap-x-3">
      <h3 className="min-w-16 leading-tight font-bold wrap-anywhere">
        {vehicle.name}
        <span className="line-clamp-1 text-sm font-normal break-all text-ink-soft max-sm:hidden">{vehicle.model}</span>
      </h3>
      <span className="flex">{vehicle.plate !== null && <Plate value={vehicle.plate} size="small" />}</span>
      <span className="odometer ml-auto text-sm tabular-nums">
        {vehicle.odometer === null ? labels.noReading : labels.odometer(kmText(vehicle.odometer))}
      </span>
    </div>
  );
}

/** The state of a car: its word, open faults, who has it since when or why it stands. */
export function CarState({ vehicle, turn, faults }: Pick<RowProps, "vehicle" | "turn" | "faults">) {
  const { tone, word, color } = stateOf(vehicle, turn);
  const taken = useClockText((now) =>
    turn === undefined ? "" : labels.heldSince(turn.chauffeur_id, shortMoment(new Date(turn.taken_at), now)),
  );
  const notes = [
    turn !== undefined && taken,
    vehicle.state === "out_of_service" && vehicle.state_reason,
    turn === undefined && vehicle.not_returned_by !== null && turnTexts.tile.notReturned(vehicle.not_returned_by),
  ].filter((note) => typeof note === "string");
  return (
    <>
      <span className={stateMark({ tone, className: `${MARK} ${color}` })}>{word}</span>
      {faults > 0 && (
        <span className={stateMark({ tone: "warning", className: `${MARK} text-warning` })}>
          {turnTexts.tile.faults(faults)}
        </span>
      )}
      {notes.length > 0 && (
        <span className="note line-clamp-2 flex-1 wrap-anywhere text-ink-soft">{notes.join(" · ")}</span>
      )}
    </>
  );
}

function stateOf({ state }: Vehicle, turn: VehicleTurn | undefined) {
  if (turn !== undefined) return { tone: "brand", word: labels.taken, color: "text-ink" } as const;
  if (state === "in_service") return { tone: "success", word: labels.free, color: "text-success" } as const;
  return state === "retired"
    ? ({ tone: "neutral", word: labels.retired, color: "text-ink-soft" } as const)
    : ({ tone: "danger", word: labels.out, color: "text-danger-strong" } as const);
}
