import { expect, test } from "vitest";
import * as v from "valibot";
import { changedFields, signupSchema, typedViewing, viewingSchema } from "./viewing-schema.ts";

const texts = { placesWrong: "places", timeWrong: "time" };
const read = (over: object) => {
  const typed = { day: "2026-12-05", from: "13:00", to: "14:00", places: "", note: " Ring på ", ...over };
  const result = v.safeParse(viewingSchema(texts), typed);
  return result.success ? result.output : result.issues.map(({ message }) => message);
};

// Spec 5 §5: **viewings**
test("a viewing is read with its times in the company's zone", () => {
  const stored = { starts_at: "2026-12-05T12:00:00.000Z", ends_at: "2026-12-05T13:00:00.000Z" };
  expect(read({})).toEqual({ ...stored, places: null, note: "Ring på" });
  expect(read({ places: "12" })).toMatchObject({ places: 12 });
  expect(read({ from: "23:30", to: "00:30" })).toMatchObject({ ends_at: "2026-12-05T23:30:00.000Z" });
  expect(typedViewing({ ...stored, places: 12, note: "" })).toMatchObject({
    day: "2026-12-05",
    from: "13:00",
    to: "14:00",
    places: "12",
  });
});

test.each([
  [{ places: "0" }, "places"],
  [{ places: "1001" }, "places"],
  [{ places: "two" }, "places"],
  [{ to: "13:00" }, "time"],
  [{ from: "" }, "time"],
  [{ day: "never" }, "time"],
])("%o is refused", (over, message) => {
  expect(read(over)).toEqual([message]);
});

test("only changed fields are sent, with what stood there before", () => {
  const stored = {
    starts_at: "2026-12-05T12:00:00+00:00",
    ends_at: "2026-12-05T13:00:00+00:00",
    places: 5,
    note: "",
  };
  const wanted = { ...stored, starts_at: "2026-12-05T12:00:00.000Z", places: null };
  expect(changedFields(stored, wanted)).toEqual({ changes: { places: null }, expected: { places: 5 } });
});

test.each([
  [{}, true],
  [{ name: "" }, false],
  [{ email: "" }, false],
  [{ email: "", phone: "0701" }, true],
])("a sign-up with %o is taken: %s", (over, isTaken) => {
  const typed = { name: "Bo", email: "bo@example.se", phone: "", people: "2", ...over };
  expect(v.safeParse(signupSchema("missing"), typed).success).toBe(isTaken);
});
