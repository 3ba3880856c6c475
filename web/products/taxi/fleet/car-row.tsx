import { clsx } from "clsx";
import { useState } from "react";
import type { VehicleTurn } from "#data/vehicle_turns/queries.ts";
import type { Vehicle } from "#data/vehicles/queries.ts";
import { toast } from "#shared/feedback/toast.ts";
import { confirm } from "#shared/feedback/confirm.ts";
import { shortMoment } from "#shared/format/short-moment.ts";
import { paths } from "#shared/paths.ts";
import { randomKey } from "#shared/random-key.ts";
import { stateMark } from "#shared/ui/badge.tsx";
import { Button, ButtonLink } from "#shared/ui/button.tsx";
import { useClockText } from "#shared/ui/clock-text.ts";
import { Plate } from "#shared/ui/plate.tsx";
import { RowToggle } from "#shared/ui/row-toggle.tsx";
import { kmText } from "../turns/turn-actions.ts";
import { turnTexts } from "../turns/turn-texts.ts";
import { CarForm, CorrectOdometer, EndTurn, TakeFor, TakeOut } from "./car-dialogs.tsx";
import { refusalOf, useVehicleChange } from "./fleet-actions.ts";
import { fleetTexts } from "./fleet-texts.ts";

const labels = fleetTexts.car;

/** The columns where the list has room for a table. Each row and the head are a grid of their own, so none depends on its content. */
const COLUMNS =
  "@2xl:grid-cols-[minmax(0,1fr)_7.25rem_minmax(0,1.6fr)_6rem_9.5rem] @4xl:grid-cols-[minmax(0,1fr)_7.25rem_minmax(0,1.8fr)_7rem_11rem] gap-x-3 pl-3 pr-[min(2.75rem,12vw)]";

/** A line of a phone's row. In a table its parts are cells. */
const LINE = "flex flex-wrap items-center justify-between gap-x-3 @2xl:contents";

/** The head of the table. Rows say the same by themselves to screen readers. */
export function CarListHead() {
  const { car, plate, state, odometer } = labels.head;
  return (
    <div
      aria-hidden="true"
      className={clsx("hidden min-h-8 items-center text-sm font-semibold text-ink-soft @2xl:grid", COLUMNS)}
    >
      <span>{car}</span>
      <span>{plate}</span>
      <span>{state}</span>
      <span className="text-right">{odometer}</span>
    </div>
  );
}

type RowProps = {
  project: string;
  vehicle: Vehicle;
  turn: VehicleTurn | undefined;
  faults: number;
  freeSlot: number;
  /** Whether the row shows all that is done with the car. */
  isOpen: boolean;
  onToggle: () => void;
};

type Dialog = "change" | "out" | "end" | "take" | "odometer";

/** A car of the register: a row of 72 px, or of 56 px with its main action where the list is a table. A press opens it to the rest. */
export function CarRow({ project, vehicle, turn, faults, freeSlot, isOpen, onToggle }: RowProps) {
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const { main, rest } = useActions({ project, vehicle, turn, open: setDialog });
  return (
    <li aria-label={vehicle.name} className="border-x border-b border-line bg-surface">
      <div
        className={clsx(
          "relative flex min-h-[calc(4.5rem-1px)] flex-col justify-center gap-y-0.5 @2xl:grid @2xl:min-h-[calc(3.5rem-1px)] @2xl:items-center",
          COLUMNS,
        )}
      >
        <CarState {...{ vehicle, turn, faults }} />
        <RowToggle name={labels.more(vehicle.name)} isOpen={isOpen} onToggle={onToggle} />
        {/* The action lies above the toggle, which covers the row. */}
        <ActionButton action={main} className="relative w-full @max-2xl:hidden @2xl:col-start-5 @2xl:row-start-1" />
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
      {dialog === "change" && <CarForm {...{ project, vehicle, freeSlot }} onClose={close} />}
      {dialog === "out" && <TakeOut {...{ project, vehicle, turn }} onClose={close} />}
      {dialog === "end" && turn !== undefined && <EndTurn {...{ vehicle, turn }} onClose={close} />}
      {dialog === "take" && <TakeFor {...{ project, vehicle }} onClose={close} />}
      {dialog === "odometer" && <CorrectOdometer vehicle={vehicle} onClose={close} />}
    </li>
  );
}

const MARK = "inline-flex shrink-0 items-center gap-1.5 font-semibold before:size-2.5";

