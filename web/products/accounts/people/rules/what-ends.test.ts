import { expect, test } from "vitest";
import { peopleTexts } from "../people-texts.ts";
import { whatEnds } from "./what-ends.ts";

const NOTHING = { user_id: "ASE-007", car: null, is_on_clock: false, planned_places: null, asked_places: null };
const MUCH = { ...NOTHING, car: "Bil 3", is_on_clock: true, planned_places: 3, asked_places: 1 };

// Spec 5 §8: set_person_active(kind, person_id
test.each([
  ["en", NOTHING, []],
  ["en", { ...NOTHING, planned_places: 0, asked_places: 0 }, []],
  ["en", { ...NOTHING, planned_places: 1 }, ["ASE-007 leaves a planned shift, which gets a gap"]],
  [
    "en",
    MUCH,
    [
      "ASE-007 is on duty: the shift waits without an end",
      "ASE-007 leaves Bil 3",
      "ASE-007 leaves 3 planned shifts, which get gaps",
      "ASE-007 no longer asks for a shift",
    ],
  ],
  [
    "sv",
    { ...MUCH, asked_places: 2 },
    [
      "ASE-007 är instämplad: passet väntar utan sluttid",
      "ASE-007 lämnar Bil 3",
      "ASE-007 lämnar 3 planerade pass, vars platser blir lediga",
      "ASE-007 söker inte längre 2 pass",
    ],
  ],
] as const)("in %s the dialog names what ends of %o", (lang, person, lines) => {
  expect(whatEnds(person, peopleTexts[lang])).toEqual(lines);
});
