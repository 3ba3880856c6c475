// The general rooms of the server name nothing of a product: none of its words, tables or functions. The lint forbids them to import its
// room.
import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { tableRoutes } from "#server/http/bounds.ts";
import { functions } from "#server/product/functions.ts";
import { PRODUCT_ROUTES } from "#server/product/routes.ts";

const ROOMS = ["table-api", "sign-in", "storage", "realtime", "http", "limits"];

const filesOf = (rooms: readonly string[]) =>
  rooms
    .flatMap((room) =>
      readdirSync(`server/${room}`, { recursive: true, encoding: "utf8" }).map((file) => `server/${room}/${file}`),
    )
    .filter((file) => /(?<!\.test)\.[jt]s$/.test(file) && !file.includes("/model/"));

/** The lines of files of these rooms that match, as `file:line text`. */
const linesWith = (looked: RegExp) =>
  filesOf(ROOMS).flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line, at) => (looked.test(line) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
  );

test("the general rooms are looked at", () => {
  expect(linesWith(/^import /).length).toBeGreaterThan(200);
});

test("no general room names a word of the product", () => {
  expect(linesWith(/bank|receipt|konto/i)).toEqual([]);
});

test("no general room names a table, a function or an edge function of the product", () => {
  const tables = [...tableRoutes(PRODUCT_ROUTES).keys()].map((name) => name.replace("rpc/", ""));
  expect(linesWith(new RegExp(`\\b(${[...tables, ...functions.keys()].join("|")})\\b`))).toEqual([]);
});
