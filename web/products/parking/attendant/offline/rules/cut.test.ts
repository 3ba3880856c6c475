import { expect, test } from "vitest";
import { answerFrom } from "../../check/check-offline.ts";
import { NotKnownHere } from "../../check/not-known-here.ts";
import { fineNotes } from "../../fines/issuing/issue-offline.ts";
import { fineWarnings, notAccepted } from "../../fines/rules/fine-warnings.ts";
import { knownFrom } from "./known.ts";

const NOON = Date.parse("2026-11-23T12:00:00Z");
const iso = (minutes: number) => new Date(NOON + minutes * 60_000).toISOString();

/** A site with one parking from 11 to 13 and one permit, whose list was cut at a minute after noon. */
const siteCutAt = (cutAt: number | null, endedCutAt: number | null = null) =>
  knownFrom({
    at: iso(-30),
    grace_minutes: 5,
    observation_minutes: 0,
    min_photos: 0,
    max_amount: null,
    cut_at: cutAt === null ? null : iso(cutAt),
    ended_cut_at: endedCutAt === null ? null : iso(endedCutAt),
    parkings: [["p1", "TAO 98N", iso(-60), iso(60), iso(-60), "Volvo", "Röd", "Kajen 1", null]],
    permits: [["m1", "ABC 123", iso(-60), null, null, iso(-60), ""]],
    fines: [],
    checks: [],
  });

test("left-out parkings are unknown: no car is said to have no right", () => {
  const known = siteCutAt(0);
  expect(answerFrom(known, "XYZ 999", NOON - 1).outcome).toBe("none");
  expect(() => answerFrom(known, "XYZ 999", NOON)).toThrow(NotKnownHere);
  expect(() => answerFrom(known, "TAO 98N", NOON + 61 * 60_000)).toThrow(NotKnownHere);
});

test("a running parking that was found is certain, even in an incomplete list", () => {
  const known = siteCutAt(-10);
  expect(answerFrom(known, "TAO 98N", NOON).outcome).toBe("valid");
  expect(answerFrom(known, "ABC 123", NOON).outcome).toBe("permit");
});

test("an answer without a find mentions that the list of ended parkings is incomplete", () => {
  expect(answerFrom(siteCutAt(null), "XYZ 999", NOON).endedCutAt).toBeUndefined();
  expect(answerFrom(siteCutAt(null, -90), "XYZ 999", NOON)).toMatchObject({ outcome: "none", endedCutAt: iso(-90) });
});

/** A fine at noon without other warnings. */
const FINE = {
  id: "f1",
  plate: "XYZ 999",
  street: "Kajen 1",
  amount: 700,
  needsNoRight: false,
  photos: 0,
  moment: NOON,
  observedFrom: NOON,
};
const codesOf = (cutAt: number | null, over: Partial<typeof FINE> = {}) =>
  fineWarnings(siteCutAt(cutAt), { ...FINE, ...over }).map(({ code }) => code);

// Spec rules §5: A phone without
test("a fine for a car with an unknown right asks, and is issued with a reason", () => {
  expect(codesOf(null)).toEqual([]);
  expect(codesOf(1)).toEqual([]);
  expect(codesOf(0)).toEqual(["right-unknown"]);
  // A violation that no right excuses, and a known right, need no question.
  expect(codesOf(0, { needsNoRight: true })).toEqual([]);
  expect(codesOf(0, { plate: "TAO 98N" })).toEqual(["valid-parking"]);
  const warnings = fineWarnings(siteCutAt(0), FINE);
  const accepted = { code: "right-unknown", reason: "Kontrollerad på annat sätt" } as const;
  expect(notAccepted(warnings, [accepted])).toEqual([]);
  expect(notAccepted(warnings, [{ ...accepted, reason: "nej" }])).toHaveLength(1);
});

// Spec rules §5: A phone without
test("the reviewer reads that the right was not known, and the reason", () => {
  expect(fineNotes([], undefined)).toEqual([]);
  const notes = fineNotes([{ code: "right-unknown", reason: "Ingen biljett i rutan" }], "20 minuter");
  expect(notes).toEqual([
    "Boten utfärdades utan nät av en telefon som inte hade alla parkeringar på platsen. Om bilen fick stå där var inte känt. Skäl: Ingen biljett i rutan",
    "Telefonens klocka gick 20 minuter fel när boten utfärdades utan nät.",
  ]);
});
