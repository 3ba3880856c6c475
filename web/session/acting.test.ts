// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { actingOf } from "./acting.ts";
import { closeSession, openSession } from "./store.ts";

afterEach(() => vi.unstubAllGlobals());

const admin = (userId: string) => actingOf("admin", openSession("admin", { userId, project: "kaj" }), "kaj");

/** The person that each request of the real client names, by method and path. */
function followNames(): [request: string, name: string | null][] {
  const named: [string, string | null][] = [];
  vi.stubGlobal("fetch", async (input: string | URL, init?: RequestInit) => {
    if (String(input).endsWith("/config.json"))
      return Response.json({ supabaseUrl: "http://localhost", publishableKey: "k" });
    const { pathname } = new URL(input);
    named.push([`${init?.method ?? "GET"} ${pathname}`, new Headers(init?.headers).get("x-acting-as")]);
    return Response.json([]);
  });
  return named;
}

test("where all speak by one login, each change of a person names the person, and no other request does", async () => {
  const named = followNames();
  const [one, other] = [await admin("admin01").client(), await admin("Åsa").client()];
  await one.from("violations").delete().eq("id", "1");
  await other.rpc("order_violations", { project: "kaj", ids: [] });
  await one.functions.invoke("create-admin-user", { body: {} });
  await one.from("violations").select();
  await one.storage.from("case-photos").upload("a.jpg", new Blob(["a"]));
  expect(named).toEqual([
    ["DELETE /rest/v1/violations", '{"kind":"admin","id":"admin01"}'],
    ["POST /rest/v1/rpc/order_violations", '{"kind":"admin","id":"\\u00c5sa"}'],
    ["POST /functions/v1/create-admin-user", '{"kind":"admin","id":"admin01"}'],
    ["GET /rest/v1/violations", null],
    ["POST /storage/v1/object/case-photos/a.jpg", null],
  ]);
  expect(one.auth).toBe(other.auth);
});

test("an attendant's device is theirs for as long as the login is open; nobody else has one", () => {
  const first = actingOf("attendant", openSession("attendant", { userId: "vakt01" }), undefined);
  expect(first.device.isOpen()).toBe(true);
  const second = actingOf("attendant", openSession("attendant", { userId: "vakt02" }), undefined);
  expect([first.device.isOpen(), second.device.isOpen()]).toEqual([false, true]);
  closeSession("attendant");
  expect(second.device.isOpen()).toBe(false);
  expect(second.device.owner).not.toBe(first.device.owner);
  expect(actingOf("admin", openSession("admin", { userId: "admin01" }), "kaj").device).toBeUndefined();
});
