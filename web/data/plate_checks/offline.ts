/** The data that a phone stores for checks without a network, and the report of checks that the phone answered (document 4 §6). */
import type { CheckOutcome } from "#contract/cases.ts";
import type { ActingPerson } from "../acting.ts";
import { callFunction } from "../call-function.ts";
import type { Row } from "../live.ts";
import { unwrap } from "../unwrap.ts";

/** A site's data for the phone. Rows are arrays, because there may be twenty thousand. Times are ISO strings. */
export type OfflineData = {
  at: string;
  grace_minutes: number;
  observation_minutes: number;
  min_photos: number;
  max_amount: number | null;
  /**
   * The start of the first parking that was left out of a very long list; null when none was. Data stored before there was a limit lacks
   * it.
   */
  cut_at?: string | null;
  /** Parkings that ended before this time are not complete. */
  ended_cut_at?: string | null;
  parkings: [
    id: string,
    plate: string,
    start: string,
    end: string,
    created: string,
    car_model: string,
    car_color: string,
    street: string,
    discord_username: string | null,
  ][];
  permits: [
    id: string,
    plate: string,
    from: string,
    until: string | null,
    ended: string | null,
    created: string,
    note: string,
  ][];
  fines: [
    id: string,
    plate: string,
    at: string,
    street: string,
    case_number: string,
    kind: "ticket" | "report",
    violation: string,
    status: string,
    isNewParking: boolean,
  ][];
  /** Parkings that were removed within the last day. Older stored data lacks them. */
  removed?: [plate: string, at: string, by: string][];
  /** The first check today of each plate key. */
  checks: [key: string, first: string][];
};

/** The name of the stored fact; it also holds the project. */
export const SITE_FACT = "offline data";
export type KeptSite = {
  project: string | null;
  /** The milliseconds by which the device's clock was ahead at the fetch. */
  clockOffset: number;
  data: OfflineData;
};

/** Fetches the data that the phone stores of a site, until `signal` ends it. @throws DataError 42501 without a right. */
export async function fetchOfflineData(
  acting: ActingPerson,
  project: string | null,
  signal: AbortSignal,
): Promise<OfflineData> {
  const client = await acting.client();
  const asked = client.rpc("offline_data", { project, acting_as: acting.id } as never).abortSignal(signal);
  return unwrap(await asked) as unknown as OfflineData;
}

/** A check that the phone answered; `checked_by` counts when an admin sends it. */
export type OfflineCheck = {
  id: string;
  project_id: string | null;
  plate: string;
  outcome: CheckOutcome;
  parking_id: string | null;
  permit_id: string | null;
  checked_at: string;
  checked_by: string;
};

/** Records the check, once, however often it is sent. @throws DataError PK008, PK010, 42501. */
export const recordOfflineCheck = (acting: ActingPerson, given: OfflineCheck) =>
  callFunction<{ outcome: "recorded" }>(acting, "record_offline_check", { given, acting_as: acting.id });

/** A parking from the device's data, as screens read it. */
export async function keptParking(owner: string, id: string) {
  const { readFact } = await import("#shared/offline/device-store.ts");
  const site = (await readFact(owner, SITE_FACT)) as KeptSite | undefined;
  const found = site?.data.parkings.find((row) => row[0] === id);
  if (site === undefined || found === undefined) return undefined;
  const [, plate, start, end, created, car_model, car_color, street, discord_username] = found;
  return {
    id,
    project_id: site.project,
    ref_number: plate,
    start_time: start,
    end_time: end,
    created_at: created,
    car_model,
    car_color,
    street,
    discord_username,
    active: true,
  } satisfies Omit<Row<"parkings">, "search_text" | "plate_key" | "site_id" | "receipt_hash">;
}
