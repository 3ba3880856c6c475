import { useState } from "react";
import { useParams } from "react-router";
import { useQuery } from "#data/use-query.ts";
import type { VehicleFault } from "#data/vehicle_faults/queries.ts";
import { type VehicleTurn, vehicleTurnQueries } from "#data/vehicle_turns/queries.ts";
import * as v from "valibot";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { TextArea } from "#shared/form/text-field.tsx";
import { shortMoment } from "#shared/format/short-moment.ts";
import { randomKey } from "#shared/random-key.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Card } from "#shared/ui/card.tsx";
import { Plate } from "#shared/ui/plate.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { useNow } from "#shared/use-now.ts";
import { ActionButton, type CarActionsProps, useCarActions } from "../fleet/car-actions.tsx";
import { CorrectTurn } from "../fleet/car-dialogs.tsx";
import { CarState } from "../fleet/car-row.tsx";
import { useFixing } from "../fleet/fleet-actions.ts";
import { FleetPage } from "../fleet/fleet-page.tsx";
import { fleetTexts } from "../fleet/fleet-texts.ts";
import { TurnTable } from "../fleet/turn-table.tsx";
import { useFleet } from "../fleet/use-fleet.ts";
import { firstFreeSlot, standOf } from "../rules/cars.ts";
import { PhotosOf } from "../turns/fault-fields.tsx";
import { kmText } from "../turns/turn-actions.ts";
import { turnTexts } from "../turns/turn-texts.ts";

const labels = fleetTexts.car;

/** A car's page: its faults and its turns (document 5 §4). */
export function CarScreen() {
  const { vehicleId = "" } = useParams();
  return <FleetPage title={labels.page}>{({ project }) => <Car {...{ project, vehicleId }} />}</FleetPage>;
}

function Car({ project, vehicleId }: { project: string; vehicleId: string }) {
  const fleet = useFleet(project);
  const now = useNow();
  const turns = useQuery(vehicleTurnQueries.ofVehicle(project, vehicleId));
  const [correcting, setCorrecting] = useState<VehicleTurn>();
  return (
    <StateView query={fleet} failed={fleetTexts.loadFailed} empty={null}>
      {({ vehicles, turns: open, faults }) => {
        const vehicle = vehicles.find(({ id }) => id === vehicleId);
        if (vehicle === undefined) return <p>{labels.unknown}</p>;
        const own = faults.filter((fault) => fault.vehicle_id === vehicleId);
        return (
          <>
            <CarCard
              {...{ project, ...standOf(vehicle, open, now) }}
              faults={own.filter((fault) => fault.fixed_at === null).length}
              freeSlot={firstFreeSlot(vehicles)}
            />
            <section aria-labelledby="faults" className="mb-8">
              <h3 id="faults" className="mb-2 text-xl font-bold">
                {labels.faults}
              </h3>
              {own.length === 0 ? <p className="text-ink-soft">{labels.noFaults}</p> : <FaultList faults={own} />}
            </section>
            <section aria-labelledby="turns">
              <h3 id="turns" className="mb-2 text-xl font-bold">
                {labels.turns}
              </h3>
              <StateView query={turns} failed={fleetTexts.loadFailed} empty={labels.noTurns}>
                {(rows) => <TurnTable turns={rows} onCorrect={setCorrecting} />}
              </StateView>
            </section>
            {correcting !== undefined && <CorrectTurn turn={correcting} onClose={() => setCorrecting(undefined)} />}
          </>
        );
      }}
    </StateView>
  );
}

/** The car itself: plate, state, model and reading, and what is done with it, so that a mended car goes into service here. */
function CarCard({ faults, ...car }: CarActionsProps & { faults: number }) {
  const { vehicle, turn } = car;
  const { main, rest, dialog } = useCarActions(car);
  const reading = vehicle.odometer === null ? labels.noReading : labels.odometer(kmText(vehicle.odometer));
  return (
    <Card className="mb-8 grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="text-2xl font-bold wrap-anywhere">{vehicle.name}</h2>
        {vehicle.plate !== null && <Plate value={vehicle.plate} />}
        <p className="wrap-anywhere text-ink-soft">
          {vehicle.model} · {reading}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-3">
        <CarState {...{ vehicle, turn, faults }} />
      </div>
      <div className="flex flex-wrap gap-2">
        {[main, ...rest].map((action) => (
          <ActionButton key={action.label} action={action} />
        ))}
      </div>
      {dialog}
    </Card>
  );
}

/** Faults with who reported them and when; an open one may be marked as mended. */
export function FaultList({
  faults,
  renderName,
}: {
  faults: readonly VehicleFault[];
  renderName?: (fault: VehicleFault) => string;
}) {
  const now = useNow();
  const [fixing, setFixing] = useState<VehicleFault>();
  return (
    <>
      <ul className="grid gap-2">
        {faults.map((fault) => (
          <Card as="li" key={fault.id} className="flex flex-wrap items-center justify-between gap-3">
            <div className="min-w-0 grow basis-56">
              <p className="font-semibold wrap-anywhere">
                {renderName !== undefined && `${renderName(fault)}: `}
                {fault.text}
              </p>
              <p className="wrap-anywhere text-ink-soft">
                {turnTexts.fault.at(shortMoment(new Date(fault.reported_at), now), fault.reported_by)}
              </p>
              <PhotosOf fault={fault} />
              {fault.fixed_at !== null && (
                <p className="wrap-anywhere text-ink-soft">
                  {labels.fixed(shortMoment(new Date(fault.fixed_at), now), fault.fixed_by ?? "")}
                  {fault.fix_note !== null && `: ${fault.fix_note}`}
                </p>
              )}
            </div>
            {fault.fixed_at === null && fault.severity === "not_to_be_driven" && (
              <Badge tone="danger">{turnTexts.fault.forbidden}</Badge>
            )}
            {fault.fixed_at === null && (
              <Button size="small" onClick={() => setFixing(fault)}>
                {labels.fix}
              </Button>
            )}
          </Card>
        ))}
      </ul>
      {fixing !== undefined && <FixFault fault={fixing} onClose={() => setFixing(undefined)} />}
    </>
  );
}

function FixFault({ fault, onClose }: { fault: VehicleFault; onClose: () => void }) {
  const action = useFixing();
  return (
    <FormDialog
      title={labels.fix}
      description={labels.fixAbout}
      submit={fleetTexts.save}
      initial={{ note: "" }}
      schema={v.object({ note: v.pipe(v.string(), v.trim(), v.maxLength(2000)) })}
      onSubmit={({ note }) => action.submit({ faultId: fault.id, eventId: randomKey(), note })}
      failed={action.failed}
      onClose={onClose}
    >
      {({ field }) => <TextArea label={labels.fixNote} optional maxLength={2000} {...field("note")} />}
    </FormDialog>
  );
}
