import type { CaseStatus } from "#contract/cases.ts";
import type { FineEvent } from "#data/fine_events/queries.ts";
import type { Objection } from "#data/objections/queries.ts";
import type { CodedReason } from "#data/fines/queries.ts";
import type { Payment } from "#data/payments/queries.ts";
import { formatDateTime, formatOptional } from "#shared/format/dates.ts";
import { formatMoney, formatOre } from "#shared/format/money.ts";
import { caseTexts } from "./case-texts.ts";

const { event: words } = caseTexts;

/** An event in words: a title, the person, and further lines. */
export type DescribedEvent = { title: string; by: string; lines: string[] };

/** Describes an event of a case. `payments` tell how its money came. */
export function describeEvent(event: FineEvent, payments: readonly Payment[]): DescribedEvent {
  const { kind, data } = event;
  const isRecovery = kind === "payment" && event.status_before === "written_off";
  const name = caseTexts.events[isRecovery ? "recovered" : kind] ?? kind;
  const ore = data["amount_ore"];
  return {
    title: typeof ore === "number" ? words.withAmount(name, formatOre(Math.abs(ore))) : name,
    by: words.by(caseTexts.people[event.by_kind] ?? event.by_kind, event.by_id),
    lines: [...linesOf(data, payments), ...moveOf(event), ...(event.note ? [event.note] : [])],
  };
}

function linesOf(data: FineEvent["data"], payments: readonly Payment[]): string[] {
  const lines: (string | undefined)[] = [
    line(data["amount"], (amount) => formatMoney(Number(amount))),
    line(data["due_date"], words.due),
    data["fee"] === 0 ? undefined : line(data["fee"], (fee) => words.fee(formatMoney(Number(fee)))),
    line(data["value_date"], words.valueDate),
    methodInWords(payments.find(({ id }) => id === data["payment_id"])?.method),
    line(data["ground"], (ground) => words.ground(caseTexts.withdraw.grounds[ground] ?? ground)),
    line(data["delivery"], deliveryInWords),
    ...changesOf(data["before"]),
  ];
  return lines.filter((each) => each !== undefined);
}

const line = (value: unknown, say: (text: string) => string): string | undefined =>
  typeof value === "string" || typeof value === "number" ? say(String(value)) : undefined;

const methodInWords = (method: string | undefined): string | undefined =>
  method === undefined || method === "" ? undefined : (caseTexts.methods[method] ?? method);

/** The way in which a fine reached its driver, in words. */
export const deliveryInWords = (delivery: string | null): string =>
  formatOptional((caseTexts.deliveries as Readonly<Record<string, string>>)[delivery ?? ""]);

/** The changes of a correction: each column with its old value. */
function changesOf(before: unknown): string[] {
  if (typeof before !== "object" || before === null) return [];
  return Object.entries(before).flatMap(([column, value]) => {
    const name = caseTexts.columns[column];
    return name === undefined ? [] : [words.was(name, valueInWords(column, value))];
  });
}

/** A change of a parking before its fine, in words. */
export const parkingChangeInWords = ({ at, before }: { at: string; before: Record<string, unknown> }): string =>
  words.changedAt(formatDateTime(at), changesOf(before).join(", "));

/** Columns that hold a moment. */
const MOMENTS: ReadonlySet<string> = new Set(["observed_from", "start_time", "end_time"]);

function valueInWords(column: string, value: unknown): string {
  if (column === "amount") return formatMoney(Number(value));
  if (MOMENTS.has(column)) return formatDateTime(String(value));
  if (column === "delivery") return deliveryInWords(value as string | null);
  return formatOptional(typeof value === "string" ? value : null);
}

const moveOf = ({ status_before: before, status_after: after }: FineEvent): string[] =>
  before === null || before === after ? [] : [words.moved(statusInWords(before), statusInWords(after))];

/** The decision on an objection, with person and time; without one, the time of its arrival. */
export function decisionInWords(objection: Objection): string {
  const { decision, decided_by: by, decided_at: at, received_at: receivedAt } = objection;
  const { page } = caseTexts;
  return decision === null
    ? page.received(formatDateTime(receivedAt))
    : page.decided(page.decisions[decision] ?? decision, formatOptional(by), formatDateTime(at));
}

export const statusInWords = (status: CaseStatus): string => caseTexts.statuses[status];

/** An accepted warning, or a reason for a review, in words, with the given reason. */
export function reasonInWords({ code, reason, words: told, at, by }: CodedReason): string {
  const removal =
    code === "removed-parking" && at !== undefined ? caseTexts.removedParking(formatDateTime(at), by ?? "") : undefined;
  const name =
    removal ?? caseTexts.reasons[code] ?? told ?? (code === "PK003" ? caseTexts.wrongNumber : caseTexts.otherReason);
  return reason === undefined ? name : `${name}: ${reason}`;
}
