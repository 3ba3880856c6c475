import { clsx } from "clsx";
import { Info } from "lucide-react";
import { useState } from "react";
import { useParams } from "react-router";
import { PROMPT_POLL_MS, useListInterval } from "#data/live.ts";
import { DOCUMENT_2, type TaxiSettings } from "#data/taxi_settings/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { useLiveRegistrations } from "#data/vehicle_registrations/live.ts";
import { type Registration, registrationQueries } from "#data/vehicle_registrations/queries.ts";
import type { VehicleRequest } from "#data/vehicle_requests/queries.ts";
import { type LogOutTo, RequireSession } from "#session/guard.tsx";
import type { Session } from "#session/store.ts";
import { useAccountWatch } from "#session/account/use-account-watch.ts";
import { useActivityLog } from "#session/actions/use-activity-log.ts";
import { paths } from "#shared/paths.ts";
import { StateView } from "#shared/ui/state-view.tsx";
import { CarTile } from "../parts/car-button.tsx";
import { useKeptCar } from "../parts/held-car.tsx";
import { SignedInPage } from "../parts/signed-in-page.tsx";
import { type CarPresses, useCarPress } from "../parts/use-car-press.ts";
import { type Car, carsFor } from "../rules/cars.ts";
import { lostTurn, restSince } from "../rules/turns.ts";
import { texts } from "../texts.ts";
import { MyTurns } from "../turns/my-turns.tsx";
import { LostTurn, OwnCar } from "../turns/own-car.tsx";
import { nameOfTurn, OpenSheet, type Sheet, sheetOf } from "../turns/open-sheet.tsx";
import { StandByCar } from "../turns/stand-by-car.tsx";
import { nameOf } from "../turns/take-car.tsx";
import { useNowAt } from "../turns/use-now-at.ts";
import { type Turns, useTurns } from "../turns/use-turns.ts";

const { cars: labels } = texts;

/** The six cars of a project, where a chauffeur takes one and gives it back (document 2 §2, §4). */
export function VehicleRegistrationScreen() {
  const { projectId = "" } = useParams();
  return (
    <RequireSession
      kind="chauffeur"
      project={projectId}
      login={paths.chauffeurLogin(projectId)}
      message={texts.login.required}
    >
      {(session, logOut) => <Cars project={projectId} session={session} logOut={logOut} />}
    </RequireSession>
  );
}

type CarsProps = { project: string; session: Session; logOut: LogOutTo };

function Cars({ project, session, logOut }: CarsProps) {
  const log = useActivityLog();
  const query = useQuery({
    ...registrationQueries.ofProject(project),
    refetchInterval: useListInterval(false, PROMPT_POLL_MS),
  });
  const turns = useTurns(project, session.userId);
  useLiveRegistrations(project);
  useAccountWatch(project, session.userId, (reason) => logOut(paths.chauffeurLogin(project), reason), "en");

  return (
    <SignedInPage kind="chauffeur" {...{ labels, project, session, log, logOut }}>
      <StateView
        query={turns.isPending ? { ...query, data: undefined } : query}
        failed={labels.loadFailed}
        empty={null}
        isEmpty={() => false}
      >
        {(registrations) => <CarGrid {...{ project, session, registrations, turns }} />}
      </StateView>
    </SignedInPage>
  );
}

type GridProps = { project: string; session: Session; registrations: readonly Registration[]; turns: Turns };

function CarGrid({ project, session, registrations, turns }: GridProps) {
  const { vehicles, settings = DOCUMENT_2 } = turns;
  const now = useNowAt(turns.turns.map(({ until }) => until));
  const cars = carsFor(registrations, session.userId, turns, now);
  const own = cars.find((car): car is Car & { state: "own" } => car.state === "own");
  useKeptCar(project, own && nameOf(own), own?.takenAt);
  const lost = own === undefined ? lostTurn(turns.own, now) : undefined;
  const [sheet, setSheet] = useState<Sheet>();
  const presses = useCarPress({
    project,
    chauffeurId: session.userId,
    openSheet: settings.handover === "off" ? undefined : (car) => setSheet(sheetOf(car)),
  });
  return (
    <>
      {lost !== undefined && (
        <LostTurn
          turn={lost}
          name={nameOfTurn(lost, vehicles)}
          onEnter={() => setSheet({ does: "late", turn: lost })}
        />
      )}
      <Note cars={cars} />
      <p className="mb-4 max-w-prose text-ink-soft">{labels.how}</p>
      <CarList
        {...{ project, cars, presses, settings, openSheet: setSheet }}
        requests={turns.requests.filter((request) => request.asked_by === session.userId)}
      />
      {own !== undefined && (
        <OwnCar
          car={own}
          warnMinutes={settings.warn_minutes}
          requests={turns.requests}
          now={now}
          onLeave={() => void presses.press(own)}
          onReport={own.vehicle === undefined ? undefined : () => setSheet({ does: "report", car: own })}
        />
      )}
      <MyTurns turns={turns.own} vehicles={vehicles} />
      {sheet !== undefined && (
        <OpenSheet
          {...{ sheet, project, own, turns, settings }}
          rest={own === undefined ? restSince(turns.own, now) : undefined}
          onReturned={presses.noteReturned}
          onClose={() => setSheet(undefined)}
        />
      )}
    </>
  );
}

type CarListProps = {
  project: string;
  cars: readonly Car[];
  presses: CarPresses;
  settings: TaxiSettings;
  /** The chauffeur's own questions. */
  requests: readonly VehicleRequest[];
  openSheet: (sheet: Sheet) => void;
};

function CarList({ project, cars, presses, settings, requests, openSheet }: CarListProps) {
  const { pending, released, resting } = presses;
  const hasCar = cars.some(({ state }) => state === "own");
  const standBy = (car: Car & { state: "other" }) => (
    <StandByCar
      {...{ project, car, settings }}
      request={requests.find((request) => request.turn_id === car.turn?.id)}
      onTakeOver={(request) => openSheet({ does: "take over", car, request })}
    />
  );
  return (
    <ul aria-label={labels.list} className="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4">
      {cars.map((car) => (
        <li key={car.slot} className="relative">
          <CarTile
            car={car}
            isPending={pending === car.slot}
            isHeld={pending !== undefined || resting === car.slot}
            isQuiet={hasCar}
            onPress={() => void presses.press(car)}
            onUndo={car.state === "free" && released === car.slot ? () => void presses.undo() : undefined}
            standBy={car.state === "other" ? standBy(car) : undefined}
          />
        </li>
      ))}
    </ul>
  );
}

/** The chauffeur's state, and the rule about being active (document 2 §2), which concerns nobody once a car is taken. */
function Note({ cars }: { cars: readonly Car[] }) {
  const own = cars.find((car) => car.state === "own");
  const areAllFree = cars.every((car) => car.state === "free");
  return (
    <div
      className={clsx(
        "mb-3 flex items-start gap-3 rounded-card border-l-4 px-4 py-3",
        areAllFree ? "border-warning bg-warning-soft" : "border-line-strong bg-surface",
      )}
    >
      <Info aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div>
        <output className="font-bold">{own === undefined ? labels.noCar : labels.yourCar(own.slot)}</output>
        {areAllFree && <p>{labels.note}</p>}
      </div>
    </div>
  );
}
