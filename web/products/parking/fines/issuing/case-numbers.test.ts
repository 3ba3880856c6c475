// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { openSession } from "#session/store.ts";
import { caseNumbersOf } from "./case-numbers.ts";

const KEY = "case-numbers kaj vakt01";
const store = (numbers: string[]) => localStorage.setItem(KEY, JSON.stringify({ numbers }));
const numbers = () => caseNumbersOf(openSession("attendant", { userId: "vakt01", project: "kaj" }), "kaj");

beforeEach(() => localStorage.clear());

test("a fine gets the number of its draft, and the same one however often it is asked for", async () => {
  store(["1", "2"]);
  expect(await numbers().claim("1", "a")).toBe("1");
  expect(await numbers().claim("1", "a")).toBe("1");
  expect(numbers().next()).toBe("2");
});

test("two tabs whose drafts bear one number do not give it to two fines", async () => {
  store(["1", "2"]);
  const [one, other] = [numbers(), numbers()];
  expect([one.next(), other.next()]).toEqual(["1", "1"]);
  expect(await one.claim("1", "a")).toBe("1");
  expect(await other.claim("1", "b")).toBe("2");
  expect(await numbers().claim("2", "c")).toBe("");
});

test("a number that was taken by its draft is that draft's, and without one the next is given", async () => {
  store(["1", "2"]);
  numbers().take("1");
  expect(await numbers().claim("1", "a")).toBe("1");
  expect(await numbers().claim("", "b")).toBe("2");
});

test("the number of a draft that was thrown away goes to another fine", async () => {
  store(["1"]);
  expect(await numbers().claim("1", "a")).toBe("1");
  numbers().giveBack("1");
  expect(await numbers().claim("1", "b")).toBe("1");
});