/** What a row says of its car: name, model and plate, its state and since when, its reading. */
function CarState({ vehicle, turn, faults }: Pick<RowProps, "vehicle" | "turn" | "faults">) {
  const { tone, word } = stateOf(vehicle, turn);
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
      <div className={LINE}>
        <h3 className="min-w-0 leading-tight font-bold wrap-anywhere @2xl:col-start-1 @2xl:row-start-1">
          {vehicle.name}
          <span className="line-clamp-1 text-sm font-normal break-all text-ink-soft max-sm:hidden">{vehicle.model}</span>
        </h3>
        <span className="flex @2xl:col-start-2 @2xl:row-start-1">
          {vehicle.plate !== null && <Plate value={vehicle.plate} size="small" />}
        </span>
        <span className="text-sm tabular-nums @2xl:col-start-4 @2xl:row-start-1 @2xl:text-right @2xl:text-base">
          {vehicle.odometer === null ? labels.noReading : labels.odometer(kmText(vehicle.odometer))}
        </span>
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 text-sm leading-tight @2xl:col-start-3 @2xl:row-start-1">
        <span className={stateMark({ tone, className: MARK })}>{word}</span>
        {faults > 0 && (
          <span className={stateMark({ tone: "warning", className: `${MARK} text-warning` })}>
            {turnTexts.tile.faults(faults)}
          </span>
        )}
        <span className="line-clamp-1 basis-full break-all text-ink-soft empty:hidden">{notes.join(" · ")}</span>
      </div>
    </>
  );
}

function stateOf({ state }: Vehicle, turn: VehicleTurn | undefined) {
  if (turn !== undefined) return { tone: "brand", word: labels.taken } as const;
  if (state === "in_service") return { tone: "success", word: labels.free } as const;
  return state === "retired"
    ? ({ tone: "neutral", word: labels.retired } as const)
    : ({ tone: "danger", word: labels.out } as const);
}

type Action = {
  label: string;
  /** The name for screen readers, with the car; it begins with the label. */
  name?: string;
  onPress: () => void;
  isPending?: boolean;
};

function ActionButton({ action, className }: { action: Action; className: string }) {
  const { label, name = label, onPress, isPending = false } = action;
  return (
    <Button size="small" className={className} aria-label={name} pending={isPending} onClick={onPress}>
      {label}
    </Button>
  );
}

type ActionsProps = Pick<RowProps, "project" | "vehicle" | "turn"> & { open: (dialog: Dialog) => void };

/** What the admin does with a car in its state: the action of its row, and the rest. */
function useActions({ project, vehicle, turn, open }: ActionsProps): { main: Action; rest: Action[] } {
  const { change, setState, retire } = useStateChange(project, vehicle);
  const { state } = vehicle;
  const of = (label: string) => labels.of(label, vehicle.name);
  const to = (dialog: Dialog, label: string): Action => ({ label, name: of(label), onPress: () => open(dialog) });
  const intoService = (label: string): Action => ({
    label,
    name: of(label),
    onPress: () => void setState("in_service"),
    isPending: change.isPending(),
  });
  if (state === "retired") return { main: intoService(labels.takeUp), rest: [] };
  const corrections = [to("odometer", labels.correct), to("change", labels.changeShort)];
  if (state === "out_of_service")
    return {
      main: intoService(labels.takeIn),
      rest: [...corrections, { label: labels.retire, name: of(labels.retire), onPress: () => void retire() }],
    };
  const takingOut = to("out", labels.takeOut);
  return turn === undefined
    ? { main: takingOut, rest: [to("take", labels.takeFor), ...corrections] }
    : {
        main: { label: labels.endShort, name: labels.end(vehicle.name), onPress: () => open("end") },
        rest: [takingOut, ...corrections],
      };
}

/** Puts a car into service, or retires it after a question. A refusal says why. */
function useStateChange(project: string, vehicle: Vehicle) {
  const change = useVehicleChange();
  async function setState(state: Vehicle["state"]) {
    const outcome = await change.run({
      project,
      id: vehicle.id,
      eventId: randomKey(),
      changes: { state },
      expected: { state: vehicle.state },
    });
    const refusal = outcome.status === "done" ? refusalOf(outcome.result) : undefined;
    if (refusal !== undefined) toast.error(refusal);
  }
  async function retire() {
    const title = labels.retireNamed(vehicle.name);
    if (await confirm({ title, description: labels.retireText, confirmText: labels.retire })) await setState("retired");
  }
  return { change, setState, retire };
}
