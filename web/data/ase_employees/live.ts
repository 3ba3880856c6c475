/** Keeps cached data about the ambulance's employees live. */
import { defineLive } from "../define-live.ts";
import { aseEmployeeQueries } from "./queries.ts";

export const useLiveEmployees = defineLive(() => ({ table: "ase_employees", refetch: () => [aseEmployeeQueries.all] }));
