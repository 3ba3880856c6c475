import { clsx } from "clsx";
import { Info } from "lucide-react";
import { useParams } from "react-router";
import { PROMPT_POLL_MS, useListInterval } from "#data/live.ts";
import { useQuery } from "#data/use-query.ts";
import { useLiveRegistrations } from "#data/vehicle_registrations/live.ts";
import { type Registration, registrationQueries } from "#data/vehicle_registrations/queries.ts";
import { type LogOutTo, RequireSession } from "#session/guard.tsx";
import type { Session } from "#session/store.ts";
import { useAccountWatch } from "#session/account/use-account-watch.ts";
import { useActivityLog } from "#session/actions/use-activity-log.ts";
import { paths } from "#shared/paths.ts";
import { StateView } from "#shared/ui/state-view.tsx";
import { CarTile } from "../parts/car-button.tsx";
import { SignedInPage } from "../parts/signed-in-page.tsx";
import { useCarPress } from "../parts/use-car-press.ts";
import { type Car, carsFor } from "../rules/cars.ts";
import { texts } from "../texts.ts";

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
  useLiveRegistrations(project);
  useAccountWatch(project, session.userId, (reason) => logOut(paths.chauffeurLogin(project), reason), "en");

  return (
    <SignedInPage kind="chauffeur" {...{ labels, project, session, log, logOut }}>
      <StateView query={query} failed={labels.loadFailed} empty={null} isEmpty={() => false}>
        {(registrations) => <CarGrid {...{ project, session, registrations }} />}
      </StateView>
    </SignedInPage>
  );
}

function CarGrid(props: { project: string; session: Session; registrations: readonly Registration[] }) {
  const { project, session, registrations } = props;
  const cars = carsFor(registrations, session.userId);
  const { press, released, undo, pending, resting } = useCarPress({ project, chauffeurId: session.userId });
  return (
    <>
      <Note cars={cars} />
      <p className="mb-4 max-w-prose text-ink-soft">{labels.how}</p>
      <ul aria-label={labels.list} className="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4">
        {cars.map((car) => (
          <li key={car.slot} className="relative">
            <CarTile
              car={car}
              isPending={pending === car.slot}
              isHeld={pending !== undefined || resting === car.slot}
              onPress={() => void press(car)}
              onUndo={car.state === "free" && released === car.slot ? () => void undo() : undefined}
            />
          </li>
        ))}
      </ul>
    </>
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
