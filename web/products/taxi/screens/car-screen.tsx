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
import { StateView } from "#shared/ui/state-view.tsx";
import { useNow } from "#shared/use-now.ts";
import { CorrectTurn } from "../fleet/car-dialogs.tsx";
import { useFixing } from "../fleet/fleet-actions.ts";
import { FleetPage } from "../fleet/fleet-page.tsx";
import { fleetTexts } from "../fleet/fleet-texts.ts";
import { TurnTable } from "../fleet/turn-table.tsx";
import { useFleet } from "../fleet/use-fleet.ts";
import { PhotosOf } from "../turns/fault-fields.tsx";
import { turnTexts } from "../turns/turn-texts.ts";

const labels = fleetTexts.car;

/** A car's page: its faults and its turns (document 5 §4). */
export function CarScreen() {
  const { vehicleId = "" } = useParams();
  return <FleetPage title={labels.page}>{({ project }) => <Car {...{ project, vehicleId }} />}</FleetPage>;
}

function Car({ project, vehicleId }: { project: string; vehicleId: string }) {
  const fleet = useFleet(project);
  const turns = useQuery(vehicleTurnQueries.ofVehicle(project, vehicleId));
  const [correcting, setCorrecting] = useState<VehicleTurn>();
  return (
    <StateView query={fleet} failed={fleetTexts.loadFailed} empty={null}>
      {({ vehicles, faults }) => {
        const vehicle = vehicles.find(({ id }) => id === vehicleId);
        if (vehicle === undefined) return <p>{labels.unknown}</p>;
        const own = faults.filter((fault) => fault.vehicle_id === vehicleId);
        return (
          <>
            <h2 className="mb-4 text-2xl font-bold wrap-anywhere">
              {vehicle.name} {vehicle.plate}
            </h2>
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
                {(rows) => <TurnTable turns={rows} nameOf={() => vehicle.name} onCorrect={setCorrecting} />}
              </StateView>
            </section>
            {correcting !== undefined && <CorrectTurn turn={correcting} onClose={() => setCorrecting(undefined)} />}
          </>
        );
      }}
    </StateView>
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
