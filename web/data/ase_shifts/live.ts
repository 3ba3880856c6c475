/** Keeps the list of people on duty live. */
import { defineLive } from "../define-live.ts";
import { aseShiftQueries } from "./queries.ts";

export const useLiveShifts = defineLive(() => ({ table: "ase_shifts", refetch: () => [aseShiftQueries.all] }));
