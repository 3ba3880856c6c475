import { expect, test } from "vitest";
import { atHost, hostsIn } from "./hosts.ts";

const hostsOf = (authority: string) =>
  hostsIn(`postgresql://me:p@ss,w@${authority}/parkering?sslmode=require`).map(({ host, port }) => `${host}|${port}`);

test.each([
  ["db", ["db|"]],
  ["db:5433", ["db|5433"]],
  ["first,second", ["first|", "second|"]],
  ["first:5432,second:5433,10.0.0.3", ["first|5432", "second|5433", "10.0.0.3|"]],
  ["[::1]:5432,[fd00::2]", ["[::1]|5432", "[fd00::2]|"]],
])("the hosts of %s", (authority, hosts) => {
  expect(hostsOf(authority)).toEqual(hosts);
});

test.each(["first,", ",second", "first:port,second", "a:1:2,b"])("%s cannot be read", (authority) => {
  expect(() => hostsOf(authority)).toThrow("not readable");
});

test("an address without hosts is left as it is", () => {
  const url = "postgresql:///parkering?host=/var/run/postgresql";
  expect(hostsIn(url)).toEqual([{ host: "", port: "" }]);
  expect(atHost(url, { host: "", port: "" })).toBe(url);
});

test("an address with one of its hosts keeps all its other parts", () => {
  expect(atHost("postgres://me:secret@a:1,b:2/parkering?sslmode=require", { host: "b", port: "2" })).toBe(
    "postgres://me:secret@b:2/parkering?sslmode=require",
  );
});
