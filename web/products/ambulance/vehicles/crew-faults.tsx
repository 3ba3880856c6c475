import { useActingPerson } from "#data/acting.ts";
import { PROMPT_POLL_MS, useListInterval } from "#data/live.ts";
import { useQuery } from "#data/use-query.ts";
import { vehicleCheckQueries } from "#data/vehicle_checks/queries.ts";
import type { VehicleFault } from "#data/vehicle_faults/queries.ts";
import { shortMoment } from "#shared/format/short-moment.ts";
import { randomKey } from "#shared/random-key.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Card } from "#shared/ui/card.tsx";
import { useTakingBack } from "./vehicle-actions.ts";
import { vehicleTexts } from "./vehicle-texts.ts";

const texts = vehicleTexts.faults;

type CrewFaultsProps = { faults: readonly VehicleFault[]; turnId: string; vehicleId: string; now: number };

/** The open faults of the crew's vehicle. Which of them it may take back, the database says, as it judges the press. */
export function CrewFaults({ faults, turnId, vehicleId, now }: CrewFaultsProps) {
  const takingBack = useTakingBack();
  const acting = useActingPerson();
  const refetchInterval = useListInterval(false, PROMPT_POLL_MS);
  const own = useQuery({ ...vehicleCheckQueries.ownFaults(acting, turnId, vehicleId), refetchInterval });
  return (
    <Card as="section" aria-label={texts.title}>
      <h2 className="text-xl font-bold">{texts.title}</h2>
      {faults.length === 0 && <p className="text-ink-soft">{texts.none}</p>}
      <ul>
        {faults.map(({ id, text, severity, reported_by: by, reported_at: at }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0"
          >
            <div className="min-w-0 flex-auto basis-40">
              <p className="font-semibold wrap-anywhere">{text}</p>
              <p className="text-sm text-ink-soft">{texts.by(by, shortMoment(new Date(at), now))}</p>
            </div>
            {severity === "not_to_be_driven" && <Badge tone="danger">{texts.grave}</Badge>}
            {own.data?.includes(id) === true && (
              <Button
                aria-label={texts.takeBackNamed(text)}
                pending={takingBack.isPending(id)}
                onClick={() => void takingBack.run({ faultId: id, eventId: randomKey() })}
              >
                {texts.takeBack}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
