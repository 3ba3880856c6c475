import { safeParse } from "valibot";
import { expect, test } from "vitest";
import { changedRules, rulesSchema, typedRules } from "./bidding-rules.ts";

const RULES = {
  bid_mode: "open",
  higher_only: false,
  bid_step: 1,
  bid_release: "at_once",
  hidden_bids: false,
  contract_step: false,
};

test("rules are typed and read back as they were", () => {
  expect(safeParse(rulesSchema("wrong"), typedRules(RULES)).output).toEqual(RULES);
});

test.each(["0", "", "-1", "ett"])("the step %j is refused", (bid_step) => {
  const { issues } = safeParse(rulesSchema("wrong"), { ...typedRules(RULES), bid_step });
  expect(issues?.map(({ message }) => message)).toEqual(["wrong"]);
});

test("a change names the changed rules alone, with what they were", () => {
  expect(changedRules(RULES, { ...RULES, bid_mode: "broker", bid_step: 50_000 })).toEqual({
    expected: { bid_mode: "open", bid_step: 1 },
    changes: { bid_mode: "broker", bid_step: 50_000 },
  });
  expect(changedRules(RULES, { ...RULES })).toEqual({ expected: {}, changes: {} });
});
