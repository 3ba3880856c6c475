/** Keeps who is on duty live. */
import { useQueryClient } from "@tanstack/react-query";
import { useLive } from "../live.ts";
import { aseShiftQueries } from "./queries.ts";

/** Fetches the shifts again when one starts or ends, and after each (re)join. */
export function useLiveShifts(): void {
  const cache = useQueryClient();
  const refetch = () => void cache.invalidateQueries({ queryKey: aseShiftQueries.all });
  useLive({ table: "ase_shifts" }, refetch, refetch);
}
