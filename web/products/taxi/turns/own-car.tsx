import { BellRing, Clock, CircleAlert } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import type { VehicleRequest } from "#data/vehicle_requests/queries.ts";
import type { VehicleTurn } from "#data/vehicle_turns/queries.ts";
import { toTimeValue } from "#shared/format/dates.ts";
import { sinceText } from "#shared/format/since.ts";
import { randomKey } from "#shared/random-key.ts";
import { playTones, useReadyTones } from "#shared/tones.ts";
import { Button } from "#shared/ui/button.tsx";
import { useClockText } from "#shared/ui/clock-text.ts";
import type { Car } from "../rules/cars.ts";
import { warningOf } from "../rules/turns.ts";
import { nameOf } from "./take-car.tsx";
import { useAnswering, useExtending } from "./turn-actions.ts";
import { turnTexts } from "./turn-texts.ts";

const labels = turnTexts.own;
/** The tones of a turn that ends soon, in hertz. */
const WARNING_TONES = [784, 659];
const EXTENSION_HOURS = 2;
const MOST_EXTENDED_HOURS = 4;

type OwnCarProps = {
  car: Car & { state: "own" };
  warnMinutes: number;
  requests: readonly VehicleRequest[];
  now: number;
  onLeave: () => void;
  onReport: (() => void) | undefined;
};

/** The own car, over all others and within a thumb's reach (document 5 §4): since when, what ends it, who asks for it. Nothing moves when it comes. */
export function OwnCar({ car, warnMinutes, requests, now, onLeave, onReport }: OwnCarProps) {
  const { turn } = car;
  const since = useClockText((at) => sinceText(car.takenAt, at, labels.lessThanOne));
  const extend = useExtending();
  const plate = car.vehicle?.plate ?? null;
  const asking = requests.find((request) => request.turn_id === turn?.id && request.answer === null);
  const until = turn?.until ?? null;
  const canStay = turn !== undefined && until !== null && turn.extended_hours + EXTENSION_HOURS <= MOST_EXTENDED_HOURS;
  const warning = turn === undefined ? undefined : warningOf(turn, warnMinutes, now);
  useReadyTones();
  useEffect(() => {
    if (warning !== undefined) playTones(WARNING_TONES);
  }, [warning]);
  return (
    <section
      aria-label={labels.title}
      className="sticky bottom-2 z-10 mt-4 grid max-h-[50dvh] gap-2 overflow-y-auto rounded-card border-2 border-brand bg-brand-soft p-3 shadow-raised sm:gap-3 sm:p-4"
    >
      <p className="text-lg font-bold wrap-anywhere">
        {labels.about([nameOf(car), plate, since].filter((part) => part !== null))}
      </p>
      {until !== null && warning !== undefined && (
        <Notice icon={<Clock aria-hidden="true" />} key={warning}>
          {labels.ends(nameOf(car), toTimeValue(new Date(until)))}
        </Notice>
      )}
      {until !== null && (
        <div className="flex flex-wrap items-center justify-between gap-2 empty:hidden">
          {warning === undefined && <p className="text-ink-soft">{labels.until(toTimeValue(new Date(until)))}</p>}
          {canStay && (
            <Button
              size="small"
              pending={extend.isPending()}
              onClick={() => void extend.run({ turnId: turn.id, eventId: randomKey(), hours: EXTENSION_HOURS })}
            >
              {labels.stay}
            </Button>
          )}
        </div>
      )}
      {asking !== undefined && <Question request={asking} car={nameOf(car)} />}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={onLeave}>
          {labels.leave}
        </Button>
        {onReport !== undefined && <Button onClick={onReport}>{labels.report}</Button>}
      </div>
    </section>
  );
}

/** A line that is spoken when it appears. */
function Notice({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex items-start gap-3 rounded-control border-l-4 border-warning bg-warning-soft px-3 py-2 font-semibold [&_svg]:mt-0.5 [&_svg]:size-5 [&_svg]:shrink-0"
    >
      {icon}
      <div className="min-w-0 grow wrap-anywhere">{children}</div>
    </div>
  );
}

/** The question of somebody who stands at the car. */
function Question({ request, car }: { request: VehicleRequest; car: string }) {
  const answer = useAnswering();
  const send = (leaves: boolean) => void answer.run({ requestId: request.id, eventId: randomKey(), leaves });
  return (
    <Notice icon={<BellRing aria-hidden="true" />}>
      <p>{labels.asks(request.asked_by, car)}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button pending={answer.isPending()} onClick={() => send(true)}>
          {labels.yes}
        </Button>
        <Button pending={answer.isPending()} onClick={() => send(false)}>
          {labels.no}
        </Button>
      </div>
    </Notice>
  );
}

/** Tells who lost the car by whom, when and why, until the reading is given (document 5 §4). */
export function LostTurn({ turn, name, onEnter }: { turn: VehicleTurn; name: string; onEnter: () => void }) {
  return (
    <div className="mb-4">
      <Notice icon={<CircleAlert aria-hidden="true" />}>
        <p>{lostText(turn, name)}</p>
        <Button className="mt-2" onClick={onEnter}>
          {turnTexts.lost.enter}
        </Button>
      </Notice>
    </div>
  );
}

function lostText({ ended_by, ended_by_id, ended_at, until, reason }: VehicleTurn, name: string): string {
  const at = toTimeValue(new Date(ended_at ?? until ?? ""));
  if (ended_by === "admin") return turnTexts.lost.admin(ended_by_id ?? "", name, reason ?? "");
  if (ended_by === "taken_over") return turnTexts.lost.takenOver(ended_by_id ?? "", name, at);
  if (ended_by === "removed") return turnTexts.lost.removed(name);
  return turnTexts.lost.time(name, at);
}
