import { clsx } from "clsx";
import { Fragment, type ReactNode } from "react";
import type { Parking } from "#data/parkings/queries.ts";
import { formatDateTime, formatOptional } from "#shared/format/dates.ts";
import { stateMark } from "#shared/ui/badge.tsx";
import { Plate } from "#shared/ui/plate.tsx";
import { RowToggle } from "#shared/ui/row-toggle.tsx";
import { WholeDay } from "#shared/ui/whole-day.tsx";
import type { ParkingStatus } from "./parking-status.ts";
import { timeLeft } from "./time-left.ts";
import { boardTexts } from "./board-texts.ts";

const labels = boardTexts.parking;

/** The columns where the list has room for a table. Each row and the head are a grid of their own, so none depends on its content. */
const COLUMNS = "@2xl:grid-cols-[8.5rem_12rem_minmax(0,1.2fr)_minmax(0,0.7fr)_minmax(0,1.2fr)] gap-x-3 pl-3 pr-11";

/** A line of a phone's row. In a table its parts are cells. */
const LINE = "flex flex-wrap items-center justify-between gap-x-3 @2xl:contents";

/** The head of the table. Rows say the same by themselves to screen readers, and a list without room for a table has none. */
export function ParkingListHead({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={clsx("hidden min-h-8 items-center text-sm font-semibold text-ink-soft @2xl:grid", COLUMNS, className)}
    >
      {[labels.plate, labels.time, labels.carModel, labels.carColor, labels.street].map((name) => (
        <span key={name}>{name}</span>
      ))}
    </div>
  );
}

type ParkingRowProps = {
  parking: Parking;
  status: ParkingStatus;
  /** The time, in milliseconds since 1970. */
  now: number;
  /** Whether the row shows all details and the buttons. */
  isOpen: boolean;
  onToggle: () => void;
  /** Whether it was registered a moment ago, and is marked for a short while. */
  isNew?: boolean;
  /** The parking's buttons, in the open row. */
  actions?: ReactNode;
};

/** A parking in a list, named by its plate: a row of 72 px, or of 48 px where the list is a table. A press opens it. */
export function ParkingRow({ parking, status, now, isOpen, onToggle, isNew = false, actions }: ParkingRowProps) {
  const left = timeLeft(parking, now);
  const tone = status === "expired" ? "danger" : left.isSoon ? "warning" : "success";
  return (
    <article
      aria-label={parking.ref_number}
      className={clsx("border-x border-b border-line bg-surface", isNew && "just-arrived")}
    >
      <div
        className={clsx(
          "relative flex min-h-[calc(4.5rem-1px)] flex-col justify-center gap-y-0.5 @2xl:grid @2xl:min-h-[calc(3rem-1px)] @2xl:content-center",
          COLUMNS,
        )}
      >
        <div className={LINE}>
          <h2 className="flex min-w-0 @2xl:col-start-1 @2xl:row-span-2 @2xl:row-start-1 @2xl:self-center">
            <Plate value={parking.ref_number} size="small" />
          </h2>
          <span
            className={clsx(
              "flex-[1_1_5rem] text-right leading-tight font-semibold @2xl:col-start-2 @2xl:row-start-1 @2xl:self-end @2xl:text-left",
              tone === "danger" && "text-danger",
              tone === "warning" && "text-warning",
            )}
          >
            {left.text}
          </span>
        </div>
        <div className={LINE}>
          <Car parking={parking} />
          <span
            className={stateMark({
              tone,
              className:
                "inline-flex shrink-0 items-center gap-1.5 text-sm leading-tight text-ink-soft before:size-2.5 @2xl:col-start-2 @2xl:row-start-2 @2xl:self-start",
            })}
          >
            {labels[status]}
          </span>
        </div>
        <RowToggle name={labels.more(parking.ref_number)} isOpen={isOpen} onToggle={onToggle} />
      </div>
      {isOpen && (
        <div className="grid gap-3 px-3 pt-1 pb-3">
          <Facts parking={parking} />
          {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
        </div>
      )}
    </article>
  );
}

/** Model, colour and street: one cut line on a phone, cells in a table. The open row has all of them. */
function Car({ parking }: { parking: Parking }) {
  const parts = [parking.car_model, parking.car_color, parking.street];
  return (
    <p className="line-clamp-1 flex-[1_1_8rem] text-sm break-all text-ink-soft @2xl:contents @2xl:text-base">
      {parts.map((part, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a part is known by its place alone
        <Fragment key={at}>
          {at > 0 && (
            <span aria-hidden="true" className="@2xl:hidden">
              {" · "}
            </span>
          )}
          <span className="@2xl:row-span-2 @2xl:row-start-1 @2xl:line-clamp-1 @2xl:self-center">{part}</span>
        </Fragment>
      ))}
    </p>
  );
}

function Facts({ parking }: { parking: Parking }) {
  return (
    <dl className="grid two-columns gap-x-6 gap-y-2">
      <Fact name={labels.carModel}>{parking.car_model}</Fact>
      <Fact name={labels.carColor}>{parking.car_color}</Fact>
      <Fact name={labels.street} className="max-sm:col-span-full">
        {parking.street}
      </Fact>
      <Fact name={labels.discord}>{formatOptional(parking.discord_username)}</Fact>
      <Fact name={labels.time} className="col-span-full">
        <time dateTime={parking.start_time}>
          <WholeDay text={formatDateTime(parking.start_time)} />
        </time>
        {" – "}
        <time dateTime={parking.end_time}>
          <WholeDay text={formatDateTime(parking.end_time)} />
        </time>
      </Fact>
    </dl>
  );
}

function Fact({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={clsx("min-w-0", className)}>
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}
