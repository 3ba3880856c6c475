/** Keeps the open alarms live (document 5 §10). */
import { defineLive } from "../define-live.ts";
import { alarmQueries } from "./queries.ts";

export const useLiveAlarms = defineLive(() => ({ table: "alarms", refetch: () => [alarmQueries.open().queryKey] }));
