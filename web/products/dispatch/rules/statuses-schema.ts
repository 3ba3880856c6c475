import * as v from "valibot";
import { STATUS_COLORS, STATUS_MEANINGS, STATUS_SIGNS, type UnitStatus } from "#data/unit_statuses/queries.ts";

/** The fields of a status in the form; limits are empty for none. */
const FIELDS = ["code", "name", "color", "sign", "meaning", "check_after", "overdue_after"] as const;
export type StatusField = (typeof FIELDS)[number];

/** The typed list: `order` has the rows' keys in their order, and each row its fields as `{row} {field}`. */
export type TypedStatuses = { order: string } & Record<`${string} ${StatusField}`, string>;

/** The most statuses (document 5 §10). */
export const STATUSES_MAX = 20;
export const STATUS_NAME_MAX = 50;

export const rowsOf = (typed: Pick<TypedStatuses, "order">): string[] => typed.order.split(" ").filter(Boolean);

const typedRow = (row: string, status: Record<StatusField, string | number | null>) =>
  FIELDS.map((field): [string, string] => [`${row} ${field}`, String(status[field] ?? "")]);

/** The stored statuses as the form shows them. */
export const typedStatuses = (statuses: readonly UnitStatus[]): TypedStatuses =>
  Object.fromEntries([
    ["order", statuses.map((_, row) => row).join(" ")],
    ...statuses.flatMap((status, row) => typedRow(String(row), status)),
  ]) as TypedStatuses;

/** The typed list with another status at its end. */
export function withNewStatus(typed: TypedStatuses): TypedStatuses {
  const row = String(Math.max(-1, ...Object.keys(typed).map((key) => Number.parseInt(key, 10) || 0)) + 1);
  const status = {
    code: "",
    name: "",
    color: "grey",
    sign: "ring",
    meaning: "busy",
    check_after: "",
    overdue_after: "",
  };
  return { ...typed, ...Object.fromEntries(typedRow(row, status)), order: `${typed.order} ${row}` };
}

/** The order after a row went one place up or down; the same at an end. */
export function movedRow(typed: Pick<TypedStatuses, "order">, row: string, by: 1 | -1): string {
  const rows = rowsOf(typed);
  const at = rows.indexOf(row);
  const [here, there] = [rows[at], rows[at + by]];
  if (here === undefined || there === undefined) return typed.order;
  return rows
    .with(at, there)
    .with(at + by, here)
    .join(" ");
}

/** The longest limit in minutes: a week, as the database checks too. */
const MAX_MINUTES = 10_080;

const isMinutes = (typed: string): boolean =>
  typed === "" || (/^\d{1,5}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= MAX_MINUTES);

const minutes = (wrong: string) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check(isMinutes, wrong),
    v.transform((typed) => (typed === "" ? null : Number(typed))),
  );

type Words = { nameMissing: string; nameTaken: string; wrong: string; notInOrder: string };

const statusSchema = (texts: Words) =>
  v.object({
    code: v.string(),
    name: v.pipe(v.string(), v.trim(), v.nonEmpty(texts.nameMissing), v.maxLength(STATUS_NAME_MAX)),
    color: v.picklist(STATUS_COLORS),
    sign: v.picklist(STATUS_SIGNS),
    meaning: v.picklist(STATUS_MEANINGS),
    check_after: minutes(texts.wrong),
    overdue_after: minutes(texts.wrong),
  });

const fieldsIn = (typed: TypedStatuses, row: string) =>
  Object.fromEntries(FIELDS.map((field) => [field, typed[`${row} ${field}`]]));

/** The schema of the typed list; it gives the list for the database. A new status gets its name for a code. */
export function statusesSchema(texts: Words) {
  const schema = statusSchema(texts);
  return v.pipe(
    v.custom<TypedStatuses>((typed) => typeof typed === "object"),
    v.rawTransform(({ dataset: { value: typed }, addIssue, NEVER }): UnitStatus[] => {
      const list: UnitStatus[] = [];
      let isWrong = false;
      const tell = (key: string, message: string) => {
        isWrong = true;
        addIssue({ message, path: [{ type: "object", origin: "value", input: typed, key, value: undefined }] });
      };
      for (const row of rowsOf(typed)) {
        const { success, output, issues } = v.safeParse(schema, fieldsIn(typed, row));
        for (const issue of issues ?? []) tell(`${row} ${String(issue.path?.[0].key)}`, issue.message);
        if (!success) continue;
        const status = { ...output, code: output.code || output.name };
        const isTaken = list.some(
          ({ code, name }) => code === status.code || name.toLowerCase() === status.name.toLowerCase(),
        );
        if (isTaken) tell(`${row} name`, texts.nameTaken);
        if (status.check_after !== null && status.overdue_after !== null && status.check_after >= status.overdue_after)
          tell(`${row} overdue_after`, texts.notInOrder);
        list.push(status);
      }
      return isWrong ? NEVER : list;
    }),
  );
}
