import { useState } from "react";
import type { VehicleTurn } from "#data/vehicle_turns/queries.ts";
import type { Vehicle } from "#data/vehicles/queries.ts";
import { toast } from "#shared/feedback/toast.ts";
import { confirm } from "#shared/feedback/confirm.ts";
import { shortMoment } from "#shared/format/short-moment.ts";
import { paths } from "#shared/paths.ts";
import { randomKey } from "#shared/random-key.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button, ButtonLink } from "#shared/ui/button.tsx";
import { Card } from "#shared/ui/card.tsx";
import { useClockText } from "#shared/ui/clock-text.ts";
import { kmText } from "../turns/turn-actions.ts";
import { turnTexts } from "../turns/turn-texts.ts";
import { CarForm, CorrectOdometer, EndTurn, TakeFor, TakeOut } from "./car-dialogs.tsx";
import { refusalOf, useVehicleChange } from "./fleet-actions.ts";
import { fleetTexts } from "./fleet-texts.ts";

const labels = fleetTexts.car;

type RowProps = { project: string; vehicle: Vehicle; turn: VehicleTurn | undefined; faults: number; freeSlot: number };

type Dialog = "change" | "out" | "end" | "take" | "odometer";

/** A car of the register: its state, and what the admin does with it in that state. */
export function CarRow({ project, vehicle, turn, faults, freeSlot }: RowProps) {
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  return (
    <Card as="li" className="grid content-start gap-3">
      <CarState {...{ vehicle, turn, faults }} />
      <CarActions {...{ project, vehicle, turn }} open={setDialog} />
      {dialog === "change" && <CarForm {...{ project, vehicle, freeSlot }} onClose={close} />}
      {dialog === "out" && <TakeOut {...{ project, vehicle, turn }} onClose={close} />}
      {dialog === "end" && turn !== undefined && <EndTurn {...{ vehicle, turn }} onClose={close} />}
      {dialog === "take" && <TakeFor {...{ project, vehicle }} onClose={close} />}
      {dialog === "odometer" && <CorrectOdometer vehicle={vehicle} onClose={close} />}
    </Card>
  );
}

function CarState({ vehicle, turn, faults }: Pick<RowProps, "vehicle" | "turn" | "faults">) {
  const since = useClockText((now) => (turn === undefined ? "" : shortMoment(new Date(turn.taken_at), now)));
  const reading = vehicle.odometer === null ? labels.noOdometer : labels.odometer(kmText(vehicle.odometer));
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
      <div className="min-w-0">
        <h3 className="text-lg font-bold wrap-anywhere">{vehicle.name}</h3>
        <p className="wrap-anywhere text-ink-soft">
          {[vehicle.plate, vehicle.model, reading].filter((part) => part !== null).join(" · ")}
        </p>
        {faults > 0 && <p className="font-semibold text-warning">{turnTexts.tile.faults(faults)}</p>}
        {vehicle.state === "out_of_service" && <p className="wrap-anywhere">{vehicle.state_reason}</p>}
        {turn === undefined && vehicle.not_returned_by !== null && (
          <p className="wrap-anywhere">{turnTexts.tile.notReturned(vehicle.not_returned_by)}</p>
        )}
      </div>
      {turn !== undefined ? (
        <Badge tone="neutral">{labels.takenBy(turn.chauffeur_id, since)}</Badge>
      ) : vehicle.state === "in_service" ? (
        <Badge tone="success">{labels.free}</Badge>
      ) : (
        <Badge tone="danger">{vehicle.state === "retired" ? labels.retired : labels.out}</Badge>
      )}
    </div>
  );
}

type ActionsProps = Pick<RowProps, "project" | "vehicle" | "turn"> & { open: (dialog: Dialog) => void };

function CarActions({ project, vehicle, turn, open }: ActionsProps) {
  const { change, setState, retire } = useStateChange(project, vehicle);
  const { state } = vehicle;
  const isFree = state === "in_service" && turn === undefined;
  const to = (dialog: Dialog, label: string) => (
    <Button size="small" onClick={() => open(dialog)}>
      {label}
    </Button>
  );
  return (
    <div className="flex flex-wrap gap-2">
      <ButtonLink
        to={paths.taxiFleet(project, `cars/${vehicle.id}`)}
        size="small"
        aria-label={labels.more(vehicle.name)}
      >
        {labels.page}
      </ButtonLink>
      {turn !== undefined && to("end", labels.end(vehicle.name))}
      {isFree && to("take", labels.takeFor)}
      {state === "in_service" && to("out", labels.takeOut)}
      {state === "out_of_service" && (
        <>
          <Button
            size="small"
            variant="primary"
            pending={change.isPending()}
            onClick={() => void setState("in_service")}
          >
            {labels.takeIn}
          </Button>
          <Button size="small" onClick={() => void retire()}>
            {labels.retire}
          </Button>
        </>
      )}
      {state === "retired" ? (
        <Button size="small" pending={change.isPending()} onClick={() => void setState("in_service")}>
          {labels.takeUp}
        </Button>
      ) : (
        <>
          {to("odometer", labels.correct)}
          {to("change", labels.changeShort)}
        </>
      )}
    </div>
  );
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
