import { beforeEach, expect, test, vi } from "vitest";
import { keepDraft, readDraft } from "#session/drafts.ts";
import { openSession, type Session } from "#session/store.ts";
import { PATIENCE } from "#tests/support/run/patience.ts";
import { followDrafts } from "./kept-drafts.ts";

/** What lies in the device's database. */
const device = vi.hoisted(() => ({ kept: undefined as unknown, writes: 0 }));
vi.mock("#shared/offline/device-store.ts", () => ({
  readBegun: () => Promise.resolve(device.kept),
  keepBegun: (_owner: string, value: unknown) => {
    Object.assign(device, { kept: value, writes: device.writes + 1 });
    return Promise.resolve();
  },
}));

let session: Session;
beforeEach(() => {
  session = openSession("attendant", { userId: "vakt01" });
  Object.assign(device, { kept: undefined, writes: 0 });
});

const type = (street: string) => keepDraft("attendant", session, "fine", { street });

test("what was typed before it is followed is kept as well, and each change after it", async () => {
  type("Halvskriven 7");
  const stop = followDrafts(session);
  await vi.waitFor(
    () => expect(device.kept).toMatchObject({ drafts: { fine: { street: "Halvskriven 7" } } }),
    PATIENCE,
  );
  type("Halvskriven 78");
  await vi.waitFor(
    () => expect(device.kept).toMatchObject({ drafts: { fine: { street: "Halvskriven 78" } } }),
    PATIENCE,
  );
  stop();
});

test("what lies in the device's database and is later is not written over", async () => {
  type("Kaj");
  const later = { token: session.token, changes: 9, drafts: { fine: { street: "Kajen 4" } } };
  device.kept = later;
  const stop = followDrafts(session);
  // What is asked of the device is answered in turn: nothing was written before this.
  await new Promise((resolve) => void setTimeout(resolve));
  expect(device).toEqual({ kept: later, writes: 0 });
  expect(readDraft("attendant", session, "fine")).toEqual({ street: "Kajen 4" });
  stop();
});

test("what an earlier login of the same person left is there again, and is kept as this one's", async () => {
  device.kept = { token: "earlier", changes: 3, drafts: { fine: { street: "Kajen 4" } } };
  const stop = followDrafts(session);
  await vi.waitFor(() => expect(device.kept).toMatchObject({ token: session.token }), PATIENCE);
  expect(device.kept).toMatchObject({ drafts: { fine: { street: "Kajen 4" } } });
  expect(readDraft("attendant", session, "fine")).toEqual({ street: "Kajen 4" });
  stop();
});
