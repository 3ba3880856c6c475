/** Commands of the keyboard (document 5 §3): what a typed line does, or why it does nothing yet. */
import { SOON } from "./command-texts.ts";
import type { Step } from "#data/calls/mutations.ts";
import type { Call } from "#data/calls/queries.ts";
import type { Unit } from "#data/units/queries.ts";

export type CommandUnit = Pick<Unit, "id" | "unit_number">;
export type CommandCall = Pick<Call, "id" | "number" | "status"> & {
  units: readonly Pick<Call["units"][number], "unit_id" | "cleared_at">[];
};

type Named = { name: string };

/** What commands are about: the roster, open calls, and the words of the settings. */
export type Known<U extends CommandUnit, C extends CommandCall, S extends Named> = {
  units: readonly U[];
  calls: readonly C[];
  statuses: readonly S[];
  results: readonly string[];
};

export type Command<U, C, S> =
  | { does: "set"; unit: U; status: S }
  | { does: "check"; unit: U }
  | { does: "send"; units: U[]; call: C }
  | { does: "step"; unit: U; call: C; step: Step }
  | { does: "note"; call: C; text: string }
  | { does: "close"; call: C; result: string }
  | { does: "new"; place: string; priority: number }
  | { does: "alarm"; unit: U | undefined };

/** Why a line does nothing: several things fit, no thing fits, a unit is on no call, or the line is not complete. */
export type Problem =
  | { problem: "matches"; matches: string[] }
  | { problem: "none"; typed: string }
  | { problem: "on-no-call"; unit: string }
  | { problem: "incomplete" };

/** `new` and, for a call that is not soon, its priority: `new1 Storgatan 4`. */
const NEW = /^new([123]?)$/i;
const NUMBER = /^[\d-]+$/;

const STEPS: Record<string, Step> = { en: "en_route", os: "on_scene", cl: "cleared" };

/** The letters and digits of a text, without case. */
const plain = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, "").toLowerCase();

type Found<Thing> = { found: Thing } | Problem;

/** The one thing that fits; an exact name wins over the beginning or end of others. */
function only<Thing>(
  things: readonly Thing[],
  nameOf: (thing: Thing) => string,
  typed: string,
  fits: (name: string) => boolean,
): Found<Thing> {
  const exact = things.filter((thing) => plain(nameOf(thing)) === plain(typed));
  const matching =
    exact.length > 0 ? exact : things.filter((thing) => plain(typed) !== "" && fits(plain(nameOf(thing))));
  const [found] = matching;
  if (found === undefined) return { problem: "none", typed };
  return matching.length === 1 ? { found } : { problem: "matches", matches: matching.map(nameOf) };
}

const byEnd = (typed: string) => (name: string) => name.endsWith(plain(typed));
const byStart = (typed: string) => (name: string) => name.startsWith(plain(typed));

const findUnit = <U extends CommandUnit>(units: readonly U[], typed: string) =>
  only(units, ({ unit_number }) => unit_number, typed, byEnd(typed));

/** The number within the year wins: `142` is 2026-0142, also beside 2026-1142. */
function findCall<C extends CommandCall>(calls: readonly C[], typed: string): Found<C> {
  const ofYear = calls.filter(({ number }) => /^\d+$/.test(typed) && Number(number.slice(5)) === Number(typed));
  return only(ofYear.length > 0 ? ofYear : calls, ({ number }) => number, typed, byEnd(typed));
}

/** Reads a typed line. */
export function parseCommand<U extends CommandUnit, C extends CommandCall, S extends Named>(
  line: string,
  known: Known<U, C, S>,
): Command<U, C, S> | Problem {
  const [first = "", second = "", ...rest] = line.trim().split(/\s+/);
  const [, priority] = NEW.exec(first) ?? [];
  if (priority !== undefined && second === "") return { problem: "incomplete" };
  if (priority !== undefined)
    return { does: "new", place: [second, ...rest].join(" "), priority: Number(priority || SOON) };
  if (first.toLowerCase() === "alarm") return alarmOf(second, known.units);
  if (first === "" || second === "") return { problem: "incomplete" };
  const word = second.toLowerCase();
  if (word === "n" || word === "x") return ofCall(first, word, rest.join(" "), known);
  const last = rest.at(-1) ?? "";
  const step = STEPS[last.toLowerCase()];
  if (step !== undefined && rest.length === 1 && NUMBER.test(second)) return stepOn(first, step, second, known);
  if (NUMBER.test(last)) return sendOf([first, second, ...rest.slice(0, -1)], last, known);
  return ofUnit(first, [word, ...rest].join(" "), known);
}

