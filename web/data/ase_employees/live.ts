/** Keeps what is known of the ambulance's employees live. */
import { useQueryClient } from "@tanstack/react-query";
import { useLive } from "../live.ts";
import { aseEmployeeQueries } from "./queries.ts";

/** Fetches again when an employee is added, changed or removed, and after each (re)join. */
export function useLiveEmployees(): void {
  const cache = useQueryClient();
  const refetch = () => void cache.invalidateQueries({ queryKey: aseEmployeeQueries.all });
  useLive({ table: "ase_employees" }, refetch, refetch);
}
