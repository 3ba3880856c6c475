import { clsx } from "clsx";
import { memo, type ReactNode } from "react";
import type { Parking } from "#data/parkings/queries.ts";
import { formatDateTime, formatOptional } from "#shared/format/dates.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Plate } from "#shared/ui/plate.tsx";
import type { ParkingStatus } from "./parking-status.ts";
import { texts } from "../texts.ts";

const labels = texts.parking;

type ParkingCardProps = {
  parking: Parking;
  status: ParkingStatus;
  /** Registered a moment ago: marked for a short while. */
  isNew?: boolean;
  /** What can be done with it. */
  actions?: ReactNode;
};

/** One parking of a list, named by its plate. */
export function ParkingCard({ parking, status, isNew = false, actions }: ParkingCardProps) {
  return (
    <article
      aria-label={parking.ref_number}
      className={clsx(
        "rounded-card border border-line bg-surface p-4 shadow-raised sm:px-6 sm:py-5",
        isNew && "just-arrived",
      )}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-4 md:grid-cols-[auto_1fr_auto]">
        <h2 className="min-w-0">
          <Plate value={parking.ref_number} />
        </h2>
        <div className="grid justify-items-start">
          <Badge tone={status === "active" ? "success" : "neutral"}>{labels[status]}</Badge>
        </div>
        <Facts parking={parking} className="col-span-full row-start-2" />
        {actions !== undefined && (
          <div className="col-span-full grid grid-cols-2 gap-2 md:col-span-1 md:col-start-3 md:row-start-1 md:flex">
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
        "grid grid-cols-2 gap-x-6 gap-y-2.5 md:grid-cols-3 lg:grid-cols-[1fr_0.7fr_1.2fr_1fr_auto]",
        className,
      )}
    >
      <Fact name={labels.carModel}>{parking.car_model}</Fact>
      <Fact name={labels.carColor}>{parking.car_color}</Fact>
      <Fact name={labels.street}>{parking.street}</Fact>
      <Fact name={labels.discord}>{formatOptional(parking.discord_username)}</Fact>
      <Fact name={labels.time} className="col-span-2 tabular-nums lg:col-span-1">
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