/** Several units that go to one call: `1010 1020 142`. */
function sendOf<U extends CommandUnit, C extends CommandCall, S extends Named>(
  typed: readonly string[],
  number: string,
  { units, calls }: Known<U, C, S>,
): Command<U, C, S> | Problem {
  const found: U[] = [];
  for (const each of typed) {
    const unit = findUnit(units, each);
    if ("problem" in unit) return unit;
    found.push(unit.found);
  }
  const call = findCall(calls, number);
  return "problem" in call ? call : { does: "send", units: found, call: call.found };
}

/** An alarm, which asks for its unit where the line names none. */
function alarmOf<U extends CommandUnit>(typed: string, units: readonly U[]): Command<U, never, never> | Problem {
  if (typed === "") return { does: "alarm", unit: undefined };
  const unit = findUnit(units, typed);
  return "problem" in unit ? unit : { does: "alarm", unit: unit.found };
}

function ofCall<U extends CommandUnit, C extends CommandCall, S extends Named>(
  typed: string,
  word: "n" | "x",
  text: string,
  { units, calls, results }: Known<U, C, S>,
): Command<U, C, S> | Problem {
  const call = findCall(calls, typed);
  // Of a unit the word behind it is what does not fit.
  if ("problem" in call)
    return call.problem === "none" && "found" in findUnit(units, typed) ? { problem: "none", typed: word } : call;
  if (text === "") return { problem: "incomplete" };
  if (word === "n") return { does: "note", call: call.found, text };
  const result = only(results, (name) => name, text, byStart(text));
  return "problem" in result ? result : { does: "close", call: call.found, result: result.found };
}

function ofUnit<U extends CommandUnit, C extends CommandCall, S extends Named>(
  typed: string,
  word: string,
  { units, calls, statuses }: Known<U, C, S>,
): Command<U, C, S> | Problem {
  const unit = findUnit(units, typed);
  // Of a call the second word is what does not fit.
  if ("problem" in unit)
    return unit.problem === "none" && "found" in findCall(calls, typed) ? { problem: "none", typed: word } : unit;
  if (word === "ok") return { does: "check", unit: unit.found };
  const step = STEPS[word];
  if (step !== undefined) return stepOf(unit.found, step, calls);
  if (NUMBER.test(word)) {
    const call = findCall(calls, word);
    return "problem" in call ? call : { does: "send", units: [unit.found], call: call.found };
  }
  const status = only(statuses, ({ name }) => name, word, byStart(word));
  return "problem" in status ? status : { does: "set", unit: unit.found, status: status.found };
}

/** A step on one of the calls that the unit is on: `2210 142 cl`. */
function stepOn<U extends CommandUnit, C extends CommandCall, S extends Named>(
  typed: string,
  step: Step,
  number: string,
  { units, calls }: Known<U, C, S>,
): Command<U, C, S> | Problem {
  const unit = findUnit(units, typed);
  if ("problem" in unit) return unit;
  const call = findCall(calls, number);
  return "problem" in call ? call : stepOf(unit.found, step, [call.found]);
}

/** The names of a line that is one word yet: the units and calls that its digits find. */
export function namesBegun(
  line: string,
  { units, calls }: Pick<Known<CommandUnit, CommandCall, Named>, "units" | "calls">,
) {
  const typed = line.trim();
  const found = [findUnit(units, typed), findCall(calls, typed)];
  return found.flatMap((each) => {
    if ("found" in each) return "unit_number" in each.found ? each.found.unit_number : each.found.number;
    return each.problem === "matches" ? each.matches : [];
  });
}

function stepOf<U extends CommandUnit, C extends CommandCall>(
  unit: U,
  step: Step,
  calls: readonly C[],
): Command<U, C, never> | Problem {
  const on = calls.filter(({ units }) =>
    units.some(({ unit_id, cleared_at }) => unit_id === unit.id && cleared_at === null),
  );
  const [call] = on;
  if (call === undefined) return { problem: "on-no-call", unit: unit.unit_number };
  return on.length === 1
    ? { does: "step", unit, call, step }
    : { problem: "matches", matches: on.map(({ number }) => number) };
}
