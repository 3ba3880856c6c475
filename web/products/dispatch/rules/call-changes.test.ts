import { expect, test } from "vitest";
import { changesOf, typedCall } from "./call-changes.ts";

const call = { place: "Storgatan 4", nature: "Brand", priority: 2, caller: "" };

test("only touched fields are sent, with what the screen showed of them", () => {
  expect(changesOf(call, { ...call, nature: "Rök", priority: 1 })).toEqual({
    expected: { nature: "Brand", priority: 2 },
    changes: { nature: "Rök", priority: 1 },
  });
  expect(changesOf(call, call)).toEqual({ expected: {}, changes: {} });
});

test("a form begins with the call's own values", () => {
  expect(typedCall(call)).toEqual({ ...call, priority: "2" });
});
