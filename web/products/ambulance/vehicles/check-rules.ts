// Rules of a vehicle's check on the crew's screen (document 5 §7); the database judges the sent check by the same ones.
import type { ChecklistItem } from "#data/checklist_items/queries.ts";
import type { CheckAnswer } from "#data/vehicle_checks/sending.ts";

/** What the crew has entered for an item. */
export type Entered = { result: string; note: string };
/** A check that is not sent yet, as the device keeps it. */
export type CheckDraft = {
  id: string;
  turnId: string;
  vehicleId: string;
  startedAt: string;
  km: string;
  entered: Readonly<Record<string, Entered | undefined>>;
};

const NUMBER = /^\d{1,7}([.,]\d{1,3})?$/;
const numberOf = (text: string) => Number(text.trim().replace(",", "."));

/** Whether an item has an answer that can be sent. */
export const isAnswered = ({ kind }: ChecklistItem, entered: Entered | undefined): boolean =>
  entered !== undefined && (kind === "number" ? NUMBER.test(entered.result.trim()) : entered.result !== "");

/** Whether an answer is not right: `Fault`, a number below the minimum, a date that has passed. */
export function isFault(item: ChecklistItem, entered: Entered | undefined, today: string): boolean {
  if (entered === undefined || !isAnswered(item, entered)) return false;
  if (item.kind === "number") return item.minimum !== null && numberOf(entered.result) < item.minimum;
  return item.kind === "date" ? entered.result < today : entered.result === "fault";
}

/** The critical items that are not right: they take the vehicle out of service. */
export const criticalFaults = (items: readonly ChecklistItem[], { entered }: CheckDraft, today: string) =>
  items.filter((item) => item.is_critical && isFault(item, entered[item.id], today));

/** The answers as they are sent, each with its item as the crew reads it. */
export const answersOf = (items: readonly ChecklistItem[], { entered }: CheckDraft): CheckAnswer[] =>
  items.flatMap((item) => {
    const { result = "", note = "" } = entered[item.id] ?? {};
    const { id, text, kind, minimum, is_critical } = item;
    if (!isAnswered(item, entered[id])) return [];
    const said = kind === "number" ? String(numberOf(result)) : result;
    return [{ item_id: id, text, kind, minimum, is_critical, result: said, note: note.trim() || null }];
  });

/** Whether nobody has checked a vehicle since a turn with it began. */
export const isNotChecked = ({ checked_at: at = null }: { checked_at?: string | null }, since: string): boolean =>
  at === null || Date.parse(at) < Date.parse(since);
