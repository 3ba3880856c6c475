// The entries that a phone stores for fines without a network, and their order (document 4 §6). The device is a fake in memory; everything
// else is the product's own code.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { NEW_PARKING_REASON, RIGHT_UNKNOWN } from "#contract/cases.ts";
import type { NewFine, StoredFine } from "#data/fines/mutations.ts";
import type { KeptSite } from "#data/plate_checks/offline.ts";
import { SubmitError } from "#shared/form/use-form.ts";
import { DeviceFull } from "#shared/offline/device-full.ts";
import type { NewWaiting } from "#shared/offline/device-store.ts";
import { actingAttendant } from "#tests/support/people/acting.ts";
import { correctOffline } from "./correct-offline.ts";
import { deliverOffline } from "./deliver.ts";
import { isFineWaiting, waitingFine } from "./waiting-fine.ts";
import { issueOffline } from "./issue-offline.ts";
import { keepPhotos } from "../../queue/keep.ts";
import { forgetSite } from "../../offline/knowledge.ts";

type Device = {
  rows: (NewWaiting & { owner: string })[];
  files: string[];
  /** The data that the device has of an owner's site. */
  sites: Map<string, KeptSite>;
  /** Kinds of rows for which the device has no room. */
  full: Set<string>;
};
const device: Device = { rows: [], files: [], sites: new Map(), full: new Set() };

vi.mock("#shared/offline/device-store.ts", () => ({
  keepWaiting: async (owner: string, rows: readonly NewWaiting[], files: readonly { id: string }[] = []) => {
    if (rows.some(({ kind }) => device.full.has(kind))) throw new DeviceFull("no room");
    device.rows.push(...rows.map((row) => ({ ...row, owner })));
    device.files.push(...files.map(({ id }) => id));
  },
  listWaiting: async (owner: string) => device.rows.filter((row) => row.owner === owner),
  readFact: async (owner: string) => device.sites.get(owner),
}));

const OWNER = "attendant vakt01";
const at = (time: string) => `2026-11-23T${time}:00.000Z`;
const ISSUED = at("12:00");
const LIMITS = { needsNoRight: false, maxAmount: 1300 };

/** A site's data: empty except for the given parts. */
const site = (told: Partial<KeptSite["data"]> = {}, clockOffset = 0): KeptSite => ({
  project: "p1",
  clockOffset,
  data: {
    at: at("11:55"),
    grace_minutes: 0,
    observation_minutes: 0,
    min_photos: 0,
    max_amount: null,
    parkings: [],
    permits: [],
    fines: [],
    checks: [],
    ...told,
  },
});

const newFine = (more: Partial<NewFine> = {}): NewFine => ({
  id: "fine-1",
  project_id: "p1",
  plate: "ABC 123",
  issued_at: ISSUED,
  kind: "ticket",
  parking_id: null,
  case_number: "00000007",
  car_model: "",
  car_color: "",
  discord_username: null,
  violation_id: null,
  due_date: "2026-12-23",
  notes: "",
  observed_from: null,
  observed_reason: null,
  street: "Kajen 4",
  violation_text: "Parkerat utan tillstånd",
  amount: 700,
  photos: [],
  ...more,
});
const issue = (fine = newFine(), accepted: Parameters<typeof issueOffline>[2] = [], limits = LIMITS) =>
  issueOffline(acting, fine, accepted, { files: [], limits });

/** A correction of the fine. */
const made = (changes: object = {}, time = "12:05") => ({
  fineId: "fine-1",
  eventId: "event-1",
  changes: { amount: 500, made_at: at(time), ...changes },
});

const kept = () => device.rows.map(({ kind, id, needs }) => [kind, id, needs]);

/** The attendant of the phone, and whether the login is open. */
const login = { isOpen: true };
const acting = actingAttendant("vakt01", login);
beforeEach(() => {
  Object.assign(device, { rows: [], files: [], sites: new Map([[OWNER, site()]]), full: new Set() });
  login.isOpen = true;
});
afterEach(() => {
  forgetSite();
});

