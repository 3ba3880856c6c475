import { expect, test } from "vitest";
import { letterRecipient } from "./letter-recipient.ts";

const OWNER = { name: "Åsa Berg", address: "Storgatan 1\n271 30 Ystad\n" };
const LEASING = { name: "Leasing AB", address: "Box 1" };

// Spec 4 §5: Bestridna is a
test.each([
  ["Åsa Berg", [LEASING, OWNER], ["Åsa Berg", "Storgatan 1", "271 30 Ystad"]],
  [" åsa  berg ", [OWNER], ["åsa  berg", "Storgatan 1", "271 30 Ystad"]],
  ["Nils Ek", [OWNER, LEASING], ["Nils Ek"]],
  ["", [OWNER], []],
  ["Åsa Berg", [], ["Åsa Berg"]],
])("an answer to %j with the recipients %j goes to %j", (name, recipients, lines) => {
  expect(letterRecipient({ name, address: "" }, recipients)).toEqual(lines);
});

test("an answer goes to the address in the letter, whatever recipients the case has", () => {
  const objection = { name: "Åsa Berg", address: "Nygatan 2\n271 31 Ystad" };
  expect(letterRecipient(objection, [OWNER])).toEqual(["Åsa Berg", "Nygatan 2", "271 31 Ystad"]);
});
