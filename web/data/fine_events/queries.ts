/** Reads the events of a case, for admins of its site. */
import type { CaseStatus } from "#contract/cases.ts";
import type { Acting } from "../acting.ts";
import type { Json } from "../database.gen.ts";
import type { Row } from "../live.ts";
import { unwrap } from "../unwrap.ts";

const COLUMNS = "id, number, kind, by_kind, by_id, at, note, data, status_before, status_after" as const;

export type FineEvent = Pick<Row<"fine_events">, "id" | "number" | "kind" | "by_kind" | "by_id" | "at" | "note"> & {
  data: { [key: string]: Json | undefined };
  status_before: CaseStatus | null;
  status_after: CaseStatus;
};

/** More events than any case has. */
const MOST = 1000;

/** The events of a case, oldest first. @throws DataError */
export async function listEvents(acting: Acting, fineId: string, signal: AbortSignal): Promise<FineEvent[]> {
  const client = await acting.client();
  const rows = client.from("fine_events").select(COLUMNS).eq("fine_id", fineId);
  return unwrap(await rows.order("number", { ascending: true }).limit(MOST).abortSignal(signal)) as FineEvent[];
}
