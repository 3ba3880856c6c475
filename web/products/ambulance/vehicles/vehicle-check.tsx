import { useState } from "react";
import { useActingOnDevice } from "#data/acting.ts";
import { checklistQueries } from "#data/checklist_items/queries.ts";
import { PROMPT_POLL_MS, useListInterval } from "#data/live.ts";
import { useWaitingOf } from "#data/queue/use-waiting.ts";
import { useQuery } from "#data/use-query.ts";
import type { Vehicle } from "#data/vehicles/queries.ts";
import { useLiveWorkTurns } from "#data/work_turns/live.ts";
import { workTurnQueries } from "#data/work_turns/queries.ts";
import { clockState } from "#session/work-clock/clock-state.ts";
import { useFetchOnceSent } from "#session/work-clock/define-clock.ts";
import { isStamp } from "#session/work-clock/keep-stamp.ts";
import { shortMoment } from "#shared/format/short-moment.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Card } from "#shared/ui/card.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { useNow } from "#shared/use-now.ts";
import { isCheck } from "../parts/keep-check.ts";
import { ownTurns } from "../parts/use-ambulance-clock.ts";
import { useAmbulanceQueue } from "../parts/use-ambulance-queue.ts";
import { ChangeVehicle, type RunningTurn, TakeVehicle } from "./change-vehicle.tsx";
import { CheckForm } from "./check-form.tsx";
import { isNotChecked } from "./check-rules.ts";
import { CrewFaults } from "./crew-faults.tsx";
import { useAmbulanceFleet, useAsksForChecks } from "./use-fleet.ts";
import { vehicleTexts } from "./vehicle-texts.ts";

const texts = vehicleTexts.check;

/** The turn that runs, also one whose begin still waits on the device. */
function useRunningTurn(employeeId: string) {
  const { device } = useActingOnDevice();
  const now = useNow();
  useLiveWorkTurns(`user_id=eq.${employeeId}`);
  const refetchInterval = useListInterval(false, PROMPT_POLL_MS);
  const query = useQuery({ ...workTurnQueries.latest(ownTurns(employeeId)), refetchInterval });
  const stamps = (useWaitingOf(device.owner) ?? []).filter(isStamp).map(({ payload }) => payload);
  useFetchOnceSent(stamps.length);
  const { running } = clockState(query.data ?? [], stamps, now);
  const isStored = query.data?.some(({ id }) => id === running?.id) ?? false;
  return { query, now, running, isStored };
}

/** The crew's vehicle: its check, its open faults, and another vehicle. */
export function VehicleCheck({ employeeId }: { employeeId: string }) {
  const { query, now, running, isStored } = useRunningTurn(employeeId);
  const { vehicles, faultsOf } = useAmbulanceFleet();
  return (
    <StateView
      query={{ ...vehicles, data: query.data === undefined ? undefined : vehicles.data }}
      loading={<Skeleton className="h-40" />}
      failed={vehicleTexts.loadFailed}
      empty={null}
      isEmpty={() => false}
    >
      {(all) => {
        if (running === undefined) return <p className="text-ink-soft">{texts.offDuty}</p>;
        const { id: turnId, started_at: since, vehicle_id: vehicleId } = running;
        const vehicle = all.find(({ id }) => id === vehicleId);
        if (vehicle === undefined) return <TakeVehicle vehicles={all} {...{ turnId, isStored }} />;
        return (
          <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <Card as="section" aria-label={vehicle.name}>
              <OwnVehicle {...{ vehicle, since, now, vehicles: all, turnId, isStored }} />
            </Card>
            <CrewFaults faults={faultsOf(vehicle.id)} vehicleId={vehicle.id} {...{ turnId, now }} />
            <CheckOf key={`${turnId} ${vehicle.id}`} {...{ vehicle, since, now, turnId }} />
          </div>
        );
      }}
    </StateView>
  );
}

type OwnVehicleProps = RunningTurn & { vehicle: Vehicle; since: string; now: number; vehicles: readonly Vehicle[] };

/** The vehicle of the turn: its state, whether it is checked, and the way to another one. */
function OwnVehicle({ vehicle, since, now, vehicles, turnId, isStored }: OwnVehicleProps) {
  const asks = useAsksForChecks();
  const [isChanging, setChanging] = useState(false);
  const { name, plate, model, checked_at: checked } = vehicle;
  const isOut = vehicle.state !== "in_service";
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="min-w-0 flex-auto text-2xl font-bold wrap-anywhere">
          {name}{" "}
          <span className="text-base font-normal text-ink-soft">{[plate, model].filter(Boolean).join(" · ")}</span>
        </h2>
        {asks &&
          (isNotChecked(vehicle, since) ? (
            <Badge tone="warning">{vehicleTexts.notChecked}</Badge>
          ) : (
            <Badge tone="success">{texts.checkedAt(shortMoment(new Date(checked ?? since), now))}</Badge>
          ))}
      </div>
      {isOut && (
        <p role="alert" className="mt-2 font-semibold text-danger wrap-anywhere">
          {texts.outOfService(name, vehicle.state_reason ?? "–")}
        </p>
      )}
      <Button
        size="large"
        variant={isOut ? "primary" : "secondary"}
        className="mt-3 max-sm:w-full"
        onClick={() => setChanging(true)}
      >
        {texts.change}
      </Button>
      {isChanging && (
        <ChangeVehicle {...{ vehicles, turnId, isStored, from: vehicle.id }} onClose={() => setChanging(false)} />
      )}
    </>
  );
}

type CheckOfProps = { vehicle: Vehicle; since: string; now: number; turnId: string };

/** The check of the turn's vehicle: to fill in, waiting on the device, or sent. */
function CheckOf({ vehicle, since, turnId }: CheckOfProps) {
  const asks = useAsksForChecks();
  const { device } = useActingOnDevice();
  const { retry } = useAmbulanceQueue();
  const items = useQuery(checklistQueries.items());
  const [isAgain, setAgain] = useState(false);
  const waiting = (useWaitingOf(device.owner) ?? []).filter(isCheck).find(({ payload }) => payload.turn_id === turnId);
  if (!asks) return <p className="text-ink-soft">{texts.off}</p>;
  if (waiting !== undefined)
    return (
      <output className="flex flex-wrap items-center gap-3 font-medium">
        {texts.waiting} · {waiting.refused === undefined ? texts.waitingHint : texts.refused(waiting.refused)}
        {waiting.refused !== undefined && (
          <Button size="small" onClick={() => void retry()}>
            {texts.tryAgain}
          </Button>
        )}
      </output>
    );
  if (!isNotChecked(vehicle, since) && !isAgain)
    return (
      <Button size="large" className="max-sm:w-full" onClick={() => setAgain(true)}>
        {texts.again}
      </Button>
    );
  return (
    <StateView
      query={{ ...items, data: items.data?.filter(({ is_active: isActive }) => isActive) }}
      failed={vehicleTexts.checklist.loadFailed}
      empty={<p className="text-ink-soft">{texts.noItems}</p>}
    >
      {(list) => <CheckForm {...{ vehicle, turnId, items: list }} onSent={() => setAgain(false)} />}
    </StateView>
  );
}
