/** The trail as rows of a file. Pure functions. */
import type { TrailEntry } from "#data/audit_trail/queries.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { texts } from "../texts.ts";
import { changesOf, nameOfAction, nameOfKind, nameOfRow, nameOfSubject, sentenceOf } from "./describe.ts";

/** A row for each entry, below a row with the names of the columns. */
export const trailTable = (entries: readonly TrailEntry[]): string[][] => [
  [...texts.export.columns],
  ...entries.map((entry) => [
    formatDateTime(entry.created_at),
    entry.project_id ?? "",
    nameOfKind(entry.actor_kind),
    entry.actor_id ?? "",
    nameOfAction(entry.action),
    nameOfSubject(entry.subject),
    nameOfRow(entry),
    changesOf(entry).map(sentenceOf).join("\n"),
    entry.request_id,
    entry.row_id ?? "",
  ]),
];
