import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { memo, type ReactNode } from "react";
import type { Parking } from "#data/parkings/queries.ts";
import { formatDateTime, formatOptional } from "#shared/format/dates.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Plate } from "#shared/ui/plate.tsx";
import type { ParkingStatus } from "./parking-status.ts";
import { timeLeft } from "./time-left.ts";
import { boardTexts } from "./board-texts.ts";

const labels = boardTexts.parking;

type ParkingCardProps = {
  parking: Parking;
  status: ParkingStatus;
  /** The time, in milliseconds since 1970. */
  now: number;
  /** On a phone an open row shows all details; a wider screen always shows them. */
  isOpen: boolean;
  onToggle: () => void;
  /** Whether it was registered a moment ago, and is marked for a short while. */
  isNew?: boolean;
  /** The parking's buttons. */
  actions?: ReactNode;
};

/** A parking in a list, named by its plate. */
export function ParkingCard({ parking, status, now, isOpen, onToggle, isNew = false, actions }: ParkingCardProps) {
  const left = timeLeft(parking, now);
  return (
    <article
      aria-label={parking.ref_number}
      className={clsx(
        "relative rounded-card border border-line bg-surface px-3 py-2.5 shadow-raised sm:px-5 md:py-3.5",
        isNew && "just-arrived",
      )}
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 md:grid md:grid-cols-[auto_1fr_auto] md:gap-x-4 md:gap-y-2.5">
        <h2 className="min-w-0">
          <Plate value={parking.ref_number} />
        </h2>
        <div className="grid flex-[1_1_4.5rem] justify-items-end gap-x-4 gap-y-0.5 md:flex md:flex-wrap md:items-center">
          <Badge tone={status === "active" ? "success" : "neutral"}>{labels[status]}</Badge>
          <span className={clsx("text-sm", left.isSoon ? "font-bold text-warning" : "text-ink-soft")}>{left.text}</span>
        </div>
        <Button
          variant="ghost"
          size="icon"
          aria-expanded={isOpen}
          aria-label={labels.more(parking.ref_number)}
          // A press anywhere on the closed row opens it.
          className="-mr-2 after:absolute after:inset-x-0 after:top-0 after:h-24 md:hidden"
          onClick={onToggle}
        >
          <ChevronDown aria-hidden="true" className={clsx("text-ink-soft", isOpen && "rotate-180")} />
        </Button>
        <Facts
          parking={parking}
          className={clsx("col-span-full w-full md:row-start-2", isOpen ? "max-md:pt-2" : "in-one-line")}
        />
        {actions !== undefined && (
          <div
            className={clsx(
              "relative grid w-full two-columns gap-2 md:col-span-1 md:col-start-3 md:row-start-1 md:flex",
              isOpen ? "max-md:pt-2" : "max-md:hidden",
            )}
          >
            {actions}
          </div>
        )}
      </div>
    </article>
  );
}

const Facts = memo(function Facts({ parking, className }: { parking: Parking; className: string }) {
  return (
    <dl
      className={clsx(
        "grid two-columns gap-x-6 gap-y-2.5 md:grid-cols-3 lg:grid-cols-[1fr_0.7fr_1.2fr_1fr_auto]",
        className,
      )}
    >
      <Fact name={labels.carModel}>{parking.car_model}</Fact>
      <Fact name={labels.carColor}>{parking.car_color}</Fact>
      <Fact name={labels.street}>{parking.street}</Fact>
      <Fact name={labels.discord} className="when-opened">
        {formatOptional(parking.discord_username)}
      </Fact>
      <Fact name={labels.time} className="when-opened col-span-full sm:col-span-2 lg:col-span-1">
        <time dateTime={parking.start_time} className="whitespace-nowrap">
          {formatDateTime(parking.start_time)}
        </time>
        {" – "}
        <time dateTime={parking.end_time} className="whitespace-nowrap">
          {formatDateTime(parking.end_time)}
        </time>
      </Fact>
    </dl>
  );
});

function Fact({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={clsx("min-w-0", className)}>
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}
