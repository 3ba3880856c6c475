import { expect, test } from "vitest";
import { letterRecipient } from "./letter-recipient.ts";

const OWNER = { name: "Åsa Berg", address: "Storgatan 1\n271 30 Ystad\n" };
const LEASING = { name: "Leasing AB", address: "Box 1" };

test.each([
  ["Åsa Berg", [LEASING, OWNER], ["Åsa Berg", "Storgatan 1", "271 30 Ystad"]],
  [" åsa  berg ", [OWNER], ["åsa  berg", "Storgatan 1", "271 30 Ystad"]],
  ["Nils Ek", [OWNER, LEASING], ["Nils Ek"]],
  ["", [OWNER], []],
  ["Åsa Berg", [], ["Åsa Berg"]],
])("an answer to %j with the recipients %j goes to %j", (name, recipients, lines) => {
  expect(letterRecipient(name, recipients)).toEqual(lines);
});
