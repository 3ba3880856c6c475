import { afterEach, expect, test, vi } from "vitest";
import { driverOrigin, setPublicUrl } from "./own-address.ts";

const openedAt = (address: string) => vi.stubGlobal("window", { location: new URL(address) });
afterEach(() => {
  vi.unstubAllGlobals();
  setPublicUrl(undefined);
});

test.each([
  ["https://parkering.example/x/settings", "https://parkering.example"],
  ["http://192.168.1.5:3000/", "http://192.168.1.5:3000"],
  ["http://127.0.0.1:3000/", undefined],
  ["http://localhost:3000/", undefined],
  ["http://app.localhost/", undefined],
  ["http://[::1]:3000/", undefined],
  ["http://0.0.0.0:3000/", undefined],
])("of a page at %s drivers find %s", (address, origin) => {
  openedAt(address);
  expect(driverOrigin()).toBe(origin);
});

test("the address that the server gives comes first", () => {
  openedAt("http://127.0.0.1:3000/");
  setPublicUrl("https://parkering.example/");
  expect(driverOrigin()).toBe("https://parkering.example");
});
