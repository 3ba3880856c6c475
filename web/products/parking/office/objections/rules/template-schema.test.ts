import { safeParse } from "valibot";
import { expect, test } from "vitest";
import { templateSchema } from "./template-schema.ts";

const typed = { kind: "rejected", title: " Ingen rätt ", sort_order: "3", text: "Ärende {ärendenummer}" };

test("a template is trimmed, and its position is a number", () => {
  expect(safeParse(templateSchema, typed).output).toMatchObject({ title: "Ingen rätt", sort_order: 3 });
});

test.each([
  [{ text: "Hej {förnamn}, {plats}" }, "Okända uppgifter: {förnamn}"],
  [{ sort_order: "0" }, "Ange ett helt tal från 1 till 99"],
  [{ sort_order: "1.5" }, "Ange ett helt tal från 1 till 99"],
  [{ sort_order: "etta" }, "Ange ett helt tal från 1 till 99"],
])("%j is wrong: %s", (over, message) => {
  expect(safeParse(templateSchema, { ...typed, ...over }).issues?.[0]?.message).toBe(message);
});
