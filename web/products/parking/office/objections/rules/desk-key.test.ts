import { expect, test } from "vitest";
import { deskKeyOf, type KeyPlace } from "./desk-key.ts";

const key = (pressed: string, over: Partial<KeyboardEvent> = {}) => ({
  key: pressed,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  ...over,
});

// Spec 4 §5: Bestridna is a
test.each<[ReturnType<typeof key>, KeyPlace, string | undefined]>([
  [key("s"), "elsewhere", "S"],
  [key("G"), "elsewhere", "G"],
  [key("1"), "elsewhere", "1"],
  [key("0"), "elsewhere", undefined],
  [key("å"), "elsewhere", undefined],
  [key("Tab"), "elsewhere", undefined],
  [key("s"), "field", undefined],
  [key("1"), "field", undefined],
  [key("s"), "dialog", undefined],
  [key("s", { ctrlKey: true }), "elsewhere", undefined],
  [key("s", { metaKey: true }), "elsewhere", undefined],
  [key("s", { altKey: true }), "elsewhere", undefined],
  [key("s", { repeat: true }), "elsewhere", undefined],
  [key("Enter", { ctrlKey: true }), "field", "S"],
  [key("Enter", { metaKey: true }), "elsewhere", "S"],
  [key("Enter", { ctrlKey: true }), "dialog", undefined],
  [key("Enter", { ctrlKey: true, repeat: true }), "field", undefined],
  [key("Enter"), "elsewhere", undefined],
])("%j in a place that is %s means %j", (pressed, place, meaning) => {
  expect(deskKeyOf(pressed, place)).toBe(meaning);
});
