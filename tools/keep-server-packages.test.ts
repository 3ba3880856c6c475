// Packages that stay in the image: those that are loaded, with those that they need, wherever npm put them.
import { expect, test } from "vitest";
import { findLoaded, findNeeded } from "./keep-server-packages.mjs";

test("packages that built files load, by name", () => {
  const source = `import{Hono as a}from"hono";import b from "hono/cookie";import"@node-rs/bcrypt";import*as c from"node:fs";
    import d from"./main-1.js";const e=await import("pg");`;
  expect(findLoaded([source, source])).toEqual(["@node-rs/bcrypt", "hono", "pg"]);
});

test("packages that these packages need: optional programs too, required peers, the nearest of two versions; nothing else", () => {
  const packages = {
    "": { dependencies: { a: "1", front: "1" } },
    "node_modules/a": { dependencies: { b: "2" }, optionalDependencies: { "a-linux": "1", "a-darwin": "1" } },
    "node_modules/a/node_modules/b": {
      peerDependencies: { c: "1", d: "1" },
      peerDependenciesMeta: { d: { optional: true } },
    },
    "node_modules/b": {},
    "node_modules/a-linux": {},
    "node_modules/c": {},
    "node_modules/d": {},
    "node_modules/front": {},
  };
  expect([...findNeeded(packages, ["a"])].toSorted((a, b) => a.localeCompare(b, "en"))).toEqual([
    "node_modules/a",
    "node_modules/a-linux",
    "node_modules/a/node_modules/b",
    "node_modules/c",
  ]);
});
