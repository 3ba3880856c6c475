// Checks and case numbers of a phone (document 4 §4), by the real client in both profiles.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { type Actor, type Json, fineOf, makeActor, said, SITE } from "#tests/support/rows/cases.ts";
import { caseOffice, inMinutes, MINUTE, newPlate } from "#tests/support/rows/case-office.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import type { TestServer } from "#tests/support/server/server.ts";

describe.each(SECURITY_PROFILES)("the profile %s", (profile) => {
  const { opened, parkingOf } = caseOffice(profile);
  let server: TestServer;
  let attendant: Actor;
  let colleague: Actor;
  let admin: Actor;
  beforeAll(() => {
    ({ server, attendant, colleague, admin } = opened());
  });

  describe("a check", () => {
    // Spec 4 §4: check_plate(project, plate, check_id,
    // Spec 4 §4: The lists are
    test.each<[string, [number, number][], string]>([
      ["a parking that runs", [[-60, 60]], "valid"],
      ["one that ended a minute ago", [[-60, -1]], "grace"],
      ["one that ended ten minutes ago", [[-60, -10]], "expired"],
      ["one that ended 25 hours ago", [[-1600, -1500]], "none"],
      ["none", [], "none"],
      [
        "a parking that runs, and one that ended",
        [
          [-300, -200],
          [-10, 20],
        ],
        "valid",
      ],
    ])("of %s", async (_what, parkings, outcome) => {
      const plate = newPlate();
      for (const [from, to] of parkings) await parkingOf(plate, from, to);
      expect(await attendant.check(plate.toLowerCase())).toMatchObject({ outcome });
    });

    // Spec 4 §4: check_plate(project, plate, check_id,
    // Spec 4 §4: The lists are
    test("parkings back to back count as one, and it says until when and when it was registered", async () => {
      const plate = newPlate();
      const middle = inMinutes(30);
      await parkingOf(plate, -60, 0, { end_time: middle });
      await parkingOf(plate, 0, 90, { start_time: middle, created_at: inMinutes(-5) });
      const answer = await attendant.check(plate);
      expect(answer["outcome"]).toBe("valid");
      expect(Date.parse(String(answer["until"])) - Date.now()).toBeGreaterThan(89 * MINUTE);
      expect(answer["parking"]).toMatchObject({ ref_number: plate, street: "Åkergränd 1" });
    });

    test("a permit holds until it ends or is ended", async () => {
      const plate = newPlate();
      const id = await insertRow(server.sql, "permits", { plate, attendant_note: "Hantverkare", note: "Hemligt" });
      const answer = await attendant.check(plate);
      expect(answer).toMatchObject({ outcome: "permit", until: null, permit: { attendant_note: "Hantverkare" } });
      expect(JSON.stringify(answer)).not.toMatch(/Hemligt|Åsa Berg/);
      expect(JSON.stringify(await admin.check(plate))).toMatch(/Hemligt.*|Åsa Berg/);
      // By the clock of the database, whatever the device's says.
      const end = { ended_at: inMinutes(60), ended_by: "admin01" };
      expect((await admin.client.from("permits").update(end).eq("id", id)).error).toBeNull();
      expect((await attendant.check(plate)).outcome).toBe("none");
      // And once: a later end would put it in force again.
      const [ended] = await server.sql`select ended_at from permits where id = ${id}`;
      for (const again of [{ ended_at: inMinutes(60) }, { ended_at: null }])
        await admin.client.from("permits").update(again).eq("id", id);
      expect((await server.sql`select ended_at from permits where id = ${id}`)[0]).toEqual(ended);
    });

    // Spec 4 §4: check_plate(project, plate, check_id,
    // Spec 4 §4: The lists are
    test("finds plates that look alike among those that run", async () => {
      const plate = `OB${randomUUID().slice(0, 4).toUpperCase()}`;
      await parkingOf(`0${plate.slice(1)}`, -60, 60);
      await parkingOf(`BO${plate.slice(2)}`, -60, 60);
      await parkingOf(`O8${plate.slice(2)}`, -60, -30);
      const { similar, outcome } = await attendant.check(plate);
      expect(outcome).toBe("none");
      expect(new Set((similar as Json[]).map((each) => each["plate"]))).toEqual(
        new Set([`0${plate.slice(1)}`, `BO${plate.slice(2)}`]),
      );
    });

    // Spec 4 §4: similar: running parkings
    // Spec 4 §4: A right of
    test("names a right that somebody removed within the day, with who and when", async () => {
      const plate = newPlate();
      const keys = new Map<string, string>();
      for (const [name, from, to] of [
        ["over", -60, -30],
        ["running", -20, 60],
      ] as const)
        keys.set(name, await parkingOf(plate, from, to));
      for (const id of keys.values()) {
        const gone = await attendant.client.from("parkings").delete().eq("id", id).select("id");
        expect(gone.data).toHaveLength(1);
      }
      const { similar, outcome } = await attendant.check(plate.toLowerCase());
      expect(outcome).toBe("none");
      // In `specified` only the row of `parking_deletion_logs` names the person who removed a parking, and this removal has none.
      const by = profile === "hardened" ? "vakt01" : "okänd";
      expect(similar).toMatchObject([{ parking_id: keys.get("running"), plate, removed_by: by }]);
      const [{ removed_at: at, until } = {}] = similar as Json[];
      expect(Date.parse(String(at))).toBeLessThanOrEqual(Date.now() + MINUTE);
      expect(Date.parse(String(until))).toBeGreaterThan(Date.now());
      await server.sql`update parking_deletion_logs set deleted_at = now() - interval '25 hours' where parking_id = ${keys.get("running") ?? ""}`;
      expect((await attendant.check(plate))["similar"]).toEqual([]);
    });

    // Spec rules §4: A fine whose
    test("that was fined though its plate looked like one that ran stands in the office's list, until it is withdrawn and refunded", async () => {
      const plate = newPlate();
      await parkingOf(`SE ${plate.toLowerCase()}`, -60, 60);
      await parkingOf(newPlate(), -60, 60);
      const accepted = [{ code: "similar-plate", reason: "Läst två gånger" }];
      const fine = fineOf(await attendant.issue({ plate }, accepted));
      const other = fineOf(await attendant.issue());
      const listed = async () => {
        const { rows, next } = await admin.call("list_similar_fines", { project: SITE, acting_as: undefined });
        expect(next).toBeNull();
        return (rows as Json[]).filter(({ id }) => id === fine.id || id === other.id);
      };
      expect(await listed()).toMatchObject([
        { id: fine.id, case_number: fine["case_number"], plate, similar: [{ plate: `SE ${plate.toLowerCase()}` }] },
      ]);
      const money = { amount_ore: 70_000, value_date: "2026-11-02", method: "other" };
      for (const [kind, data] of [
        ["payment", money],
        ["withdrawn", { ground: "giltig rätt" }],
      ] as const)
        expect(said(await admin.record(fine, kind, { data }))).toBe("recorded");
      expect(await listed()).toMatchObject([{ id: fine.id, status: "withdrawn", left_ore: -70_000 }]);
      expect(said(await admin.record(fine, "refunded", { data: money }))).toBe("recorded");
      expect(await listed()).toEqual([]);
    });

    // Spec 4 §3: Columns beyond id
    // Spec 4 §3: plate_checks: plate, plate_key,
    // Spec 4 §4: One action is
    test("is recorded once however often it is sent, and by nobody else with its id", async () => {
      const [plate, id] = [newPlate(), randomUUID()];
      await attendant.check(plate, id);
      expect((await attendant.check(plate, id)).outcome).toBe("none");
      expect(said(await attendant.check(newPlate(), id))).toBe("PK010 check_id");
      expect(said(await colleague.check(plate, id))).toBe("PK010 check_id");
      expect(await server.sql`select checked_by, outcome from plate_checks where id = ${id}`).toEqual([
        { checked_by: "vakt01", outcome: "none" },
      ]);
      expect(said(await attendant.check(" - "))).toBe("PK008 plate");
    });

    // Spec 4 §3: Columns beyond id
    // Spec 4 §3: plate_checks: plate, plate_key,
    // Spec 4 §4: One action is
    test("of fifty that come with one id at once all are answered alike, and one is recorded", async () => {
      const [plate, id] = [newPlate(), randomUUID()];
      const answers = await Promise.all(Array.from({ length: 50 }, () => attendant.check(plate, id)));
      expect(answers.map(said)).toEqual(Array.from({ length: 50 }, () => "none"));
      expect(await server.sql`select id from plate_checks where plate = ${plate}`).toEqual([{ id }]);
    });

    // Spec 4 §4: similar: running parkings
    // Spec 4 §4: A right of
    test("tells attendants 90 days without names and amounts, and admins all", async () => {
      const plate = newPlate();
      await parkingOf(plate, -60, -30, { discord_username: "elin" });
      await attendant.check(plate);
      const fine = fineOf(await attendant.issue({ plate }));
      await insertRow(server.sql, "fines", { plate, street: "Gamla gatan", issued_at: inMinutes(-100 * 24 * 60) });
      const told = await colleague.check(plate);
      expect((told["fines"] as Json[]).map((each) => each["id"])).toEqual([fine.id]);
      expect(told["checks"]).toHaveLength(1);
      expect(JSON.stringify(told)).not.toMatch(/elin|amount|vakt01|issued_by/);
      const all = await admin.check(plate);
      expect(all["fines"]).toHaveLength(2);
      expect(JSON.stringify(all)).toMatch(/elin/);
    });
  });

  describe("case numbers", () => {
    // Spec 1 §9: Fine: default amount
    // Spec 4 §4: reserve_case_numbers(project, request_id, count
    // Spec 4 §3: case_numbers: every number
    test("have a check digit, are new, and are the same when the call is repeated", async () => {
      const person = await makeActor(server, profile, { kind: "attendant", userId: "nummer01" });
      const request = randomUUID();
      const reserve = (count: number, request_id = randomUUID()) =>
        person.call("reserve_case_numbers", { project: SITE, request_id, count });
      const first = await reserve(20, request);
      const numbers = first["numbers"] as string[];
      expect(new Set(numbers).size).toBe(20);
      for (const number of numbers) expect(luhn(number)).toBe(0);
      // Programs for tables drop a 0 that a number begins with.
      expect(numbers.filter((number) => number.startsWith("0"))).toEqual([]);
      expect(await reserve(20, request)).toEqual({ ...first, numbers: numbers.toSorted() });
      expect(said(await reserve(51))).toBe("PK008 count");
      await reserve(50);
      expect(said(await reserve(31))).toBe("PK009 count");
      const fine = fineOf(await person.issue({ case_number: numbers[0] }));
      expect(fine["case_number"]).toBe(numbers[0]);
      expect(said(await person.issue({ case_number: numbers[0] }))).toBe("PK003 case_number");
      expect(said(await colleague.issue({ case_number: numbers[1] }))).toBe("PK003 case_number");
      expect((await reserve(31)).outcome).toBe("reserved");
    });

    // Spec rules §4: Numbers that lie
    test("that lie unused for days on a lost device count no more, and are still the person's", async () => {
      const person = await makeActor(server, profile, { kind: "attendant", userId: "nummer03" });
      const reserve = () => person.call("reserve_case_numbers", { project: SITE, request_id: randomUUID(), count: 50 });
      const [lost] = (await reserve())["numbers"] as string[];
      await reserve();
      expect(said(await reserve())).toBe("PK009 count");
      await server.sql`update private.case_numbers set created_at = now() - interval '25 hours' where reserved_by = ${person.id}`;
      // A phone that tells of its numbers is alive, and they count.
      expect(await person.call("hold_case_numbers", { project: SITE, numbers: [lost, "12345678"] })).toEqual({
        outcome: "held",
        void: [],
      });
      expect((await reserve()).outcome).toBe("reserved");
      expect(said(await reserve())).toBe("PK009 count");
      expect(fineOf(await person.issue({ case_number: lost }))["case_number"]).toBe(lost);
    });

    // Spec rules §4: Numbers of devices
    test("that an admin voids count no more and are thrown away; a fine without a network that bears one is stored all the same", async () => {
      const person = await makeActor(server, profile, { kind: "attendant", userId: "nummer04" });
      const reserve = (request_id = randomUUID()) =>
        person.call("reserve_case_numbers", { project: SITE, request_id, count: 50 });
      const numbers = (await reserve())["numbers"] as string[];
      await reserve();
      expect(said(await reserve())).toBe("PK009 count");
      const holder = async () =>
        ((await admin.call("list_unused_numbers", { project: SITE, acting_as: undefined }))["people"] as Json[]).find(
          ({ user_id }) => user_id === person.id,
        );
      expect(await holder()).toMatchObject({ unused: 100, held: 100 });
      const voided = { project: SITE, person: person.id.toUpperCase() };
      expect(said(await colleague.call("void_case_numbers", voided))).toMatch(/^42501/);
      expect(await admin.call("void_case_numbers", voided)).toEqual({ outcome: "voided", count: 100 });
      // The same press again.
      expect(await admin.call("void_case_numbers", voided)).toEqual({ outcome: "voided", count: 0 });
      const told = await server.sql<{ project_id: string; after: { user_id: string; case_number: string[] } }[]>`
        select project_id, after from audit_trail where subject = 'case_numbers' and after ->> 'user_id' = ${person.id}`;
      expect(told).toMatchObject([{ project_id: SITE, after: { case_number: expect.arrayContaining(numbers) } }]);
      expect(told[0]?.after.case_number).toHaveLength(100);
      expect(await holder()).toBeUndefined();
      const [queued, other] = numbers.toSorted();
      const held = await person.call("hold_case_numbers", { project: SITE, numbers: [other, queued] });
      expect(held["void"]).toEqual([queued, other]);
      expect((await colleague.call("hold_case_numbers", { project: SITE, numbers: [other] }))["void"]).toEqual([]);
      expect((await reserve()).outcome).toBe("reserved");
      const offline = { was_offline: true, issued_at: inMinutes(-60), case_number: queued };
      expect(fineOf(await person.issue(offline))).toMatchObject({ case_number: queued, review_reasons: [] });
    });

    // Spec 4 §4: reserve_case_numbers(project, request_id, count
    // Spec 4 §3: case_numbers: every number
    test("at the same moment nobody gets more than a hundred", async () => {
      const person = await makeActor(server, profile, { kind: "attendant", userId: "nummer02" });
      const answers = await Promise.all(
        Array.from({ length: 50 }, () =>
          person.call("reserve_case_numbers", { project: SITE, request_id: randomUUID(), count: 10 }),
        ),
      );
      expect(answers.filter(({ outcome }) => outcome === "reserved")).toHaveLength(10);
      expect(answers.filter((answer) => said(answer) === "PK009 count")).toHaveLength(40);
    });
  });
});

/** The sum by Luhn, 0 for a number with its check digit. */
function luhn(number: string): number {
  const doubled = Array.from(number)
    .toReversed()
    .map((digit, at) => Number(digit) * (1 + (at % 2)));
  return doubled.reduce((sum, value) => sum + Math.floor(value / 10) + (value % 10), 0) % 10;
}
