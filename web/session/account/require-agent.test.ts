import { expect, test } from "vitest";
import { returnAddress } from "./require-agent.tsx";

test.each([
  [{ from: "/property-management" }, "/property-management"],
  [{ from: "/YSTAD?show=sold" }, "/YSTAD?show=sold"],
  [{ from: "//evil.example" }, null],
  [{ from: "/\\evil.example" }, null],
  [{ from: "https://evil.example" }, null],
  [{ from: 7 }, null],
  [{}, null],
  [null, null],
])("%j leads to %j", (state, address) => {
  expect(returnAddress(state)).toBe(address);
});
