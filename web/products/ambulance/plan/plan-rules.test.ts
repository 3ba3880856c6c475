import { describe, expect, test } from "vitest";
import type { PlannedShift, ShiftPlace } from "#data/planned_shifts/queries.ts";
import {
  copyOf,
  crewsInOrder,
  daySum,
  firstGaps,
  freePlaces,
  isGap,
  missingOn,
  mondayOf,
  mustBeDone,
  objectionText,
  openDay,
  placeOf,
  requestsIn,
  timesOf,
  weekNumber,
} from "./plan-rules.ts";
import { draftAfter } from "./shift-schema.ts";

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

const crew = (id: string, vehicle_id: string | null, position: string, start = MORNING) =>
  shiftAt(start, DAY_END, { id, vehicle_id, position });

// Spec 5 §7: planned_shifts: starts_at, ends_at
test("shifts of one vehicle and time stand side by side, vehicles in the order of their numbers", () => {
  const vehicles = new Map([
    ["v1", "Ambulance 9"],
    ["v2", "Ambulance 10"],
  ]);
  const shifts = [
    crew("5", null, "Nurse"),
    crew("3", "v2", "Nurse"),
    crew("2", "v1", "Paramedic"),
    crew("4", "v2", "Paramedic"),
    crew("0", "v2", "Paramedic", "2026-11-30T05:00:00Z"),
    crew("1", "v1", "Nurse"),
  ];
  expect(crewsInOrder(shifts, vehicles).map(({ id }) => id)).toEqual(["0", "1", "2", "3", "4", "5"]);
});

test("a day says its shifts, its free places to come and what is not published, and today is open", () => {
  const filled = shiftAt(MORNING, DAY_END, { people: [place("A")] });
  const free = shiftAt(MORNING, DAY_END, { places: 3, people: [place("A")] });
  const hidden = shiftAt(MORNING, DAY_END, { published_at: null });
  const cancelled = shiftAt(MORNING, DAY_END, { cancelled_at: MORNING });
  const all = [filled, free, hidden, cancelled];
  expect(daySum(all, Date.parse(MORNING))).toEqual({ count: 3, free: 2, hidden: 1 });
  expect(daySum(all, Date.parse(DAY_END)).free).toBe(0);
  const days = [
    ["2026-11-30", []],
    ["2026-12-01", []],
  ] as const;
  expect(["2026-12-01", "2026-12-09"].map((today) => openDay(days, today))).toEqual(["2026-12-01", "2026-11-30"]);
  expect(openDay([], "2026-12-01")).toBeUndefined();
});

test("the next gaps stand in sight, and the rest on demand", () => {
  const gaps = Array.from({ length: 5 }, (_, at) => shiftAt(`2026-12-0${at + 1}T06:00:00Z`, DAY_END));
  expect(firstGaps(gaps, false)).toEqual({ shown: gaps.slice(0, 4), more: true });
  expect(firstGaps(gaps, true)).toEqual({ shown: gaps, more: true });
  expect(firstGaps(gaps.slice(0, 4), false).more).toBe(false);
});

test("a new shift begins as the one before it, in another week on a day of that week", () => {
  const one = shiftAt(MORNING, DAY_END, { vehicle_id: "v", note: "Bag" });
  const series = [one, shiftAt("2026-12-04T06:00:00Z", "2026-12-04T14:00:00Z")];
  const times = { start: "07:00", end: "15:00", vehicle: "v", note: "" };
  expect(draftAfter(series, "2026-12-02", "2026-11-30")).toMatchObject({
    ...times,
    date: "2026-11-30",
    until: "2026-12-04",
  });
  expect(draftAfter([one], "2026-12-02", "2026-11-30")).toMatchObject({ ...times, date: "2026-11-30", until: "" });
  expect(draftAfter(series, "2026-12-07", "2026-12-07")).toMatchObject({ ...times, date: "2026-12-07", until: "" });
  expect(draftAfter(undefined, "2026-12-07", "2026-12-07")).toMatchObject({ date: "2026-12-07", start: "" });
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
