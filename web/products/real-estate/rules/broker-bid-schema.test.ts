import { safeParse } from "valibot";
import { expect, test } from "vitest";
import { brokerBidSchema } from "./broker-bid-schema.ts";

const TEXTS = { missing: "missing", amountWrong: "wrong" };
const BID = { name: "Lena Ek", email: "", phone: "070-1", amount: "4 150 000", conditions: " loan ", isHidden: false };

// Spec 5 §5: **place_bid(bid
test.each([
  [false, {}, []],
  [false, { email: "lena@example.com", phone: "" }, []],
  [false, { name: " " }, ["missing"]],
  [false, { phone: "" }, ["missing"]],
  [true, { name: "", phone: "" }, []],
  [true, { amount: "0" }, ["wrong"]],
  [false, { amount: "tusen" }, ["wrong"]],
] as const)("of a bidder who is known: %s, the bid with %j is refused for %j", (isKnown, change, expected) => {
  const { issues = [] } = safeParse(brokerBidSchema(isKnown, TEXTS), { ...BID, ...change });
  expect(issues.map(({ message }) => message)).toEqual(expected);
});

test("a bid is read as it is sent", () => {
  const parsed = safeParse(brokerBidSchema(false, TEXTS), BID);
  expect(parsed.output).toMatchObject({ amount: 4_150_000, conditions: "loan" });
});
