import { safeParse } from "valibot";
import { expect, test } from "vitest";
import { bidSchema } from "./bid-schema.ts";

test.each([
  ["Lena", "6 250 000", { bidder_name: "Lena", amount: 6_250_000 }],
  ["  Lena  ", "0,01", { bidder_name: "Lena", amount: 0.01 }],
  ["", "1", { bidder_name: "Anonymous", amount: 1 }],
  ["   ", "1000000000000", { bidder_name: "Anonymous", amount: 1_000_000_000_000 }],
])("the bid of %j, %j, is %j", (bidder_name, amount, expected) => {
  expect(safeParse(bidSchema, { bidder_name, amount })).toMatchObject({ success: true, output: expected });
});

// Spec 2 §5: Bid: amount must
test.each(["", "0", "0,00", "-5", "tusen", "1000000000001"])(
  "the amount %j is refused by the form's message",
  (amount) => {
    const { success, issues } = safeParse(bidSchema, { bidder_name: "", amount });
    expect(success).toBe(false);
    expect(issues?.map(({ message, path }) => [message, path])).toEqual([
      ["Invalid amount — Enter a valid bid amount.", undefined],
    ]);
  },
);
