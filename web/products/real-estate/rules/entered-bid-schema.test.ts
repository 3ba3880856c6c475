import { safeParse } from "valibot";
import { expect, test } from "vitest";
import { enteredBidSchema } from "./entered-bid-schema.ts";

const schema = enteredBidSchema({ missing: "missing", amountWrong: "amount", timeWrong: "time" }, () =>
  Date.parse("2026-11-27T12:00:00Z"),
);
const BID = {
  bidderId: "new",
  name: "Lena Ek",
  email: "",
  phone: "070-1",
  amount: "4 150 000",
  conditions: "",
  day: "2026-11-27",
  time: "9.30",
  isHidden: false,
};

// Spec 5 §5: **enter_bid(bid
test("a bid by phone has the time that the agent typed, in the company's zone", () => {
  expect(safeParse(schema, BID).output).toMatchObject({ amount: 4_150_000, receivedAt: "2026-11-27T08:30:00.000Z" });
});

test.each([
  [{ time: "13:30" }, ["time"]],
  [{ time: "sen" }, ["time"]],
  [{ day: "" }, ["time"]],
  [{ amount: "0" }, ["amount"]],
  [{ phone: "" }, ["missing"]],
  [{ phone: "", name: "", bidderId: "b1" }, []],
])("%j is refused for %j", (change, expected) => {
  const { issues = [] } = safeParse(schema, { ...BID, ...change });
  expect(issues.map(({ message }) => message)).toEqual(expected);
});
