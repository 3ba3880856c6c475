import { clsx } from "clsx";
import type { RefObject } from "react";
import { controlClass } from "#shared/form/field.tsx";
import { stateMark } from "#shared/ui/badge.tsx";
import type { Unit } from "#data/units/queries.ts";
import { type RosterFilter, statusCounts } from "../rules/roster-filter.ts";
import { STATUS_TONES } from "../rules/tones.ts";
import { unitTexts as texts } from "../unit-texts.ts";

type ToolsProps = {
  /** The units that match the words; the counts are about them. */
  units: readonly Unit[];
  filter: RosterFilter;
  onFilter: (filter: RosterFilter) => void;
  /** The locations on the shown roster, each with its number of units. */
  places: readonly { location: string; count: number }[];
  onJump: (location: string) => void;
  search: RefObject<HTMLInputElement | null>;
  /** The box with the filters that show every unit (`data-all`). */
  tools: RefObject<HTMLDivElement | null>;
};

/**
 * Search, status filters with counts, and links to locations. At a desk they stay visible while the roster scrolls. On a phone the statuses
 * are a list beside the search, so that the first unit is visible without scrolling.
 */
export function RosterTools({ units, filter, onFilter, places, onJump, search, tools }: ToolsProps) {
  return (
    <div
      ref={tools}
      className="z-10 mb-4 grid grid-cols-2 gap-2.5 bg-canvas pb-2.5 lg:sticky lg:top-12 lg:grid-cols-[22rem_minmax(0,1fr)] lg:gap-x-5 lg:border-b lg:border-line lg:pt-3"
    >
      <input
        ref={search}
        type="search"
        aria-label={texts.search}
        placeholder={texts.searchHint}
        aria-keyshortcuts="/"
        value={filter.words}
        onChange={(event) => onFilter({ ...filter, words: event.target.value })}
        autoComplete="off"
        spellCheck={false}
        className={clsx(controlClass, "truncate self-start")}
      />
      <StatusFilters {...{ units, filter, onFilter }} />
      {places.length > 1 && <Places {...{ places, onJump }} />}
    </div>
  );
}

/** The statuses: a list on a phone, buttons at a desk. */
function StatusFilters({ units, filter, onFilter }: Pick<ToolsProps, "units" | "filter" | "onFilter">) {
  const counts = statusCounts(units, filter.status);
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
          <option key={status} value={status}>
            {status} {count}
          </option>
        ))}
      </select>
      <ul aria-label={texts.filter} className="flex flex-wrap gap-1.5 max-lg:hidden">
        <StatusFilter label={texts.allStatuses} count={String(units.length)} {...{ filter, onFilter }} status="" />
        {counts.map(({ status, count }) => (
          <StatusFilter key={status} label={status} count={count} {...{ filter, onFilter, status }} />
        ))}
      </ul>
    </>
  );
}

function Places({ places, onJump }: Pick<ToolsProps, "places" | "onJump">) {
  return (
    <nav aria-label={texts.locations} className="col-span-full flex flex-wrap items-center gap-x-1">
      <span aria-hidden="true" className="pr-1 text-sm text-ink-soft">
        {texts.jumpTo}
      </span>
      {places.map(({ location, count }) => (
        <button
          key={location}
          type="button"
          onClick={() => onJump(location)}
          className="min-h-11 rounded-control px-2 font-semibold text-brand underline-offset-4 wrap-anywhere hover:underline"
        >
          {location || texts.noLocation} <span className="font-normal text-ink-soft">{count}</span>
        </button>
      ))}
    </nav>
  );
}

type StatusFilterProps = Pick<ToolsProps, "filter" | "onFilter"> & {
  status: string;
  label: string;
  count: string;
};

function StatusFilter({ status, label, count, filter, onFilter }: StatusFilterProps) {
  const isOn = filter.status === status;
  return (
    <li>
      <button
        type="button"
        data-all={status === "" || undefined}
        aria-pressed={isOn}
        onClick={() => onFilter({ ...filter, status: isOn ? "" : status })}
        className={clsx(
          "inline-flex min-h-11 items-center gap-2 rounded-full border-2 px-3 text-sm font-semibold",
          isOn ? "border-brand bg-brand-soft text-brand-strong" : "border-line-strong bg-surface hover:border-ink",
          status !== "" && stateMark({ tone: STATUS_TONES[status], className: "before:size-2.5" }),
        )}
      >
        {label} <span className="font-normal tabular-nums">{count}</span>
      </button>
    </li>
  );
}
