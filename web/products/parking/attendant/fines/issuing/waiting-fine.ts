import * as v from "valibot";
import { DELIVERIES } from "#contract/cases.ts";
import { plateKey } from "#contract/plate.ts";
import type { ActingOnDevice } from "#data/acting.ts";
import type { FinePhoto } from "#data/fine_photos/queries.ts";
import type { StoredFine } from "#data/fines/mutations.ts";
import type { ParkingSnapshot } from "#data/fines/queries.ts";
import { listWaiting } from "#shared/offline/device-store.ts";
import type { Entries } from "#parking/kernel/queue/entries.ts";
import { finalFine } from "#parking/kernel/queue/final-fine.ts";
import type { WaitingEntry } from "../../queue/use-waiting.ts";
import { knownOf, recallSite } from "../../offline/knowledge.ts";
import { observedSince } from "../rules/fine-warnings.ts";

const nullable = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema), null);

/**
 * A fine of the queue. Entries of older versions get today's columns here: an early report has no parking, no observation and no key of its
 * QR code.
 */
const queuedFine = v.object({
  ...v.entriesFromList(
    [
      "id",
      "plate",
      "case_number",
      "car_model",
      "car_color",
      "street",
      "violation_text",
      "due_date",
      "notes",
      "issued_at",
    ],
    v.string(),
  ),
  ...v.entriesFromList(["parking_id", "discord_username", "violation_id", "observed_reason"], nullable(v.string())),
  kind: v.picklist(["ticket", "report"]),
  amount: v.number(),
  public_key: v.optional(v.string(), ""),
  delivery: nullable(v.picklist(DELIVERIES)),
  parking_snapshot: nullable(v.custom<ParkingSnapshot>((found) => typeof found === "object")),
  photos: v.custom<FinePhoto[]>((found) => Array.isArray(found)),
});

/**
 * A waiting fine in the form of a stored one, for screens. `since` is the start of its observation, in milliseconds.
 * @throws ValiError for a damaged entry
 */
export function storedFrom(
  { fine, accepted }: Entries["fine"],
  { id: issuer }: ActingOnDevice,
  since: number,
): StoredFine {
  const known = v.parse(queuedFine, fine);
  return {
    ...known,
    observed_from: new Date(since).toISOString(),
    issued_by: issuer,
    violation_code: "",
    accepted_warnings: accepted,
    was_offline: true,
    status: "issued",
    last_event: known.id,
    left_ore: known.amount * 100,
  };
}

/** The waiting rows of a login; none when the login has ended or the device stores nothing. */
async function waitingRows({ device: { owner, isOpen } }: ActingOnDevice): Promise<WaitingEntry[]> {
  return !isOpen() ? [] : ((await listWaiting(owner).catch(() => [])) as WaitingEntry[]);
}

/** A waiting fine on this device, as its attendant left it; undefined when there is none. @throws ValiError for a damaged entry */
export async function waitingFine(acting: ActingOnDevice, fineId: string): Promise<StoredFine | undefined> {
  const rows = await waitingRows(acting);
  const entry = rows.find((row) => row.kind === "fine" && row.id === fineId);
  if (entry?.kind !== "fine") return undefined;
  const { fine, accepted } = entry.payload;
  const { owner } = acting.device;
  await recallSite(owner);
  const final = finalFine(fine, rows);
  const check = knownOf(owner)?.checks.get(plateKey(fine.plate));
  const since = observedSince(check, final.observed_from, Date.parse(fine.issued_at));
  return storedFrom({ fine: final, accepted }, acting, since);
}

/** Whether the fine, or an earlier change of it, still waits in the queue. */
export async function isFineWaiting(acting: ActingOnDevice, fineId: string): Promise<boolean> {
  const rows = await waitingRows(acting);
  return rows.some(({ id, kind, needs }) => id === fineId || (needs === fineId && kind !== "photo"));
}
