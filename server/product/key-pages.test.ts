import { expect, test } from "vitest";
import { isKeyPage, withoutKey } from "./key-pages.ts";

test.each([
  ["/case/KEY", "/case/…"],
  ["//case/KEY", "/case/…"],
  ["/\\case/KEY", "/case/…"],
  ["/%63ase/KEY", "/case/…"],
  ["///receipt/KEY", "/receipt/…"],
  ["/cases/KEY", "/cases/KEY"],
  ["/ostra-hamnen/case", "/ostra-hamnen/case"],
])("%s is logged as %s, and kept by nobody if it names a key", (path, logged) => {
  expect([withoutKey(path), isKeyPage(path)]).toEqual([logged, logged !== path]);
});
