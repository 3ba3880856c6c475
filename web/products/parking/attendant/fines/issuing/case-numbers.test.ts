// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { actingOf } from "#session/acting.ts";
import { openSession } from "#session/store.ts";
import { caseNumbersOf } from "./case-numbers.ts";

const KEY = "case-numbers kaj vakt01";
const store = (numbers: string[]) => localStorage.setItem(KEY, JSON.stringify({ numbers }));
const numbers = () => {
  const session = openSession("attendant", { userId: "vakt01", project: "kaj" });
  return caseNumbersOf(actingOf("attendant", session, "kaj"), session);
};

beforeEach(() => localStorage.clear());
afterEach(() => void vi.unstubAllGlobals());

test("a fine gets the number of its draft, and the same number at each repetition", async () => {
  store(["1", "2"]);
  expect(await numbers().claim("1", "a")).toBe("1");
  expect(await numbers().claim("1", "a")).toBe("1");
  expect(numbers().next()).toBe("2");
});

test("two tabs whose drafts have one number do not give it to two fines", async () => {
  store(["1", "2"]);
  const [one, other] = [numbers(), numbers()];
  expect([one.next(), other.next()]).toEqual(["1", "1"]);
  expect(await one.claim("1", "a")).toBe("1");
  expect(await other.claim("1", "b")).toBe("2");
  expect(await numbers().claim("2", "c")).toBe("");
});

test("a number taken by a draft belongs to that draft; without one the next number is given", async () => {
  store(["1", "2"]);
  numbers().take("1");
  expect(await numbers().claim("1", "a")).toBe("1");
  expect(await numbers().claim("", "b")).toBe("2");
});

test("the number of a discarded draft goes to another fine", async () => {
  store(["1"]);
  expect(await numbers().claim("1", "a")).toBe("1");
  numbers().giveBack("1");
  expect(await numbers().claim("1", "b")).toBe("1");
});

/** Answers calls like the database; returns the calls. */
function answering(answers: Record<string, object>): [name: string, args: unknown][] {
  const asked: [string, unknown][] = [];
  vi.stubGlobal("fetch", async (input: string | URL, init?: RequestInit) => {
    if (String(input).endsWith("/config.json"))
      return Response.json({ supabaseUrl: "http://localhost", publishableKey: "k" });
    const name = String(input).split("/").at(-1) ?? "";
    asked.push([name, JSON.parse(init?.body as string)]);
    return Response.json(answers[name]);
  });
  return asked;
}

// Spec rules §4: Numbers of devices
test("a device reports its numbers at most once an hour, and throws away those that an admin voided", async () => {
  const ten = Array.from({ length: 12 }, (_, at) => String(at));
  store(ten);
  const asked = answering({
    hold_case_numbers: { outcome: "held", void: ["0", "1"] },
    reserve_case_numbers: { outcome: "reserved", numbers: ["20", "21"] },
  });
  await numbers().fill();
  expect(asked).toEqual([["hold_case_numbers", { project: "kaj", numbers: ten, acting_as: "vakt01" }]]);
  expect(numbers().left().count).toBe(10);
  numbers().take("2");
  await numbers().fill();
  await numbers().fill();
  expect(asked.map(([name]) => name)).toEqual(["hold_case_numbers", "reserve_case_numbers"]);
  expect(numbers().left().count).toBe(11);
});
