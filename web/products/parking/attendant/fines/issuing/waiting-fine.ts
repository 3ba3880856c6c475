import { plateKey } from "#contract/plate.ts";
import type { ActingAttendant } from "#data/acting.ts";
import type { AcceptedWarning, NewFine, StoredFine } from "#data/fines/mutations.ts";
import { listWaiting } from "#shared/offline/device-store.ts";
import { finalFine } from "#parking/kernel/queue/final-fine.ts";
import type { WaitingEntry } from "../../queue/use-waiting.ts";
import { knownOf, recallSite } from "../../offline/knowledge.ts";
import { observedSince } from "../rules/fine-warnings.ts";

const iso = (moment: number) => new Date(moment).toISOString();

/** A waiting fine in the form of a stored one, for screens. */
export const storedFrom = (fine: NewFine, accepted: AcceptedWarning[]): StoredFine => ({
  created_at: fine.issued_at,
  received_at: fine.issued_at,
  parking_snapshot: null,
  parking_id: null,
  car_model: "",
  car_color: "",
  street: "",
  discord_username: null,
  violation_id: null,
  violation_code: "",
  notes: "",
  observed_reason: null,
  delivery: null,
  review_reasons: [],
  needs_review: true,
  kind: "report",
  case_number: "",
  public_key: "",
  violation_text: "",
  amount: 0,
  due_date: "",
  issued_by: "",
  was_offline: true,
  photos: [],
  ...fine,
  observed_from: fine.observed_from ?? fine.issued_at,
  accepted_warnings: accepted,
  status: "issued" as const,
  last_event: fine.id,
  fee: 0,
  paid_ore: 0,
  recovered_ore: 0,
  left_ore: (fine.amount ?? 0) * 100,
  erased_at: null,
});

/** The waiting rows of a login; none when the login has ended or the device stores nothing. */
async function waitingRows({ device: { owner, isOpen } }: ActingAttendant): Promise<WaitingEntry[]> {
  return !isOpen() ? [] : ((await listWaiting(owner).catch(() => [])) as WaitingEntry[]);
}

/** A waiting fine on this device, as its attendant left it; undefined when there is none. */
export async function waitingFine(acting: ActingAttendant, fineId: string): Promise<StoredFine | undefined> {
  const rows = await waitingRows(acting);
  const entry = rows.find((row) => row.kind === "fine" && row.id === fineId);
  if (entry?.kind !== "fine") return undefined;
  const { fine, accepted } = entry.payload;
  const { owner } = acting.device;
  await recallSite(owner);
  const final = finalFine(fine, rows);
  const check = knownOf(owner)?.checks.get(plateKey(fine.plate));
  const since = observedSince(check, final.observed_from, Date.parse(fine.issued_at));
  return storedFrom({ issued_by: acting.id, ...final, observed_from: iso(since) }, accepted);
}

/** Whether the fine, or an earlier change of it, still waits in the queue. */
export async function isFineWaiting(acting: ActingAttendant, fineId: string): Promise<boolean> {
  const rows = await waitingRows(acting);
  return rows.some(({ id, kind, needs }) => id === fineId || (needs === fineId && kind !== "photo"));
}
