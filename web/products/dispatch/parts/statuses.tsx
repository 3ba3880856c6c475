import { clsx } from "clsx";
import { createContext, type ReactNode, use, useCallback, useMemo } from "react";
import { useListInterval } from "#data/live.ts";
import { useLiveUnitStatuses } from "#data/unit_statuses/live.ts";
import { type UnitStatus, unitStatusQueries } from "#data/unit_statuses/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { SPECIFIED_STATUSES } from "../rules/specified-statuses.ts";
import "./status-mark.css";

const StatusesContext = createContext(SPECIFIED_STATUSES);

/** Hands the kept statuses down, live; document 2's until they are fetched. */
export function StatusesProvider({ children }: { children: ReactNode }) {
  useLiveUnitStatuses();
  const { data } = useQuery({ ...unitStatusQueries.list(), refetchInterval: useListInterval() });
  return <StatusesContext value={data ?? SPECIFIED_STATUSES}>{children}</StatusesContext>;
}

/** Hands statuses down that came another way, as those of a wall's key. */
export const GivenStatuses = ({ statuses, children }: { statuses: readonly UnitStatus[]; children: ReactNode }) => (
  <StatusesContext value={statuses}>{children}</StatusesContext>
);

/** All statuses, in their order. */
export const useStatuses = (): readonly UnitStatus[] => use(StatusesContext);

type Look = Pick<UnitStatus, "name" | "color" | "sign">;

/** A function from a status' code to its look; a status that was removed has its code for a name. */
export function useStatusLook(): (code: string) => Look {
  const statuses = useStatuses();
  return useMemo(() => {
    const looks = new Map(statuses.map((status) => [status.code, status]));
    return (code) => looks.get(code) ?? { name: code, color: "grey", sign: "ring" };
  }, [statuses]);
}

/** A function from a status' code to its name. */
export function useStatusName(): (code: string) => string {
  const lookOf = useStatusLook();
  return useCallback((code) => lookOf(code).name, [lookOf]);
}

/** The attributes of an element before whose text the sign of a status stands. */
export const statusMark = ({ color, sign }: Omit<Look, "name">, className?: string) => ({
  className: clsx("status-mark", className),
  "data-color": color,
  "data-sign": sign,
});

/** A status by its name, with its sign and colour. */
export function StatusBadge({ status }: { status: string }) {
  return <LookBadge {...useStatusLook()(status)} />;
}

export const LookBadge = ({ name, ...look }: Look) => (
  <span
    {...statusMark(
      look,
      "status-badge inline-flex h-fit max-w-full shrink-0 items-center gap-1.5 rounded-full border px-2.5 py-0.5 text-sm font-semibold wrap-anywhere",
    )}
  >
    {name}
  </span>
);
