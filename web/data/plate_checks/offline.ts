/** What a phone keeps of its site for checks without a network, and telling the checks that it answered itself (document 4 §6). */
import type { CheckOutcome } from "#contract/cases.ts";
import { callFunction } from "../call-function.ts";
import { getClient } from "../client.ts";
import type { Row } from "../live.ts";
import { unwrap } from "../unwrap.ts";

/** A site as the database tells it; rows are lists, since there may be twenty thousand of them. Times are ISO strings. */
export type OfflineData = {
  at: string;
  grace_minutes: number;
  observation_minutes: number;
  min_photos: number;
  max_amount: number | null;
  /** When the first parking begins that was left out of a very long list; null where none was, left out by what was kept before there was an end. */
  cut_at?: string | null;
  /** Parkings that ended until then are not all told. */
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
  /** Parkings that somebody removed within the day; left out by what was kept before they were told. */
  removed?: [plate: string, at: string, by: string][];
  /** The first check of a plate's key today. */
  checks: [key: string, first: string][];
};

/** The name under which a device keeps it, with the project that it is of. */
export const SITE_FACT = "offline data";
export type KeptSite = {
  project: string | null;
  /** How far the device's clock ran ahead when it was told, in milliseconds. */
  clockOffset: number;
  data: OfflineData;
};

/** Asks for what the phone keeps of a site, until `signal` ends it. @throws DataError 42501 without a right. */
export async function fetchOfflineData(
  project: string | null,
  actingAs: string,
  signal: AbortSignal,
): Promise<OfflineData> {
  const client = await getClient();
  const asked = client.rpc("offline_data", { project, acting_as: actingAs } as never).abortSignal(signal);
  return unwrap(await asked) as unknown as OfflineData;
}

/** A check that the phone answered; `checked_by` counts where an admin sends it. */
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

/** Records it, once however often it is sent. @throws DataError PK008, PK010, 42501. */
export const recordOfflineCheck = (given: OfflineCheck, actingAs: string) =>
  callFunction<{ outcome: "recorded" }>("record_offline_check", { given, acting_as: actingAs });

/** A parking that the device knows, as screens read it. */
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
