import { describe, expect, test } from "vitest";
import type { PlannedShift, ShiftPlace } from "#data/planned_shifts/queries.ts";
import {
  copyOf,
  freePlaces,
  isGap,
  missingOn,
  mondayOf,
  mustBeDone,
  objectionText,
  placeOf,
  requestsIn,
  timesOf,
  weekNumber,
} from "./plan-rules.ts";

const shiftAt = (starts_at: string, ends_at: string, more: Partial<PlannedShift> = {}): PlannedShift => ({
  id: starts_at,
  starts_at,
  ends_at,
  position: null,
  vehicle_id: null,
  station: null,
  places: 1,
  note: null,
  published_at: "2026-11-20T08:00:00Z",
  cancelled_at: null,
  people: [],
  offers: [],
  ...more,
});
const place = (employee_id: string, more: Partial<ShiftPlace> = {}): ShiftPlace => ({
  id: employee_id,
  shift_id: "",
  employee_id,
  name: null,
  state: "assigned",
  confirmed_at: "2026-11-20T08:00:00Z",
  came_at: null,
  at: "2026-11-20T08:00:00Z",
  reason: null,
  ...more,
});
const [MORNING, DAY_END] = ["2026-11-30T06:00:00Z", "2026-11-30T14:00:00Z"];

describe("weeks", () => {
  test("begin on Monday and are counted by their Thursday", () => {
    expect(["2026-11-30", "2026-12-06"].map(mondayOf)).toEqual(["2026-11-30", "2026-11-30"]);
    expect(["2026-11-30", "2026-12-28", "2027-01-04", "2024-12-30"].map(weekNumber)).toEqual([49, 53, 1, 1]);
  });
  test("are copied by the clock on the wall, also over the night when clocks change", () => {
    const copy = copyOf(shiftAt("2026-10-24T17:00:00Z", "2026-10-25T06:00:00Z"), 7, "new");
    expect(copy).toMatchObject({
      id: "new",
      starts_at: "2026-10-31T18:00:00.000Z",
      ends_at: "2026-11-01T06:00:00.000Z",
    });
    expect(copy).not.toHaveProperty("published_at");
  });
});

// Spec 5 §7: /ASE/admin-dashboard: beside
test("a shift says its times on one line, and is a gap while a place is free", () => {
  const shift = shiftAt(MORNING, DAY_END, { people: [place("A", { state: "absent" })] });
  expect(timesOf(shift)).toBe("07:00–15:00 · 8 h");
  expect(freePlaces(shift)).toBe(1);
  const now = Date.parse(MORNING);
  expect(isGap(shift, now)).toBe(true);
  for (const more of [{ published_at: null }, { cancelled_at: MORNING }, { people: [place("B")] }])
    expect(isGap({ ...shift, ...more }, now)).toBe(false);
  expect(isGap(shift, Date.parse(DAY_END))).toBe(false);
});

// Spec 5 §7: Tabs Today, Schedule (week
test("who is planned and has not come is late, unless the clock runs", () => {
  const shift = shiftAt(MORNING, DAY_END, {
    places: 3,
    people: [place("A"), place("B", { came_at: MORNING }), place("C")],
  });
  const late = (present: string[], at: string) =>
    missingOn([shift], new Set(present), Date.parse(at)).map(({ place: { employee_id: who }, late: minutes }) => [
      who,
      minutes,
    ]);
  expect(late([], "2026-11-30T06:12:30Z")).toEqual([
    ["A", 12],
    ["C", 12],
  ]);
  expect(late(["A"], "2026-11-30T06:12:30Z")).toEqual([["C", 12]]);
  expect(late([], "2026-11-30T05:59:00Z")).toEqual([]);
  expect(late([], DAY_END)).toEqual([]);
});

test("an employee reads first what has to be done, then the next own shift", () => {
  const [moved, next, later, asked, offered] = [1, 2, 3, 4, 5].map((day) =>
    shiftAt(`2026-12-0${day}T06:00:00Z`, `2026-12-0${day}T14:00:00Z`),
  ) as [PlannedShift, PlannedShift, PlannedShift, PlannedShift, PlannedShift];
  next.people = [place("A")];
  later.people = [place("A")];
  moved.people = [place("A", { confirmed_at: null })];
  offered.people = [place("B")];
  offered.offers = [
    {
      id: "o",
      shift_id: "",
      place_id: "B",
      employee_id: "B",
      name: null,
      to_employee_id: "A",
      agreed_by: null,
      state: "proposed",
    },
  ];
  const all = [moved, next, later, asked, offered];
  const objections = { [asked.id]: { reasons: [], warnings: [], was_asked: true } };
  expect(mustBeDone(all, "A", objections).map(({ id }) => id)).toEqual(
    [moved, asked, offered, next].map(({ id }) => id),
  );
  expect(mustBeDone(all, "C", {})).toEqual([]);
  expect(placeOf({ ...next, people: [place("A", { state: "left" }), place("A", { at: DAY_END })] }, "A")?.state).toBe(
    "assigned",
  );
});

// Spec 5 §7: A published shift that changes or
test("the admin reads who has not confirmed, who asks and who agreed, and nothing of a cancelled shift", () => {
  const shift = shiftAt(MORNING, DAY_END, {
    people: [place("A", { confirmed_at: null }), place("B", { state: "asked" }), place("C")],
    offers: [
      {
        id: "o",
        shift_id: "",
        place_id: "C",
        employee_id: "C",
        name: null,
        to_employee_id: null,
        agreed_by: "D",
        state: "agreed",
      },
    ],
  });
  const { unconfirmed, asked, agreed } = requestsIn([shift]);
  expect([unconfirmed, asked].map((list) => list.map((one) => one.place.employee_id))).toEqual([["A"], ["B"]]);
  expect(agreed.map(({ offer }) => offer.agreed_by)).toEqual(["D"]);
  expect(requestsIn([{ ...shift, cancelled_at: MORNING }]).asked).toEqual([]);
});

test("why not is said to the employee, and to the admin about one", () => {
  const overlap = { code: "overlap", starts_at: MORNING, ends_at: DAY_END };
  expect(objectionText(overlap, true)).toBe("You have another shift then: 2026-11-30 07:00–15:00");
  expect(objectionText(overlap, false)).toBe("Has another shift then: 2026-11-30 07:00–15:00");
  expect(objectionText({ code: "certificate-expired", name: "HLR" }, true)).toBe("Certificate expired by then: HLR");
});
