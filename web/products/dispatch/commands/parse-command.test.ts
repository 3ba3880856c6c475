import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { UNIT_STATUSES } from "#contract/states.ts";
import { type CommandCall, type CommandUnit, namesBegun, parseCommand } from "./parse-command.ts";

const unit = (unit_number: string): CommandUnit => ({ id: `id of ${unit_number}`, unit_number });
const call = (number: string, ...on: string[]): CommandCall => ({
  id: `id of ${number}`,
  number,
  status: "assigned",
  units: on.map((each) => ({ unit_id: unit(each).id, cleared_at: null })),
});
const known = {
  units: ["31-1010", "31-1020", "32-1020", "31-2210", "A1", "Ä-7"].map(unit),
  calls: [call("2026-0142", "31-1010", "31-2210"), call("2026-1142", "31-2210"), call("2026-0007")],
  statuses: UNIT_STATUSES.map((name) => ({ name })),
  results: ["Done", "Done by others", "False alarm"],
};
const [thousandTen, , , twentyTwo] = known.units;
const [first, second] = known.calls;

// Spec 5 §3: A unit or
test.each<[string, object]>([
  ["31-1010 bu", { does: "set", unit: thousandTen, status: { name: "BUSY" } }],
  ["  1010   AV ", { does: "set", unit: thousandTen, status: { name: "AVAILABLE" } }],
  ["311010 radio", { does: "set", unit: thousandTen, status: { name: "Radiobil" } }],
  ["31-1010 ou", { does: "set", unit: thousandTen, status: { name: "OUT_OF_SERVICE" } }],
  ["ä7 ci", { does: "set", unit: unit("Ä-7"), status: { name: "CIVILBIL" } }],
  ["31-1010 ok", { does: "check", unit: thousandTen }],
  ["31-1010 142", { does: "send", units: [thousandTen], call: first }],
  ["2210 1142", { does: "send", units: [twentyTwo], call: second }],
  ["31-1010 2026-0142", { does: "send", units: [thousandTen], call: first }],
  ["31-1010 en", { does: "step", unit: thousandTen, call: first, step: "en_route" }],
  ["31-1010 os", { does: "step", unit: thousandTen, call: first, step: "on_scene" }],
  ["31-1010 CL", { does: "step", unit: thousandTen, call: first, step: "cleared" }],
  ["142 n nyckel hos vakten", { does: "note", call: first, text: "nyckel hos vakten" }],
  ["142 x done", { does: "close", call: first, result: "Done" }],
  ["142 x f", { does: "close", call: first, result: "False alarm" }],
  ["alarm", { does: "alarm", unit: undefined }],
  ["ALARM 1010", { does: "alarm", unit: thousandTen }],
  ["alarm 1020", { problem: "matches", matches: ["31-1020", "32-1020"] }],
  ["new Storgatan 4", { does: "new", place: "Storgatan 4", priority: 2 }],
  ["new1 Storgatan 4", { does: "new", place: "Storgatan 4", priority: 1 }],
  ["NEW3 4", { does: "new", place: "4", priority: 3 }],
  // Several units in one line.
  ["1010 2210 142", { does: "send", units: [thousandTen, twentyTwo], call: first }],
  ["1010 a1 ä7 2026-0142", { does: "send", units: [thousandTen, unit("A1"), unit("Ä-7")], call: first }],
  ["1010 1020 142", { problem: "matches", matches: ["31-1020", "32-1020"] }],
  ["1010 9999 142", { problem: "none", typed: "9999" }],
  ["1010 2210 99", { problem: "none", typed: "99" }],
  // Ambiguous: the matches are listed and nothing is done.
  ["1020 bu", { problem: "matches", matches: ["31-1020", "32-1020"] }],
  ["0 bu", { problem: "matches", matches: ["31-1010", "31-1020", "32-1020", "31-2210"] }],
  ["31-2210 cl", { problem: "matches", matches: ["2026-0142", "2026-1142"] }],
  ["42 x done", { problem: "matches", matches: ["2026-0142", "2026-1142"] }],
  ["142 x d", { problem: "matches", matches: ["Done", "Done by others"] }],
  // What is not there.
  ["9999 bu", { problem: "none", typed: "9999" }],
  ["31-1010 zz", { problem: "none", typed: "zz" }],
  ["31-1010 99", { problem: "none", typed: "99" }],
  ["31-1010 av bu", { problem: "none", typed: "av bu" }],
  // The call is there; the word behind it is what does not fit.
  ["142 p1", { problem: "none", typed: "p1" }],
  ["31-1010 x", { problem: "none", typed: "x" }],
  ["9999 x done", { problem: "none", typed: "9999" }],
  // Of a unit's two calls one is named.
  ["31-2210 142 cl", { does: "step", unit: twentyTwo, call: first, step: "cleared" }],
  ["2210 1142 OS", { does: "step", unit: twentyTwo, call: second, step: "on_scene" }],
  ["31-1010 1142 os", { problem: "on-no-call", unit: "31-1010" }],
  ["31-1010 99 os", { problem: "none", typed: "99" }],
  ["new4 Storgatan", { problem: "none", typed: "new4" }],
  ["- bu", { problem: "none", typed: "-" }],
  ["31-1020 os", { problem: "on-no-call", unit: "31-1020" }],
  ["31-1010", { problem: "incomplete" }],
  ["142 n", { problem: "incomplete" }],
  ["new", { problem: "incomplete" }],
  ["new1", { problem: "incomplete" }],
  ["   ", { problem: "incomplete" }],
])("%s", (line, expected) => {
  expect(parseCommand(line, known)).toEqual(expected);
});

