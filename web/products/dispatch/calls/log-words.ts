import type { CallEvent } from "#data/calls/queries.ts";
import { toTimeValue } from "#shared/format/dates.ts";
import { callTexts } from "./call-texts.ts";

const { log: texts, fields, priorities } = callTexts;

const word = (value: unknown) => (typeof value === "string" ? value : "");
const objectIn = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value) ? { ...value } : {};
const timeOf = (at: string) => toTimeValue(new Date(at));

/** A step that was written down later says so from this many milliseconds on. */
const LATER_MS = 60_000;

/** What a change replaced: `Place was Kajen 1`. Who called is told by the call alone, to whoever opens it. */
function replaced(data: Record<string, unknown>): string[] {
  return Object.entries(objectIn(data["before"])).map(([field, value]) =>
    texts.was(fields[field as keyof typeof fields], priorities[Number(value)] ?? String(value)),
  );
}

/** The other times of a step: the one that was said, where a bound took its place, and the one at which it was written. */
function otherTimes({ kind, at, received_at }: CallEvent, data: Record<string, unknown>): string[] {
  const said = word(data["said_at"]);
  const isLate = kind.startsWith("unit_") && Date.parse(received_at) - Date.parse(at) >= LATER_MS;
  return [said === "" ? "" : texts.said(timeOf(said)), isLate ? texts.written(timeOf(received_at)) : ""];
}

/** What happened to a call, in words: the unit, what it was, what was written, what was there before, and its other times. */
export function logWords(event: CallEvent): string {
  const { kind } = event;
  const data = objectIn(event.data);
  const unit = word(data["unit_number"]);
  const isUndone = kind === "undone";
  const begin = unit === "" || isUndone ? texts.kinds[kind] : `${unit} ${texts.kinds[kind] ?? kind}`;
  return [
    begin,
    word(data["duplicate"]),
    word(data["text"]),
    word(data["result"]),
    isUndone ? [unit, texts.kinds[word(data["kind"])]].filter(Boolean).join(" ") : "",
    ...replaced(data),
    ...otherTimes(event, data),
  ]
    .filter((part) => part !== undefined && part !== "")
    .join(" · ");
}
