// Shapes are written once, forgotten in the order of their use, and never share a name.
import { expect, test } from "vitest";
import { Shapes } from "./statements.ts";

test("a shape is written once, and keeps its name", () => {
  const shapes = new Shapes();
  let written = 0;
  const ask = (shape: string) => shapes.get({ shape, write: () => `${(written += 1)}` });
  expect([ask("a"), ask("b"), ask("a")].map(({ name }) => name)).toEqual(["s1", "s2", "s1"]);
  expect(written).toBe(2);
});

test("a shape beyond 500 replaces the least recently used shape, together with its name", () => {
  const shapes = new Shapes();
  const ask = (shape: string) => shapes.get({ shape, write: () => shape }).name;
  for (let index = 0; index < 500; index += 1) ask(`${index}`);
  expect(ask("0")).toBe("s1");
  expect(ask("new")).toBe("s501");
  expect(ask("0")).toBe("s1");
  expect(ask("1")).toBe("s502");
});

test("after the tables changed all are written anew, with other names", () => {
  const shapes = new Shapes();
  expect(shapes.get({ shape: "a", write: () => "old" })).toEqual({ name: "s1", text: "old", isLarge: false });
  shapes.clear();
  expect(shapes.get({ shape: "a", write: () => "new" })).toEqual({ name: "s2", text: "new", isLarge: false });
});