describe("a correction on the phone", () => {
  const known = {
    id: "fine-1",
    plate: "abc-123",
    amount: 700,
    street: "Kajen 4",
    issued_at: ISSUED,
    observed_from: ISSUED,
    observed_reason: "Sågs tidigare",
    accepted_warnings: [],
  } as unknown as StoredFine;
  test("waits behind its fine under the event's own ID, says that it was made without a network, and returns the changed fine", async () => {
    expect(await correctOffline(acting, known, made())).toMatchObject({
      outcome: "stored",
      fine: { id: "fine-1", amount: 500, street: "Kajen 4" },
    });
    expect(device.rows).toEqual([
      {
        owner: OWNER,
        kind: "correction",
        id: "event-1",
        needs: "fine-1",
        payload: { ...made(), changes: { ...made().changes, was_offline: true } },
      },
    ]);
  });

  test.each([
    ["after ten minutes", made({}, "12:11")],
    ["upwards", made({ amount: 701 })],
  ])("%s is refused before anything is kept", async (_what, correction) => {
    await expect(correctOffline(acting, known, correction)).rejects.toBeInstanceOf(SubmitError);
    expect(device.rows).toEqual([]);
  });

  test("is judged by the check that the device knows of its plate, in any spelling", async () => {
    device.sites.set(OWNER, site({ checks: [["ABC123", at("11:50")]] }));
    const earlier = made({ observed_from: at("11:40"), observed_reason: null });
    await expect(correctOffline(acting, known, earlier)).rejects.toMatchObject({
      fields: { observedReason: expect.any(String) },
    });
    expect(device.rows).toEqual([]);
    // The correction names no earlier time, so the fine has the time of the check.
    const corrected = await correctOffline(acting, known, made({ observed_from: null, observed_reason: null }));
    expect(corrected).toMatchObject({ fine: { observed_from: at("11:50") } });
  });

  test("does not count as stored on a device without room", async () => {
    device.full.add("correction");
    await expect(correctOffline(acting, known, made())).rejects.toBeInstanceOf(DeviceFull);
  });

  test("fails when no owner is known", async () => {
    login.isOpen = false;
    expect(await correctOffline(acting, known, made())).toBeUndefined();
    expect(device.rows).toEqual([]);
  });
});

describe("a fine issued on the phone", () => {
  const photos = [
    { id: "photo-1", path: "fine-1/photo-1.jpg" },
    { id: "photo-2", path: "fine-1/photo-2.jpg" },
  ] as unknown as NewFine["photos"];
  const files = photos.map(({ id }) => ({ id, file: new Blob([id]) }));

  test("waits, marked as made without a network, with its photos behind it", async () => {
    const answer = await issueOffline(acting, newFine({ photos }), [], { files, limits: LIMITS });
    expect(answer).toMatchObject({
      outcome: "stored",
      fine: { id: "fine-1", status: "issued", was_offline: true, last_event: "fine-1", left_ore: 70_000 },
    });
    expect(kept()).toEqual([
      ["fine", "fine-1", undefined],
      ["photo", "photo-1", "fine-1"],
      ["photo", "photo-2", "fine-1"],
    ]);
    expect(device.rows[0]?.payload).toMatchObject({ fine: { id: "fine-1", was_offline: true }, accepted: [] });
    expect(device.files).toEqual(["photo-1", "photo-2"]);
  });

  test("is stored even without room for its photos, and fails without room for itself", async () => {
    device.full.add("photo");
    expect(await issueOffline(acting, newFine({ photos }), [], { files, limits: LIMITS })).toMatchObject({
      outcome: "stored",
    });
    expect(kept()).toEqual([["fine", "fine-1", undefined]]);
    device.full.add("fine");
    await expect(issue(newFine({ id: "fine-2", plate: "XYZ 987" }))).rejects.toBeInstanceOf(DeviceFull);
  });

  test.each([
    ["without a case number", newFine({ case_number: "" })],
    ["above what the site allows", newFine({ amount: 1301 })],
    ["seen earlier than its check without a reason", newFine({ observed_from: at("11:00") })],
  ])("%s is refused, and nothing is kept", async (_what, fine) => {
    await expect(issue(fine)).rejects.toBeInstanceOf(SubmitError);
    expect(device.rows).toEqual([]);
  });

  test("with a warning waits for its reason: the second fine's car already has one", async () => {
    await issue();
    const second = newFine({ id: "fine-2", case_number: "00000008", issued_at: at("13:00") });
    const asked = await issue(second);
    expect(asked).toMatchObject({
      outcome: "warnings",
      warnings: [{ code: "fined-within-6-hours" }, { code: "fined-today" }],
    });
    expect(kept()).toEqual([["fine", "fine-1", undefined]]);
    const accepted = (["fined-within-6-hours", "fined-today"] as const).map((code) => ({
      code,
      reason: NEW_PARKING_REASON,
    }));
    expect(await issue(second, accepted)).toMatchObject({ outcome: "stored", fine: { accepted_warnings: accepted } });
    expect(kept().slice(1)).toEqual([["fine", "fine-2", undefined]]);
  });

  test("takes the parking that the device knows along", async () => {
    const parking: KeptSite["data"]["parkings"][number] = [
      "parking-1",
      "ABC123",
      at("09:00"),
      at("10:00"),
      at("08:59"),
      "Volvo",
      "Röd",
      "Kajen 4",
      null,
    ];
    device.sites.set(OWNER, site({ parkings: [parking] }));
    await issue(newFine({ parking_id: "parking-1" }));
    expect(device.rows[0]?.payload).toMatchObject({
      fine: {
        parking_snapshot: { id: "parking-1", ref_number: "ABC123", start_time: at("09:00"), end_time: at("10:00") },
      },
    });
  });

  test("is followed by notes: that the right was not known, with the reason, and how wrong the clock was", async () => {
    device.sites.set(OWNER, site({ cut_at: at("10:00") }, 20 * 60_000));
    expect(await issue()).toMatchObject({ outcome: "warnings", warnings: [{ code: RIGHT_UNKNOWN }] });
    await issue(newFine(), [{ code: RIGHT_UNKNOWN, reason: "Ingen biljett syns" }]);
    const [fine, ...notes] = device.rows;
    expect(fine?.kind).toBe("fine");
    expect(notes).toMatchObject([
      {
        kind: "note",
        needs: "fine-1",
        payload: { fineId: "fine-1", note: expect.stringContaining("Ingen biljett syns") },
      },
      { kind: "note", needs: "fine-1", payload: { fineId: "fine-1", note: expect.stringContaining("klocka gick") } },
    ]);
    for (const { id, payload } of notes) expect(payload).toMatchObject({ eventId: id });
    expect(new Set(notes.map(({ id }) => id)).size).toBe(2);
  });

  test("fails when no owner is known", async () => {
    login.isOpen = false;
    expect(await issue()).toBeUndefined();
    await keepPhotos(acting, "fine-1", photos, files);
    expect([device.rows, device.files]).toEqual([[], []]);
  });
});