// Spec 5 §3: A unit or
test.each<[string, string[]]>([
  ["31-1010", ["31-1010"]],
  ["1020", ["31-1020", "32-1020"]],
  ["142", ["2026-0142"]],
  ["10", ["31-1010", "31-2210"]],
  ["zz", []],
  ["", []],
  ["142 n", []],
])("%s alone finds %j", (line, names) => {
  expect(namesBegun(line, known)).toEqual(names);
});

test("a cleared unit is on no call", () => {
  const calls = [{ ...call("2026-0142"), units: [{ unit_id: unit("A1").id, cleared_at: "2026-11-26T20:00:00Z" }] }];
  expect(parseCommand("a1 os", { ...known, calls })).toEqual({ problem: "on-no-call", unit: "A1" });
});

const roster = {
  ...known,
  units: Array.from({ length: 200 }, (_, at) => unit(`${31 + (at % 3)}-${1000 + at}`)),
  calls: Array.from({ length: 200 }, (_, at) =>
    call(`2026-${String(at + 1).padStart(4, "0")}`, `${31 + (at % 3)}-${1000 + at}`),
  ),
};
const ends = (name: string, rest: string) => [2, 3, 4].map((digits) => `${name.slice(-digits)} ${rest}`);
/** The length of the shortest of these lines that does it. */
const shortest = (lines: string[], does: object) =>
  lines
    .toSorted((one, other) => one.length - other.length)
    .find((line) => isDeepStrictEqual(parseCommand(line, roster), does))?.length ?? Infinity;

// Spec 5 §3: Any of them
test("a command of a roster of 200 takes at most 12 keystrokes, with F2 and Enter", () => {
  const [last] = roster.calls.slice(-1);
  const longest = Math.max(
    ...roster.units.flatMap((each, at) => [
      ...UNIT_STATUSES.map((status) =>
        shortest(
          [1, 2, 3].flatMap((letters) => ends(each.unit_number, status.slice(0, letters))),
          { does: "set", unit: each, status: { name: status } },
        ),
      ),
      shortest(ends(each.unit_number, "ok"), { does: "check", unit: each }),
      shortest(ends(each.unit_number, "os"), { does: "step", unit: each, call: roster.calls[at], step: "on_scene" }),
      shortest(ends(each.unit_number, "200"), { does: "send", units: [each], call: last }),
    ]),
  );
  expect(longest).toBeLessThanOrEqual(10);
  expect(shortest(["200 x done"], { does: "close", call: last, result: "Done" })).toBe(10);
});
