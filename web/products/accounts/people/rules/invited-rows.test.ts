import { expect, test } from "vitest";
import { readInvited, writeInvited } from "./invited-rows.ts";

// Spec 5 §8: Invite takes up to
test("rows are read from a list or a table, with the Discord name or without", () => {
  const text = "vakt21; Kim#1\r\n\nvakt22\n  vakt23\tAnna B \nvakt24;";
  expect(readInvited(text, "attendant")).toEqual({
    rows: [
      { userId: "vakt21", name: "Kim#1" },
      { userId: "vakt22", name: null },
      { userId: "vakt23", name: "Anna B" },
      { userId: "vakt24", name: null },
    ],
    faults: [],
  });
});

test("a row that cannot be an account is named by its line", () => {
  const text = `ab\nvakt21\nVAKT 21\n${"x".repeat(51)}\nvakt22; ${"n".repeat(101)}\n\u200b\u200b\u200b`;
  const { rows, faults } = readInvited(text, "attendant");
  expect(rows).toEqual([{ userId: "vakt21", name: null }]);
  expect(faults.map(({ line, fault }) => `${line} ${fault}`)).toEqual([
    "1 id-length",
    "3 twice",
    "4 id-length",
    "5 name-length",
    "6 id-length",
  ]);
});

test("an employee of the ambulance may have a short ID and a long name", () => {
  const text = `7; ${"n".repeat(200)}`;
  expect(readInvited(text, "ase-employee").rows).toHaveLength(1);
  expect(readInvited(text, "attendant").faults).toHaveLength(1);
});

test("rows that were refused are written as they were pasted", () => {
  const rows = readInvited("vakt21; Kim#1\nvakt22", "attendant").rows;
  expect(writeInvited(rows)).toBe("vakt21; Kim#1\nvakt22");
});
