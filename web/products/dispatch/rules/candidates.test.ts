import { expect, test } from "vitest";
import type { UnitStatus } from "#data/unit_statuses/queries.ts";
import type { Unit } from "#data/units/queries.ts";
import { callsOfUnits, candidatesFor } from "./candidates.ts";

const unit = (unit_number: string, status: string, operational_status = "ACTIVE"): Unit => ({
  id: unit_number,
  unit_number,
  location: "Malmö",
  status,
  occupation: "",
  vehicle_type: "",
  operational_status,
  updated_at: "",
  status_since: "",
  checked_at: null,
  crew: "",
});
const call = (number: string, ...on: string[]) => ({
  id: number,
  number,
  units: on.map((unit_id) => ({ unit_id, cleared_at: null })),
});
const statuses = [
  { code: "Radiobil", meaning: "free" },
  { code: "BUSY", meaning: "busy" },
  { code: "EXEMPT", meaning: "off_duty" },
] as UnitStatus[];

test("free units stand first, the others with why they are asked about; those on the call are left out", () => {
  const units = [
    unit("6", "EXEMPT", "MAINTENANCE"),
    unit("5", "BUSY"),
    unit("4", "BUSY"),
    unit("3", "Radiobil", "STANDBY"),
    unit("2", "Radiobil"),
    unit("1", "BUSY"),
  ];
  const own = call("2026-0001", "1");
  const found = candidatesFor(own, { calls: [own, call("2026-0002", "5")], units, statuses, minimums: [] });
  expect(found.map(({ unit: { id }, why }) => `${id} ${why.map(({ code }) => code).join(" ")}`)).toEqual([
    "2 ",
    "3 standby",
    "4 busy",
    "5 on-call",
    "6 off-duty maintenance",
  ]);
  expect(found.find(({ unit: { id } }) => id === "5")?.why[0]?.number).toBe("2026-0002");
});

test("a unit is on the first of its calls until it is cleared there", () => {
  const cleared = { ...call("2026-0003"), units: [{ unit_id: "2", cleared_at: "2026-11-26T20:00:00Z" }] };
  const map = callsOfUnits([call("2026-0001", "1"), call("2026-0002", "1"), cleared]);
  expect([map.get("1")?.number, map.get("2")]).toEqual(["2026-0001", undefined]);
});

test("of a location that keeps two free, both are asked about, and none of another", () => {
  const minimums = [{ location: "Malmö", min_free: 2 }];
  const units = [unit("1", "Radiobil"), unit("2", "Radiobil"), { ...unit("3", "Radiobil"), location: "Lund" }];
  const whyOf = (given: readonly Unit[]) =>
    candidatesFor(call("2026-0001"), { calls: [], units: given, statuses, minimums }).map(
      ({ unit: { id }, why }) => `${id} ${why.map(({ code }) => code).join(" ")}`,
    );
  expect(whyOf(units)).toEqual(["3 ", "1 below-minimum", "2 below-minimum"]);
  expect(whyOf([...units, unit("4", "Radiobil")])).toEqual(["1 ", "2 ", "3 ", "4 "]);
});
