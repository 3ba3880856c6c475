import { beforeEach, expect, test, vi } from "vitest";
import { keepDraft, readDraft } from "#session/drafts.ts";
import { openSession, type Session } from "#session/store.ts";
import { PATIENCE } from "#tests/support/run/patience.ts";
import { followDrafts } from "./kept-drafts.ts";

/** The content of the device's database. */
const device = vi.hoisted(() => ({ kept: undefined as unknown, writes: 0 }));
vi.mock("#shared/offline/device-store.ts", () => ({
  readDraftsOf: () => Promise.resolve(device.kept),
  keepDraftsOf: (_owner: string, value: unknown) => {
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

test("drafts typed before the following starts are stored as well, and each later change", async () => {
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

test("a later draft in the device's database is not overwritten", async () => {
  type("Kaj");
  const later = { token: session.token, changes: 9, drafts: { fine: { street: "Kajen 4" } } };
  device.kept = later;
  const stop = followDrafts(session);
  // The device's work is done in order, so nothing that comes after this wait was written before it.
  await new Promise((resolve) => void setTimeout(resolve));
  expect(device).toEqual({ kept: later, writes: 0 });
  expect(readDraft("attendant", session, "fine")).toEqual({ street: "Kajen 4" });
  stop();
});

test("a draft from an earlier login of the same person is back, and is stored for this login", async () => {
  device.kept = { token: "earlier", changes: 3, drafts: { fine: { street: "Kajen 4" } } };
  const stop = followDrafts(session);
  await vi.waitFor(() => expect(device.kept).toMatchObject({ token: session.token }), PATIENCE);
  expect(device.kept).toMatchObject({ drafts: { fine: { street: "Kajen 4" } } });
  expect(readDraft("attendant", session, "fine")).toEqual({ street: "Kajen 4" });
  stop();
});
