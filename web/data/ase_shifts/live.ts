/** Keeps who is on duty live. */
import { defineLive } from "../define-live.ts";
import { aseShiftQueries } from "./queries.ts";

export const useLiveShifts = defineLive(() => ({ table: "ase_shifts", refetch: () => [aseShiftQueries.all] }));
