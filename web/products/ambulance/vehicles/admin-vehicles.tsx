import { Plus } from "lucide-react";
import { useState } from "react";
import { PROMPT_POLL_MS, useListInterval } from "#data/live.ts";
import { useQuery } from "#data/use-query.ts";
import { useLiveChecks } from "#data/vehicle_checks/live.ts";
import { type VehicleCheck, vehicleCheckQueries } from "#data/vehicle_checks/queries.ts";
import type { VehicleFault } from "#data/vehicle_faults/queries.ts";
import type { Vehicle } from "#data/vehicles/queries.ts";
import { useLiveWorkTurns } from "#data/work_turns/live.ts";
import { type TurnRow, workTurnQueries } from "#data/work_turns/queries.ts";
import { shortMoment } from "#shared/format/short-moment.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { useNow } from "#shared/use-now.ts";
import { isNotChecked } from "./check-rules.ts";
import { useAmbulanceFleet, useAsksForChecks } from "./use-fleet.ts";
import { MendDialog, StateDialog, VehicleDialog } from "./vehicle-dialogs.tsx";
import { vehicleTexts } from "./vehicle-texts.ts";

const { admin: texts, faults: faultTexts } = vehicleTexts;

type Opened = { what: "fields" | "state"; vehicle: Vehicle | undefined } | { what: "fault"; fault: VehicleFault };

/** `Vehicles`: each with its state, its crew, its latest check and its open faults. */
export function AdminVehicles() {
  const { vehicles, faultsOf } = useAmbulanceFleet();
  const refetchInterval = useListInterval(false, PROMPT_POLL_MS);
  useLiveChecks();
  useLiveWorkTurns("kind=eq.ase-employee");
  const checks = useQuery({ ...vehicleCheckQueries.latest(), refetchInterval });
  const onDuty = useQuery({ ...workTurnQueries.onDuty("ase-employee"), refetchInterval });
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  return (
    <Card as="section" aria-label={texts.title}>
      <CardHeader
        title={texts.title}
        actions={
          <Button variant="primary" onClick={() => setOpened({ what: "fields", vehicle: undefined })}>
            <Plus aria-hidden="true" />
            {texts.add}
          </Button>
        }
      />
      <StateView
        query={vehicles}
        failed={vehicleTexts.loadFailed}
        empty={<p className="text-ink-soft">{texts.none}</p>}
      >
        {(all) => (
          <ul>
            {all.map((vehicle) => (
              <VehicleRow
                key={vehicle.id}
                vehicle={vehicle}
                faults={faultsOf(vehicle.id)}
                check={checks.data?.find(({ vehicle_id: of }) => of === vehicle.id)}
                crew={(onDuty.data ?? []).filter(({ vehicle_id: of }) => of === vehicle.id)}
                onOpen={setOpened}
              />
            ))}
          </ul>
        )}
      </StateView>
      {opened?.what === "fields" && <VehicleDialog vehicle={opened.vehicle} onClose={close} />}
      {opened?.what === "state" && opened.vehicle !== undefined && (
        <StateDialog vehicle={opened.vehicle} onClose={close} />
      )}
      {opened?.what === "fault" && <MendDialog fault={opened.fault} onClose={close} />}
    </Card>
  );
}

const TONES = { in_service: "success", out_of_service: "danger" } as const;

type VehicleRowProps = {
  vehicle: Vehicle;
  faults: readonly VehicleFault[];
  check: VehicleCheck | undefined;
  crew: readonly TurnRow[];
  onOpen: (opened: Opened) => void;
};

function VehicleRow({ vehicle, faults, check, crew, onOpen }: VehicleRowProps) {
  const { name, plate, model, state, state_reason: reason, odometer } = vehicle;
  const asks = useAsksForChecks();
  const isIn = state === "in_service";
  const facts = [plate, model, odometer === null ? null : texts.km(odometer)].filter(Boolean);
  const since = crew.map(({ started_at: at }) => at).toSorted()[0];
  return (
    <li className="border-t border-line py-3 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h3 className="min-w-0 flex-auto basis-40 text-lg font-bold wrap-anywhere">
          {name} <span className="text-base font-normal text-ink-soft">{facts.join(" · ")}</span>
        </h3>
        {asks && since !== undefined && isNotChecked(vehicle, since) && (
          <Badge tone="warning">{vehicleTexts.notChecked}</Badge>
        )}
        <Badge tone={TONES[state as keyof typeof TONES]}>{texts.states[state]}</Badge>
      </div>
      {reason !== null && <p className="font-semibold text-danger wrap-anywhere">{reason}</p>}
      {crew.length > 0 && (
        <p className="wrap-anywhere">{texts.onDuty(crew.map(({ name: who, user_id: id }) => who ?? id).join(", "))}</p>
      )}
      <LatestCheck check={check} />
      <ul>
        {faults.map((fault) => (
          <FaultRow key={fault.id} fault={fault} onMend={() => onOpen({ what: "fault", fault })} />
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="small" aria-label={texts.changeNamed(name)} onClick={() => onOpen({ what: "fields", vehicle })}>
          {texts.change}
        </Button>
        <Button
          size="small"
          aria-label={isIn ? texts.takeOutNamed(name) : texts.putInNamed(name)}
          onClick={() => onOpen({ what: "state", vehicle })}
        >
          {isIn ? texts.takeOut : texts.putIn}
        </Button>
      </div>
    </li>
  );
}

/** The latest check with its answers. */
function LatestCheck({ check }: { check: VehicleCheck | undefined }) {
  const now = useNow();
  if (check === undefined) return <p className="text-sm text-ink-soft">{texts.neverChecked}</p>;
  const when = shortMoment(new Date(check.done_at), now);
  return (
    <details className="text-sm">
      <summary className="min-h-11 content-center text-ink-soft">
        {texts.checked(texts.results[check.result], check.employee_id, when)}
      </summary>
      <ul aria-label={texts.answers} className="mb-2">
        {check.answers.map(({ text, result, note, is_fault: isFault }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- answers never change
          <li key={at} className={isFault ? "font-semibold text-danger wrap-anywhere" : "wrap-anywhere"}>
            {[`${text}: ${result}`, note].filter(Boolean).join(" · ")}
          </li>
        ))}
      </ul>
    </details>
  );
}

function FaultRow({ fault, onMend }: { fault: VehicleFault; onMend: () => void }) {
  const now = useNow();
  const { text, severity, reported_by: by, reported_at: at } = fault;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2">
      <div className="min-w-0 flex-auto basis-40">
        <p className="wrap-anywhere">{text}</p>
        <p className="text-sm text-ink-soft">{faultTexts.by(by, shortMoment(new Date(at), now))}</p>
      </div>
      {severity === "not_to_be_driven" && <Badge tone="danger">{faultTexts.grave}</Badge>}
      <Button size="small" aria-label={faultTexts.mendNamed(text)} onClick={onMend}>
        {faultTexts.mend}
      </Button>
    </li>
  );
}
