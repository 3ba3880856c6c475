import { expect, test } from "vitest";
import { afterOwnChange, asOwnChange } from "./own-changes.ts";

test("news of a unit that this window does not change is handled at once", () => {
  const told: string[] = [];
  afterOwnChange("a", () => told.push("news"));
  expect(told).toEqual(["news"]);
});

test("news of a unit that this window is changing waits for the answer", async () => {
  const told: string[] = [];
  const change = asOwnChange("a", async () => {
    afterOwnChange("a", () => told.push("news of a"));
    afterOwnChange("b", () => told.push("news of b"));
    await Promise.resolve();
    told.push("answer");
  });
  await change;
  expect(told).toEqual(["news of b", "answer", "news of a"]);
});

test("news also waits for a change that fails", async () => {
  const told: string[] = [];
  const change = asOwnChange("a", () => {
    afterOwnChange("a", () => told.push("news"));
    return Promise.reject(new Error("no"));
  });
  await expect(change).rejects.toThrow("no");
  expect(told).toEqual(["news"]);
});
