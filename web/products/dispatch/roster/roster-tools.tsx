import { clsx } from "clsx";
import type { RefObject } from "react";
import { controlClass } from "#shared/form/field.tsx";
import type { UnitStatus } from "#data/unit_statuses/queries.ts";
import type { Unit } from "#data/units/queries.ts";
import { BELOW_BAR } from "../parts/sticky-height.tsx";
import { statusMark, useStatuses } from "../parts/statuses.tsx";
import { placeCounts, type RosterFilter, shortNames, statusCounts, unitsAt } from "../rules/roster-filter.ts";
import { unitTexts as texts } from "../unit-texts.ts";

type ToolsProps = {
  /** The units that match the words; the places are counted among them. */
  units: readonly Unit[];
  filter: RosterFilter;
  onFilter: (filter: RosterFilter) => void;
  search: RefObject<HTMLInputElement | null>;
  /** The first unit shown, to which Enter leads from the search. */
  first: string | undefined;
  /** The box with the filters that show every unit (`data-all`). */
  tools: RefObject<HTMLDivElement | null>;
};

/**
 * Search, location and status filters with counts, in one row. At a desk they stay visible while the roster scrolls. On a phone the statuses
 * are a list beside the locations, so that the first unit is visible without scrolling.
 */
export function RosterTools({ units, filter, first, onFilter, search, tools }: ToolsProps) {
  return (
    <div
      ref={tools}
      style={{ top: BELOW_BAR }}
      className="z-10 mb-2 grid grid-cols-2 gap-1.5 bg-canvas pb-1.5 lg:sticky lg:flex lg:flex-wrap lg:border-b lg:border-line"
    >
      <input
        ref={search}
        type="search"
        aria-label={texts.search}
        placeholder={texts.searchHint}
        aria-keyshortcuts="/"
        value={filter.words}
        onChange={(event) => onFilter({ ...filter, words: event.target.value })}
        onKeyDown={(event) => {
          if (first === undefined || (event.key !== "Enter" && event.key !== "ArrowDown")) return;
          event.preventDefault();
          // The roster's keys work on a unit's buttons.
          const status = `[data-unit="${first}"] [data-action="status"]`;
          tools.current?.parentElement?.querySelector<HTMLElement>(status)?.focus();
        }}
        autoComplete="off"
        spellCheck={false}
        className={clsx(controlClass, "truncate max-lg:col-span-2 lg:w-44!")}
      />
      <PlaceFilter {...{ units, filter, onFilter }} />
      <StatusFilters units={unitsAt(units, filter.place)} {...{ filter, onFilter }} />
    </div>
  );
}

/** The value of a location in the list; the empty value means all. */
const valueOf = (place: string | undefined) => (place === undefined ? "" : `at ${place}`);

function PlaceFilter({ units, filter, onFilter }: Pick<ToolsProps, "units" | "filter" | "onFilter">) {
  const places = placeCounts(units, filter.place);
  return (
    <select
      aria-label={texts.locations}
      value={valueOf(filter.place)}
      onChange={({ target }) =>
        onFilter({ ...filter, place: places.find(({ location }) => valueOf(location) === target.value)?.location })
      }
      className={clsx(controlClass, "select-arrow pr-10 lg:w-auto! lg:max-w-44")}
    >
      <option value="">{texts.allLocations}</option>
      {places.map(({ location, count }) => (
        <option key={location} value={valueOf(location)}>
          {location || texts.noLocation} {count}
        </option>
      ))}
    </select>
  );
}

/** The statuses: a list on a phone, buttons at a desk. */
function StatusFilters({ units, filter, onFilter }: Pick<ToolsProps, "units" | "filter" | "onFilter">) {
  const statuses = useStatuses();
  const counts = statusCounts(units, statuses, filter.status);
  const shorts = shortNames(statuses.map(({ name }) => name));
  return (
    <>
      <select
        aria-label={texts.filter}
        data-all
        value={filter.status}
        onChange={(event) => onFilter({ ...filter, status: event.target.value })}
        className={clsx(controlClass, "select-arrow pr-10 lg:hidden")}
      >
        <option value="">
          {texts.allStatuses} {units.length}
        </option>
        {counts.map(({ status, count }) => (
          <option key={status.code} value={status.code}>
            {status.name} {count}
          </option>
        ))}
      </select>
      <ul aria-label={texts.filter} className="flex flex-wrap gap-1 max-lg:hidden">
        <StatusFilter label={texts.allStatuses} count={String(units.length)} {...{ filter, onFilter }} />
        {counts.map(({ status, count }) => (
          <StatusFilter
            key={status.code}
            label={status.name}
            short={shorts.get(status.name)}
            count={count}
            {...{ filter, onFilter, status }}
          />
        ))}
      </ul>
    </>
  );
}

type StatusFilterProps = Pick<ToolsProps, "filter" | "onFilter"> & {
  /** The status; undefined for all. */
  status?: UnitStatus;
  label: string;
  /** The beginning of its name that tells it from the others. */
  short?: string | undefined;
  count: string;
};

function StatusFilter({ status, label, short = label, count, filter, onFilter }: StatusFilterProps) {
  const code = status?.code ?? "";
  const isOn = filter.status === code;
  const mark = status === undefined ? undefined : statusMark(status);
  const [number, ...rest] = count.split(" ");
  return (
    <li>
      <button
        type="button"
        {...mark}
        data-all={code === "" || undefined}
        aria-pressed={isOn}
        title={[label, ...rest].join(" ")}
        onClick={() => onFilter({ ...filter, status: isOn ? "" : code })}
        className={clsx(
          "inline-flex min-h-11 items-center gap-1.5 rounded-full border-2 px-2.5 text-sm font-semibold",
          isOn ? "border-brand bg-brand-soft text-brand-strong" : "border-line-strong bg-surface hover:border-ink",
          mark?.className,
        )}
      >
        {/* Beside the calls there is room for the words of the command line: AV, BU. */}
        <span aria-hidden="true" className="@min-[74rem]:hidden">
          {short}
        </span>
        <span className="sr-only @min-[74rem]:not-sr-only">{label}</span>{" "}
        <span className="font-normal tabular-nums">{number}</span>
        {rest.length > 0 && <span className="sr-only"> {rest.join(" ")}</span>}
      </button>
    </li>
  );
}
