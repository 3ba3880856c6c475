import * as v from "valibot";
import type { SettingsChanges } from "#data/dispatch_settings/mutations.ts";
import type { DispatchSettings } from "#data/dispatch_settings/queries.ts";
import { parseTime } from "#shared/format/dates.ts";

/** The settings as a form shows them: a status is empty for none, each result stands on a line of its own. */
export type TypedSettings = Record<
  | "assigned_status"
  | "on_scene_status"
  | "cleared_status"
  | "off_duty_status"
  | "off_duty_at"
  | "urgent"
  | "soon"
  | "can_wait"
  | "results",
  string
>;

export const typedSettings = (settings: DispatchSettings): TypedSettings => {
  const [urgent, soon, canWait] = settings.waiting_limits.map(String);
  return {
    assigned_status: settings.assigned_status,
    on_scene_status: settings.on_scene_status ?? "",
    cleared_status: settings.cleared_status ?? "",
    off_duty_status: settings.off_duty_status,
    off_duty_at: settings.off_duty_at?.slice(0, 5) ?? "",
    urgent: urgent ?? "",
    soon: soon ?? "",
    can_wait: canWait ?? "",
    results: settings.results.join("\n"),
  };
};

const RESULTS_MAX = 20;
const RESULT_MAX = 50;

type Words = { minutes: string; time: string; results: string };

const linesOf = (typed: string): string[] => [
  ...new Set(
    typed
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];
const areResults = (lines: readonly string[]) =>
  lines.length >= 1 && lines.length <= RESULTS_MAX && lines.every(({ length }) => length <= RESULT_MAX);

const isMinutes = (typed: string) => /^\d{1,5}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= 10_080;

/** The schema of the typed settings; it gives them as the database keeps them. */
export function settingsSchema(texts: Words) {
  const minutes = v.pipe(v.string(), v.trim(), v.check(isMinutes, texts.minutes), v.transform(Number));
  const status = v.string();
  const noStatus = v.pipe(
    v.string(),
    v.transform((typed) => (typed === "" ? null : typed)),
  );
  return v.pipe(
    v.object({
      assigned_status: status,
      on_scene_status: noStatus,
      cleared_status: noStatus,
      off_duty_status: status,
      off_duty_at: v.pipe(
        v.string(),
        v.trim(),
        v.check((typed) => typed === "" || parseTime(typed)?.length === 5, texts.time),
        v.transform((typed) => (typed === "" ? null : `${parseTime(typed)}:00`)),
      ),
      urgent: minutes,
      soon: minutes,
      can_wait: minutes,
      results: v.pipe(
        v.string(),
        v.check((typed) => areResults(linesOf(typed)), texts.results),
        v.transform(linesOf),
      ),
    }),
    v.transform(({ urgent, soon, can_wait, ...rest }) => ({ ...rest, waiting_limits: [urgent, soon, can_wait] })),
  );
}

/** The settings that differ from those that the form began with, and their old values. */
export function changesOf(
  before: SettingsChanges,
  wanted: SettingsChanges,
): { expected: SettingsChanges; changes: SettingsChanges } {
  const changed = (Object.keys(wanted) as (keyof SettingsChanges)[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(wanted[field]),
  );
  const only = (settings: SettingsChanges) => Object.fromEntries(changed.map((field) => [field, settings[field]]));
  return { expected: only(before), changes: only(wanted) };
}
