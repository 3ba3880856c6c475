import { expect, test } from "vitest";
import type { Unit } from "#data/units/queries.ts";
import { SPECIFIED_STATUSES } from "./specified-statuses.ts";
import {
  latestChange,
  placeCounts,
  shortNames,
  statusCounts,
  unitsAt,
  unitsOfStatus,
  unitsWithWords,
} from "./roster-filter.ts";

const unit = (id: string, status: string, over: Partial<Unit> = {}): Unit => ({
  id,
  unit_number: `31-${id}`,
  location: "Malmö",
  status,
  occupation: "Patrull",
  vehicle_type: "Volvo V90",
  operational_status: "ACTIVE",
  updated_at: "2026-11-22T09:00:00.000001+00:00",
  status_since: "2026-11-22T09:00:00.000001+00:00",
  checked_at: null,
  crew: "",
  ...over,
});
const units = [
  unit("1010", "AVAILABLE"),
  unit("1020", "BUSY", { location: "Östra hamnen", updated_at: "2026-11-22T10:30:00+02:00" }),
  unit("1030", "BUSY", { occupation: "Hundförare", updated_at: "2026-11-22T09:00:01+00:00" }),
];
const ids = (found: readonly Unit[]) => found.map(({ id }) => id);

// Spec rules §9: The roster is
test.each([
  ["", ["1010", "1020", "1030"]],
  ["  ", ["1010", "1020", "1030"]],
  ["102", ["1020"]],
  ["östra", ["1020"]],
  ["ÖSTRA volvo", ["1020"]],
  ["hund", ["1030"]],
  ["busy malmö", ["1030"]],
  ["malmö ystad", []],
])("%j finds %j", (words, found) => {
  expect(ids(unitsWithWords(units, words))).toEqual(found);
});

test("a word does not reach from one field into the next", () => {
  expect(unitsWithWords([unit("1", "BUSY", { location: "Lund", occupation: "Patrull" })], "lundpatrull")).toEqual([]);
});

test("units of a status, and of any", () => {
  expect(ids(unitsOfStatus(units, "BUSY"))).toEqual(["1020", "1030"]);
  expect(unitsOfStatus(units, "")).toBe(units);
});

test("units of a location, and of any; a chosen location stays in the list without units", () => {
  expect(ids(unitsAt(units, "Östra hamnen"))).toEqual(["1020"]);
  expect(unitsAt(units, undefined)).toBe(units);
  expect(placeCounts(units, "Lund").find(({ location }) => location === "Lund")).toEqual({
    location: "Lund",
    count: 0,
  });
  expect(placeCounts(units).map(({ count }) => count)).toEqual([2, 1]);
});

const counted = (shown?: string) =>
  statusCounts(units, SPECIFIED_STATUSES, shown).map(({ status, count }) => `${status.name} ${count}`);

test("counts stand in the order of the specification, without empty statuses except the chosen one", () => {
  expect(counted()).toEqual(["AVAILABLE 1", "BUSY 2"]);
  expect(counted("EXEMPT")[0]).toBe("EXEMPT 0");
});

// Spec rules §9: A unit on
test.each([
  [["ACTIVE", "EXEMPT"], "2"],
  [["ACTIVE", "MAINTENANCE"], "2 (1 MAINTENANCE)"],
  [["MAINTENANCE", "STANDBY", "STANDBY"], "3 (2 STANDBY, 1 MAINTENANCE)"],
])("available units that are %j count as %s", (operational, count) => {
  const available = operational.map((each, at) => unit(String(at), "AVAILABLE", { operational_status: each }));
  expect(statusCounts(available, SPECIFIED_STATUSES)).toEqual([{ status: SPECIFIED_STATUSES[3], count }]);
});

test("the latest change is found by the moment, in any spelling of it", () => {
  expect(latestChange(units)).toBe("2026-11-22T09:00:01+00:00");
  expect(latestChange([])).toBeUndefined();
});

const short = (...names: string[]) => [...shortNames(names).values()];

test("statuses' short names tell them apart", () => {
  expect(short("EXEMPT", "CIVILBIL", "Radiobil", "AVAILABLE")).toEqual(["EX", "CI", "Ra", "AV"]);
  expect(short("Radiobil", "Rast", "RASTPLATS")).toEqual(["Rad", "Rast", "RASTP"]);
  expect(short("A", "AB")).toEqual(["A", "AB"]);
});
