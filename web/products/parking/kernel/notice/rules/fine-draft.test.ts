import { expect, test } from "vitest";
import {
  amountOf,
  amountProblem,
  customViolationAfter,
  issuerOf,
  newFineDraft,
  newReportDraft,
  observedMoment,
  observedOf,
  plateOf,
  typedCarOf,
} from "./fine-draft.ts";

const NOW = new Date(2026, 10, 21, 9, 5);
const NUMBER = "12345674";

// Spec 1 §9: Fine: default amount
test("a new fine has the defaults of the specification", () => {
  expect(newFineDraft("vakt01", NOW, NUMBER)).toEqual({
    id: expect.any(String),
    caseNumber: NUMBER,
    issuedBy: "vakt01",
    amount: "700",
    violation: "",
    customViolation: "",
    notes: "",
    dueDate: "2026-12-05",
    observedTime: "",
    observedReason: "",
    observedFrom: "",
  });
});

test.each([
  ["8.40", NOW, new Date(2026, 10, 21, 8, 40)],
  ["09:05", NOW, NOW],
  ["09:06", NOW, undefined],
  ["", NOW, undefined],
  // After midnight, an observation may have begun the evening before.
  ["23:50", new Date(2026, 10, 21, 0, 5), new Date(2026, 10, 20, 23, 50)],
  ["18:00", new Date(2026, 10, 21, 0, 5), undefined],
])("%s at %s means %s", (typed, now, moment) => {
  expect(observedMoment(typed, now)).toEqual(moment);
});

test.each([
  ["17:00", new Date(2026, 10, 20, 17, 0, 7)],
  ["1700", new Date(2026, 10, 20, 17, 0, 7)],
  // Another time counts as in a new fine.
  ["23:50", new Date(2026, 10, 20, 23, 50)],
  ["17:01", undefined],
])("past midnight %s in a fine that was stored the evening before means %s", (observedTime, moment) => {
  const stored = new Date(2026, 10, 20, 17, 0, 7).toISOString();
  const draft = { ...newFineDraft("vakt01", NOW, NUMBER), observedTime, observedFrom: stored };
  expect(observedOf(draft, new Date(2026, 10, 21, 0, 5)).observed_from).toBe(moment?.toISOString() ?? null);
});

// Spec 4 §3: fines: kind (ticket
test("an observation is sent with its reason, and the check decides when none is given", () => {
  const draft = newFineDraft("vakt01", NOW, NUMBER);
  expect(observedOf(draft, NOW)).toEqual({ observed_from: null, observed_reason: null });
  expect(observedOf({ ...draft, observedTime: "0840", observedReason: " Sågs av vakt 2 " }, NOW)).toEqual({
    observed_from: new Date(2026, 10, 21, 8, 40).toISOString(),
    observed_reason: "Sågs av vakt 2",
  });
});

test("an issuer without an ID is the default one", () => {
  expect(newFineDraft(" ", NOW, NUMBER)).toMatchObject({ issuedBy: "5734" });
});

// Spec 1 §9: Fine: default amount
test.each([
  ["over a new year", new Date(2026, 11, 24, 23, 59), "2027-01-07"],
  ["over the end of summer time", new Date(2026, 9, 20, 0, 30), "2026-11-03"],
  ["over the beginning of summer time", new Date(2027, 2, 20, 23, 30), "2027-04-03"],
  ["in a leap year", new Date(2028, 1, 20), "2028-03-05"],
])("a fine is due in 14 days %s", (_case, now, due) => {
  expect(newFineDraft("vakt01", now, NUMBER).dueDate).toBe(due);
});

// Spec rules §4: A fine is
test("a site says in how many days a fine is due", () => {
  expect(newFineDraft("vakt01", NOW, NUMBER, 30).dueDate).toBe("2026-12-21");
  expect(newReportDraft("vakt01", NOW, NUMBER, 7).dueDate).toBe("2026-11-28");
});

test("a new report begins now, without a vehicle", () => {
  expect(newReportDraft("vakt01", NOW, NUMBER)).toMatchObject({
    caseNumber: NUMBER,
    amount: "700",
    regNumber: "",
    carModel: "",
    carColor: "",
    street: "",
    discordUsername: "",
    currentDate: "2026-11-21",
    currentTime: "09:05",
  });
});

test.each([
  ["", "not-positive", null],
  ["0", "not-positive", null],
  ["-1", "not-positive", null],
  ["abc", "not-positive", null],
  ["1", undefined, 1],
  ["700", undefined, 700],
  ["700,0", undefined, 700],
  ["700.5", "not-whole", null],
  ["700,5", "not-whole", null],
  ["0.5", "not-whole", null],
  ["50000", undefined, 50_000],
  ["50001", "too-high", null],
  ["50000.5", "too-high", null],
  ["1e9", "too-high", null],
])("the amount %j is %s", (amount, problem, kronor) => {
  expect(amountProblem(amount)).toBe(problem);
  expect(amountOf({ amount })).toBe(kronor);
});

// Spec 1 §4: Fine form: choosing
test.each([
  ["other", "På gräset", "På gräset"],
  ["overtime", "På gräset", ""],
  ["", "På gräset", ""],
] as const)("choosing %j leaves of the free text %j: %j", (chosen, typed, left) => {
  expect(customViolationAfter(chosen, typed)).toBe(left);
});

test.each([
  [" vakt02 ", "vakt02"],
  ["  ", "5734"],
])("the issuer of %j is %s", (issuedBy, issuer) => {
  expect(issuerOf({ issuedBy })).toBe(issuer);
});

test("a report's facts about its car become columns; an empty Discord name becomes null", () => {
  const report = {
    ...newReportDraft("vakt01", NOW, NUMBER),
    carModel: " Saab 900 ",
    carColor: "Röd",
    street: "Kajen 1 ",
  };
  const car = { car_model: "Saab 900", car_color: "Röd", street: "Kajen 1" };
  expect(typedCarOf(report)).toEqual({ ...car, discord_username: null });
  expect(typedCarOf({ ...report, discordUsername: "åsa#1" })).toEqual({ ...car, discord_username: "åsa#1" });
});

test("a report's plate is written in capitals", () => {
  expect(plateOf({ regNumber: " åbc 12d " })).toBe("ÅBC 12D");
});
