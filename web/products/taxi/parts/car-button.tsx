import { clsx } from "clsx";
import { Car as CarIcon, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { TAXI } from "#contract/limits.ts";
import { shortMoment } from "#shared/format/short-moment.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import { useClockText } from "#shared/ui/clock-text.ts";
import { Spinner } from "#shared/ui/spinner.tsx";
import type { Car } from "../rules/cars.ts";
import { nameOf } from "../turns/take-car.tsx";
import { turnTexts } from "../turns/turn-texts.ts";
import { texts } from "../texts.ts";

const labels = texts.cars;

const LOOKS = {
  free: "border-line-strong border-dashed bg-surface hover:border-ink hover:bg-sunken",
  own: "border-brand bg-brand-soft hover:border-brand-strong",
  other: "border-line bg-sunken",
} as const;

type CarProps = {
  car: Car;
  isPending: boolean;
  /** The button ignores presses: a car is being taken or released, or this one changed a moment ago. */
  isHeld: boolean;
  /** The chauffeur has another car: to leave that one is the loud press. */
  isQuiet: boolean;
  onPress: () => void;
  /** Takes the car again; given right after the chauffeur released it. */
  onUndo: (() => void) | undefined;
  /** What a chauffeur may do who stands at another's car. */
  standBy: ReactNode;
};

/** A car, with `Ångra` right after its release. A car out of service is no button (document 5 §4). */
export function CarTile({ onUndo, standBy, ...car }: CarProps) {
  if (car.car.state === "out") return <CarOutOfService car={car.car} />;
  return (
    <>
      <CarButton {...car} makesRoom={onUndo !== undefined} />
      {onUndo !== undefined && (
        <Button
          size="small"
          aria-disabled={car.isHeld || undefined}
          className="absolute right-3 bottom-3"
          onClick={onUndo}
        >
          <Undo2 aria-hidden="true" />
          {labels.undo}
        </Button>
      )}
      {standBy !== undefined && <div className="absolute inset-x-4 bottom-4">{standBy}</div>}
    </>
  );
}

/** A press takes a free car, releases one's own, and says that another's is taken (document 2 §4). */
function CarButton(props: Omit<CarProps, "onUndo" | "standBy"> & { makesRoom: boolean }) {
  const { car, isPending, isHeld, isQuiet, makesRoom, onPress } = props;
  if (car.state === "out") return null;
  return (
    <button
      type="button"
      aria-pressed={car.state === "own"}
      aria-busy={isPending || undefined}
      aria-disabled={isHeld || undefined}
      onClick={onPress}
      className={clsx(
        "flex h-full w-full flex-col gap-3 rounded-card border-2 p-4 text-left transition-colors duration-100 wrap-anywhere sm:p-5",
        LOOKS[car.state],
      )}
    >
      <span className="flex w-full flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <span className="flex min-w-0 items-center gap-2.5 text-2xl font-extrabold tracking-tight">
          {isPending ? <Spinner /> : <CarIcon aria-hidden="true" className="size-7 text-ink-soft" strokeWidth={1.75} />}
          {nameOf(car)}
        </span>{" "}
        <Badge tone={car.state === "free" ? "success" : car.state === "own" ? "brand" : "neutral"}>
          {car.state === "free" ? labels.free : labels.taken}
        </Badge>
      </span>{" "}
      <span className={clsx("flex w-full grow flex-col justify-between gap-2", makesRoom && "invisible")}>
        <span className="block min-h-16 text-sm text-ink-soft">
          {modelOf(car)}{" "}
          {car.faults > 0 && (
            <span className="block font-semibold text-warning">{turnTexts.tile.faults(car.faults)} </span>
          )}
          {car.state === "free" && <NotReturned by={car.vehicle?.not_returned_by ?? null} />}
          {car.state !== "free" && (
            <>
              <b className="block min-h-6 text-base text-ink">{holderOf(car)}</b> <TakenSince at={car.takenAt} />
            </>
          )}
        </span>{" "}
        {car.state === "other" ? (
          <span className="block min-h-12" />
        ) : (
          <WhatAPressDoes state={car.state} isQuiet={isQuiet} />
        )}
      </span>
    </button>
  );
}

/** The plate, where there is one, and the model. */
const modelOf = ({ vehicle }: Car): string =>
  [vehicle?.plate ?? null, vehicle?.model ?? TAXI.vehicleModel].filter((part) => part !== null).join(" · ");

function NotReturned({ by }: { by: string | null }) {
  return by !== null && <span className="block">{turnTexts.tile.notReturned(by)} </span>;
}

/** A car that nobody takes, and why. */
function CarOutOfService({ car }: { car: Car & { state: "out" } }) {
  return (
    <div className="flex h-full flex-col gap-3 rounded-card border-2 border-line bg-sunken p-4 wrap-anywhere sm:p-5">
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <span className="flex min-w-0 items-center gap-2.5 text-2xl font-extrabold tracking-tight">
          <CarIcon aria-hidden="true" className="size-7 text-ink-soft" strokeWidth={1.75} />
          {nameOf(car)}
        </span>
        <Badge tone="danger">{turnTexts.tile.outOfService}</Badge>
      </p>
      <p className="text-sm text-ink-soft">
        {modelOf(car)}
        <b className="block text-base text-ink">{car.reason}</b>
      </p>
    </div>
  );
}

/** The words of a press, drawn as a button; the tile around it is the button that a thumb may hit anywhere. */
function WhatAPressDoes({ state, isQuiet }: { state: "free" | "own"; isQuiet: boolean }) {
  return (
    <span
      className={clsx(
        "flex min-h-12 items-center justify-center rounded-control border-2 text-base font-semibold",
        state === "free" && !isQuiet ? "border-brand bg-brand text-on-brand" : "border-line-strong bg-surface text-ink",
      )}
    >
      {state === "free" ? labels.take : labels.leave}
    </span>
  );
}

/** The time since which a car is taken; the day is shown only if it is not today. */
function TakenSince({ at }: { at: string }) {
  const when = useClockText((now) => shortMoment(new Date(at), now));
  return <time dateTime={at}>{labels.takenSince(when)}</time>;
}

function holderOf(car: Extract<Car, { state: "own" | "other" }>): string {
  return car.state === "own" ? labels.yours : labels.heldBy(car.chauffeurId);
}