describe("the waiting entries of a fine", () => {
  test("give the fine with its corrections in order and its delivery, and not another fine", async () => {
    await issue(newFine({ amount: 900 }));
    const stored = await waitingFine(acting, "fine-1");
    if (stored === undefined) throw new Error("Nothing waits.");
    for (const [amount, eventId] of [
      [800, "event-1"],
      [600, "event-2"],
    ] as const)
      // oxlint-disable-next-line no-await-in-loop -- the later one counts
      await correctOffline(acting, stored, { ...made({ amount }), eventId });
    await deliverOffline(acting, {
      fineId: "fine-1",
      eventId: "event-3",
      kind: "delivered",
      data: { delivery: "fixed" },
    });
    expect(await waitingFine(acting, "fine-1")).toMatchObject({
      issued_by: "vakt01",
      amount: 600,
      left_ore: 60_000,
      delivery: "fixed",
    });
    expect(kept().slice(1)).toEqual([
      ["correction", "event-1", "fine-1"],
      ["correction", "event-2", "fine-1"],
      ["delivery", "event-3", "fine-1"],
    ]);
    expect(await waitingFine(acting, "fine-2")).toBeUndefined();
    expect(await waitingFine(actingAttendant("vakt02"), "fine-1")).toBeUndefined();
  });

  /** An entry of the queue in the form that the first version with a queue stored. */
  const early = {
    id: "fine-1",
    project_id: "p1",
    kind: "report",
    plate: "ABC 123",
    case_number: "00000007",
    car_model: "Volvo",
    car_color: "Röd",
    street: "Kajen 4",
    discord_username: null,
    violation_id: null,
    violation_text: "Parkerat utan tillstånd",
    amount: 700,
    due_date: "2026-12-22",
    notes: "",
    issued_at: ISSUED,
    photos: [],
    was_offline: true,
  };
  const keepEarly = (more: object = {}) =>
    device.rows.push({
      owner: OWNER,
      id: "fine-1",
      kind: "fine",
      payload: { fine: { ...early, ...more }, accepted: [] },
    });

  test("of an older version give the fine with all that screens show today", async () => {
    keepEarly();
    const { project_id: _project, ...shown } = early;
    expect(await waitingFine(acting, "fine-1")).toEqual({
      ...shown,
      parking_id: null,
      parking_snapshot: null,
      public_key: "",
      violation_code: "",
      observed_from: ISSUED,
      observed_reason: null,
      issued_by: "vakt01",
      delivery: null,
      accepted_warnings: [],
      status: "issued",
      last_event: "fine-1",
      left_ore: 70_000,
    });
  });

  test("that are damaged are not shown as a fine, and stay", async () => {
    keepEarly({ amount: "mycket" });
    await expect(waitingFine(acting, "fine-1")).rejects.toThrow(/number/);
    expect(kept()).toEqual([["fine", "fine-1", undefined]]);
  });

  test("hold back a new change, except photos", async () => {
    expect(await isFineWaiting(acting, "fine-1")).toBe(false);
    await keepPhotos(acting, "fine-1", [{ id: "photo-1", path: "fine-1/photo-1.jpg" }], []);
    expect(await isFineWaiting(acting, "fine-1")).toBe(false);
    await deliverOffline(acting, {
      fineId: "fine-1",
      eventId: "event-3",
      kind: "delivered",
      data: { delivery: "fixed" },
    });
    expect(await isFineWaiting(acting, "fine-1")).toBe(true);
    expect(await isFineWaiting(acting, "fine-2")).toBe(false);
    await issue(newFine({ id: "fine-2", plate: "XYZ 987" }));
    expect(await isFineWaiting(acting, "fine-2")).toBe(true);
  });
});
