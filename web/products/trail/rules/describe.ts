/** Describes a row of the trail in words. Pure functions. */
import type { TrailEntry } from "#data/audit_trail/queries.ts";
import type { Json } from "#data/database.gen.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { texts } from "../texts.ts";

/** A column's old and new value; `from` or `to` is missing when there was no row. */
export type Change = { column: string; from?: string; to?: string };

const lookUp = (words: Readonly<Record<string, string>>, key: string): string =>
  Object.hasOwn(words, key) ? (words[key] ?? key) : key;

export const nameOfAction = (action: string): string => lookUp(texts.actions, action);
export const nameOfKind = (kind: string): string => lookUp(texts.kinds, kind);
export const nameOfSubject = (subject: string): string => lookUp(texts.subjects, subject);

/** Columns that name a row for people, the best first. */
const NAMES = [
  "case_number",
  "ref_number",
  "plate",
  "user_id",
  "attendant_user_id",
  "employee_id",
  "chauffeur_id",
  "unit_number",
  "title",
  "path",
  "subject",
  "bidder_name",
  "email",
  "friendly_name",
];

/** The name of the entry's row, such as a plate; empty when no column names it. */
export function nameOfRow({ before, after }: Pick<TrailEntry, "before" | "after">): string {
  const row = fieldsOf(after ?? before);
  for (const name of NAMES) {
    const value = row[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return "";
}

/** The changes, column by column; for a created or removed row all its columns. */
export function changesOf({ before, after }: Pick<TrailEntry, "before" | "after">): Change[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const isUpdate = before !== null && after !== null;
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((column) => isShown(column, old[column], now[column], isUpdate))
    .map((column) => ({
      column: lookUp(texts.columns, column),
      ...(before !== null && { from: inWords(column, old[column]) }),
      ...(after !== null && { to: inWords(column, now[column]) }),
    }));
}

const isShown = (column: string, old: Json | undefined, now: Json | undefined, isUpdate: boolean): boolean =>
  isUpdate
    ? column !== "updated_at" && JSON.stringify(old) !== JSON.stringify(now)
    : column !== "id" && (now ?? old ?? null) !== null;

/** A change as a text: "Status: Väntar → Godkänd", or "Gata: Åkergränd 1" for a created or removed row. */
export const sentenceOf = ({ column, from, to }: Change): string =>
  `${column}: ${from !== undefined && to !== undefined ? `${from} → ${to}` : (to ?? from ?? "")}`;

const fieldsOf = (row: Json): { [key: string]: Json | undefined } =>
  typeof row === "object" && row !== null && !Array.isArray(row) ? row : {};

/** A moment as the database writes it in JSON. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

const asText = (item: Json | undefined) => (typeof item === "object" ? JSON.stringify(item) : String(item));

function inWords(column: string, value: Json | undefined): string {
  const { values } = texts;
  if (value === null || value === undefined || value === "") return values.nothing;
  if (typeof value === "boolean") return value ? values.yes : values.no;
  if (Array.isArray(value)) return column === "image_urls" ? values.pieces(value.length) : value.map(asText).join(", ");
  if (typeof value === "object") return JSON.stringify(value);
  return wordOf(column, String(value));
}

function wordOf(column: string, value: string): string {
  const { values } = texts;
  if (column === "secret") return value === "new" ? values.secretNew : values.secretOld;
  if (column === "kind") return nameOfKind(value);
  if (column === "action") return nameOfAction(value);
  if (column === "table") return nameOfSubject(value);
  if (column === "status") return lookUp(values.states, value);
  return MOMENT.test(value) ? formatDateTime(value) : value;
}
