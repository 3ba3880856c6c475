// Issuing and correcting fines (document 4 §4), by the real client in both profiles.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { NEW_PARKING_REASON } from "#contract/cases.ts";
import { SECURITY_PROFILES } from "#contract/states.ts";
import {
  type Actor,
  type Json,
  fineOf,
  makeActor,
  newFine,
  newPhoto,
  OTHER_SITE,
  said,
  SITE,
  warned,
} from "#tests/support/rows/cases.ts";
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

  /** Removes a parking as an attendant's screen does: its log first. */
  async function removeParking(id: string, plate: string) {
    const log = { parking_id: id, project_id: SITE, deleted_by: "vakt01", ref_number: plate };
    expect((await attendant.client.from("parking_deletion_logs").insert(log)).error).toBeNull();
    expect((await attendant.client.from("parkings").delete().eq("id", id)).error).toBeNull();
  }
  const set = (settings: Json) =>
    server.sql`update site_settings set ${server.sql(settings)} where project_id = ${SITE}`;

  describe("a new site", () => {
    // Spec 4 §3: site_settings (one row
    // Spec 4 §3: violations: code, …
    test("has settings and the four violations at 700 kr, and asks for a photo", async () => {
      await server.sql`insert into main_page_sites (name, path, description) values ('Ny', 'ny-plats', 'Ny plats.')`;
      const [settings] = await server.sql`
        select due_days, grace_minutes, max_amount, min_photos from site_settings where project_id = 'ny-plats'`;
      expect(settings).toEqual({ due_days: 14, grace_minutes: 5, max_amount: null, min_photos: 1 });
      const violations =
        await server.sql`select text, amount from violations where project_id = ${SITE} order by sort_order`;
      expect(violations.map(({ text, amount }) => `${String(text)} ${String(amount)}`)).toEqual([
        "Stannat eller parkerat där det är förbjudet att stanna 700",
        "Parkerat längre än tillåten tid 700",
        "Parkerat på plats för rörelsehindrade utan tillstånd 700",
        "Parkerat på laddplats utan att ladda 700",
      ]);
    });
  });

  describe("a fine", () => {
    // Spec 4 §4: issue_fine(fine, accepted, acting_as),
    // Spec 4 §4: It refuses (nothing
    // Spec 4 §4: It answers {outcome:
    // Spec 4 §4: Answers are JSON
    // Spec 4 §4: A refusal is
    test("is stored with its number, its photos and its first event, once", async () => {
      const fine = newFine();
      const photos = [newPhoto(String(fine["id"])), newPhoto(String(fine["id"]), { category: null })];
      const send = () => attendant.call("issue_fine", { fine: { ...fine, photos }, accepted: [] });
      const stored = fineOf(await send());
      expect(stored).toMatchObject({
        status: "issued",
        issued_by: "vakt01",
        amount: 700,
        paid_ore: 0,
        left_ore: 70_000,
        last_event: fine["id"],
      });
      expect(stored["photos"]).toHaveLength(2);
      expect(String(stored["public_key"])).toMatch(/^[\w-]{22}$/);
      expect(fineOf(await send())).toEqual(stored);
      expect(said(await attendant.issue({ id: fine["id"] }))).toBe("PK010 id");
      const events =
        await server.sql`select kind, by_id, by_kind, status_after from fine_events where fine_id = ${stored.id}`;
      expect(events).toEqual([{ kind: "issued", by_id: "vakt01", by_kind: "attendant", status_after: "issued" }]);
    });

    test("keeps the parking as it stood, the violation's words, and the first check of the day", async () => {
      const plate = newPlate();
      const parking = await parkingOf(plate, -60, -30);
      await attendant.check(plate);
      const [violation] = await server.sql<
        { id: string }[]
      >`select id from violations where project_id = ${SITE} and code = '02'`;
      const { id: _id, violation_text: _text, amount: _amount, ...given } = newFine({ plate });
      const sent = { ...given, id: randomUUID(), parking_id: parking, violation_id: violation?.id };
      const fine = fineOf(await attendant.call("issue_fine", { fine: sent, accepted: [] }));
      expect(fine).toMatchObject({
        kind: "ticket",
        violation_code: "02",
        violation_text: "Parkerat längre än tillåten tid",
        amount: 700,
      });
      expect(fine["parking_snapshot"]).toMatchObject({ id: parking, ref_number: plate });
      const [check] = await server.sql<
        { checked_at: Date }[]
      >`select checked_at from plate_checks where plate = ${plate}`;
      expect(Date.parse(String(fine["observed_from"]))).toBe(check?.checked_at.getTime());
    });

    // Spec 4 §3: fines: kind (ticket
    test("keeps what was changed in the parking between its registration and the fine", async () => {
      const plate = newPlate();
      const parking = await parkingOf(plate, -60, -30);
      const change = async (changes: Json) =>
        server.sql`update parkings set ${server.sql(changes)} where id = ${parking}`;
      const [before] = await server.sql<{ start_time: Date; end_time: Date }[]>`
        select start_time, end_time from parkings where id = ${parking}`;
      await change({ end_time: inMinutes(-20) });
      // Fields that no objection is about.
      await change({ car_color: "Blå" });
      await change({ street: "Kajen 3", start_time: inMinutes(-50) });
      const fine = fineOf(await attendant.issue({ plate, parking_id: parking }));
      const { changes } = fine["parking_snapshot"] as { changes: { at: string; before: Json }[] };
      expect(changes.map(({ before: was }) => Object.keys(was).toSorted())).toEqual([
        ["end_time"],
        ["start_time", "street"],
      ]);
      expect(Date.parse(String(changes[0]?.before["end_time"]))).toBe(before?.end_time.getTime());
      expect(Date.parse(String(changes[1]?.before["start_time"]))).toBe(before?.start_time.getTime());
      expect(Date.parse(changes[1]?.at ?? "")).toBeGreaterThan(Date.parse(changes[0]?.at ?? ""));
      // A parking after the fine is no part of it.
      await change({ end_time: inMinutes(90) });
      const [stored] = await server.sql`select parking_snapshot from fines where id = ${fine.id}`;
      expect(stored?.["parking_snapshot"]).toEqual(fine["parking_snapshot"]);
    });

    // Spec 4 §4: issue_fine(fine, accepted, acting_as),
    // Spec 4 §4: It refuses (nothing
    // Spec 4 §4: It answers {outcome:
    // Spec 4 §4: Answers are JSON
    // Spec 4 §4: A refusal is
    test.each<[string, Json, string]>([
      ["an amount of 0", { amount: 0 }, "PK001 amount"],
      ["an amount below 0", { amount: -1 }, "PK001 amount"],
      ["an amount above document 1's maximum", { amount: 50_001 }, "PK001 amount"],
      ["a due date in the past", { due_date: "2020-01-01" }, "PK002 due_date"],
      ["a number of nobody", { case_number: "12345678" }, "PK003 case_number"],
      ["no plate", { plate: " . " }, "PK008 plate"],
      ["no violation", { violation_text: " " }, "PK008 violation_text"],
      ["another site's violation", { violation_id: randomUUID() }, "PK008 violation_id"],
      ["nine photos", { photos: Array.from({ length: 9 }, () => newPhoto(randomUUID())) }, "PK008 photos"],
      ["an earlier observation without a reason", { observed_from: inMinutes(-30) }, "PK008 observed_reason"],
    ])("with %s is refused", async (_what, changes, refusal) => {
      const id = randomUUID();
      expect(said(await attendant.issue({ id, ...changes }))).toBe(refusal);
      expect(await server.sql`select from fines where id = ${id}`).toHaveLength(0);
    });

    test("is refused above the site's and the violation's maximum, in words", async () => {
      await set({ max_amount: 1300 });
      const over = await attendant.issue({ amount: 1301 });
      expect(over.refused?.message).toBe("Beloppet kan inte överstiga 1 300 kr");
      const violation_id = await insertRow(server.sql, "violations", {
        project_id: SITE,
        amount: 500,
        max_amount: 600,
      });
      expect(said(await attendant.issue({ violation_id, amount: 601 }))).toBe("PK001 amount");
      expect((await attendant.issue({ violation_id, amount: 600 })).outcome).toBe("stored");
      await set({ max_amount: null });
    });

    // Spec 4 §4: issue_fine(fine, accepted, acting_as),
    // Spec 4 §4: It refuses (nothing
    // Spec 4 §4: It answers {outcome:
    // Spec 4 §4: Answers are JSON
    // Spec 4 §4: A refusal is
    test.each<[string, (plate: string) => Promise<unknown>, Json, string]>([
      ["a parking", (plate) => parkingOf(plate, -10, 60), {}, "valid-parking"],
      ["a permit", (plate) => insertRow(server.sql, "permits", { plate }), {}, "valid-permit"],
      ["a parking that just ended", (plate) => parkingOf(plate, -60, -1), {}, "in-grace"],
      ["a plate that looks alike", (plate) => parkingOf(`X${plate.slice(1)}`, -60, 60), {}, "similar-plate"],
      ["a high amount", () => Promise.resolve(), { amount: 1301 }, "above-legal-maximum"],
      ["no place", () => Promise.resolve(), { street: " \n" }, "no-place"],
    ])("with %s warns until a reason is given", async (_what, prepare, changes, code) => {
      const plate = newPlate();
      await prepare(plate);
      const fine = newFine({ plate, ...changes });
      const send = (accepted: Json[]) => attendant.call("issue_fine", { fine, accepted });
      const answer = await send([]);
      expect([answer.outcome, warned(answer)]).toEqual(["warnings", [code]]);
      expect(warned(await send([{ code, reason: "ja!" }]))).toEqual([code]);
      expect(await server.sql`select from fines where plate = ${plate}`).toHaveLength(0);
      const reason = "Föraren medgav det";
      expect(fineOf(await send([{ code, reason }]))["accepted_warnings"]).toEqual([{ code, reason }]);
    });

    test("where no right is an excuse a parking warns of nothing", async () => {
      const plate = newPlate();
      await parkingOf(plate, -10, 60);
      const [violation] = await server.sql<
        { id: string }[]
      >`select id from violations where project_id = ${SITE} and code = '03'`;
      expect((await attendant.issue({ plate, violation_id: violation?.id })).outcome).toBe("stored");
    });

    // Spec 4 §4: issue_fine(fine, accepted, acting_as),
    // Spec 4 §4: It refuses (nothing
    // Spec 4 §4: It answers {outcome:
    // Spec 4 §4: Answers are JSON
    // Spec 4 §4: A refusal is
    test("a right that somebody removed within the day warns like one that holds, and the case keeps who and when", async () => {
      const plate = newPlate();
      const parking = await parkingOf(plate, -60, 60);
      await removeParking(parking, plate);
      const fine = newFine({ plate: plate.toLowerCase(), parking_id: parking });
      const send = (accepted: Json[], more: Json = {}) =>
        colleague.call("issue_fine", { fine: { ...fine, ...more }, accepted });
      const answer = await send([]);
      expect(answer).toMatchObject({ outcome: "warnings", warnings: [{ code: "removed-parking", by: "vakt01" }] });
      const [{ at } = {}] = answer["warnings"] as Json[];
      expect(Date.now() - Date.parse(String(at))).toBeLessThan(MINUTE);
      const [violation] = await server.sql<
        { id: string }[]
      >`select id from violations where project_id = ${SITE} and code = '03'`;
      expect((await send([], { id: randomUUID(), violation_id: violation?.id, street: "Annan gata" })).outcome).toBe(
        "stored",
      );
      const stored = fineOf(await send([{ code: "removed-parking", reason: "Fel bil togs bort" }]));
      expect(stored["accepted_warnings"]).toEqual([
        { code: "removed-parking", reason: "Fel bil togs bort", at, by: "vakt01" },
      ]);
      expect(stored["parking_snapshot"]).toMatchObject({ id: parking, ref_number: plate, removed_by: "vakt01" });
      const { start_time: start } = stored["parking_snapshot"] as Json;
      expect(Date.now() - Date.parse(String(start))).toBeGreaterThan(59 * MINUTE);
    });

    test("a parking that was over when it was removed, or removed two days ago, warns of nothing", async () => {
      const [over, old] = [newPlate(), newPlate()];
      await removeParking(await parkingOf(over, -60, -30), over);
      expect((await attendant.issue({ plate: over })).outcome).toBe("stored");
      await removeParking(await parkingOf(old, -60, 60), old);
      await server.sql`update parking_deletion_logs set deleted_at = now() - interval '25 hours' where ref_number = ${old}`;
      expect((await attendant.issue({ plate: old })).outcome).toBe("stored");
    });

    test("issued without a network while a parking ran that somebody removed since says so at Att granska", async () => {
      const plate = newPlate();
      await removeParking(await parkingOf(plate, -60, 60), plate);
      const offline = { plate, was_offline: true, issued_at: inMinutes(-30) };
      expect(fineOf(await colleague.issue(offline))["review_reasons"]).toMatchObject([
        { code: "removed-parking", by: "vakt01" },
      ]);
    });

    // Spec 4 §4: issue_fine(fine, accepted, acting_as),
    // Spec 4 §4: It refuses (nothing
    // Spec 4 §4: It answers {outcome:
    // Spec 4 §4: Answers are JSON
    // Spec 4 §4: A refusal is
    test("names what its notice lacks: refused in hardened but not without a network, issued in specified", async () => {
      const bare = "kal-plats";
      await server.sql`insert into main_page_sites (name, path, description) values ('Kal', ${bare}, 'Kal plats.')`;
      await server.sql`update site_settings set min_photos = 0 where project_id = ${bare}`;
      const person = await makeActor(server, profile, { kind: "attendant", userId: "kal01", project: bare });
      const gaps = (address?: string) =>
        person.call("notice_gaps", { acting_as: undefined, project: bare, ...(address !== undefined && { address }) });
      const all = ["issuer", "payment", "contact", "address"];
      expect(await gaps()).toEqual(all);
      for (const own of [
        "http://127.0.0.1:3000",
        "http://localhost",
        "https://[::1]:8",
        "http://0.0.0.0:80",
        "file:///x",
        "",
      ])
        expect(await gaps(own)).toEqual(all);
      expect(await gaps("https://parkering.example")).toEqual(all.slice(0, 3));
      const issue = (more: Json = {}) => person.issue({ notice_address: "http://127.0.0.1:3000", ...more });
      const words =
        "Här kan ingen bot utfärdas än. På avin saknas: utfärdare, betalsätt, kontaktuppgift, webbadress (PUBLIC_URL). En administratör fyller i det under Inställningar.";
      const answer = await issue();
      expect([said(answer), answer.refused?.message]).toEqual(
        profile === "specified" ? ["stored", undefined] : ["PK018 notice", words],
      );
      const offline = fineOf(await issue({ was_offline: true, issued_at: inMinutes(-30) }));
      expect(offline["review_reasons"]).toEqual(
        profile === "specified" ? [] : [{ code: "PK018", field: "notice", words }],
      );
      expect(offline["needs_review"]).toBe(true);
      await server.sql`
        update site_settings set issuer_name = 'Kal AB', contact_phone = '040-1',
          payment_methods = '[{"kind": "bankgiro", "value": "5555-5555"}]' where project_id = ${bare}`;
      expect(await gaps()).toEqual(["address"]);
      await server.sql`update private.settings set public_url = 'https://parkering.example'`;
      expect([await gaps(), (await issue()).outcome]).toEqual([[], "stored"]);
      await server.sql`update private.settings set public_url = null`;
      if (profile !== "hardened") return;
      // An attendant of another site is told nothing, and visitors may not ask.
      expect((await attendant.client.rpc("notice_gaps", { project: bare })).data).toEqual([]);
      expect((await server.client().rpc("notice_gaps", { project: bare })).error?.code).toBe("42501");
    });

    test("warns of too few photos and too short an observation", async () => {
      await set({ min_photos: 2, observation_minutes: 10 });
      expect(warned(await attendant.issue())).toEqual(["observed-too-short", "few-photos"]);
      await set({ min_photos: 0, observation_minutes: 0 });
    });

    // Spec 4 §4: It answers {outcome:
    test("a second one at a place warns, which a new parking alone lifts", async () => {
      const plate = newPlate();
      await attendant.issue({ plate });
      const codes = ["fined-within-6-hours", "fined-today"];
      const accept = (reason: string) => codes.map((code) => ({ code, reason }));
      expect(warned(await colleague.issue({ plate: plate.toLowerCase(), street: "åkergränd  1" }))).toEqual(codes);
      expect(warned(await colleague.issue({ plate }, accept("Föraren medgav det")))).toEqual(codes);
      expect((await colleague.issue({ plate, street: "Annan gata 2" })).outcome).toBe("stored");
      expect((await colleague.issue({ plate }, accept(NEW_PARKING_REASON))).outcome).toBe("stored");
    });

    // Spec 4 §4: It answers {outcome:
    test("a withdrawn one does not count, and a sixth warns", async () => {
      const plate = newPlate();
      const fine = fineOf(await attendant.issue({ plate }));
      const withdrawn = await admin.record(fine, "withdrawn", { data: { ground: "felskrivet" } });
      expect(withdrawn).toMatchObject({ outcome: "recorded", status: "withdrawn", left_ore: 0 });
      for (const days of [2, 3, 4, 5, 6])
        await insertRow(server.sql, "fines", {
          plate,
          issued_at: inMinutes(-days * 24 * 60),
          received_at: inMinutes(-days * 24 * 60),
        });
      expect(warned(await attendant.issue({ plate }))).toEqual(["fined-five-times"]);
    });

    // Spec 4 §4: One plate at
    test("of fifty at the same moment one wins, and the others are told", async () => {
      const plate = newPlate();
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? attendant : colleague).issue({ plate })),
      );
      expect(answers.filter(({ outcome }) => outcome === "stored")).toHaveLength(1);
      expect(answers.filter(({ outcome }) => outcome === "warnings")).toHaveLength(49);
      expect(await server.sql`select from fines where plate = ${plate}`).toHaveLength(1);
      const fine = newFine();
      const same = await Promise.all(
        Array.from({ length: 50 }, () => attendant.call("issue_fine", { fine, accepted: [] })),
      );
      expect(new Set(same.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(fineOf(same[0] ?? {})["id"]).toBe(fine["id"]);
    });

    // Spec 4 §4: A fine issued
    // Spec 4 §4: A removed attendant's
    test("that was issued without a network is never refused, and waits to be looked at", async () => {
      const plate = newPlate();
      await parkingOf(plate, -300, 60);
      const offline = { plate, was_offline: true, issued_at: inMinutes(-120), amount: 60_000, case_number: "12345678" };
      const fine = fineOf(await attendant.issue(offline));
      expect(fine).toMatchObject({ was_offline: true, needs_review: true, amount: 60_000 });
      expect(fine["case_number"]).not.toBe("12345678");
      expect((fine["review_reasons"] as Json[]).map((each) => each["code"])).toEqual([
        "PK001",
        "valid-parking",
        "above-legal-maximum",
        "PK003",
      ]);
    });

    // Spec 4 §4: A fine issued
    // Spec 4 §4: A removed attendant's
    // Spec 3 §6: Document 4 §4
    // Spec 3 §6: Short outages filled
    test("of less than a minute without a network is looked at from the fourth within an hour on, or where it would have been warned about", async () => {
      const person = await makeActor(server, profile, { kind: "attendant", userId: "nyss-utan" });
      const issued = async (over: Json = {}, accepted: Json[] = []) => {
        const { review_reasons: reasons, needs_review } = fineOf(
          await person.issue({ was_offline: true, ...over }, accepted),
        );
        return { codes: (reasons as Json[]).map(({ code }) => code), needs_review };
      };
      const plain = { codes: [], needs_review: false };
      expect(await issued()).toEqual(plain);
      const accepted = [{ code: "no-place", reason: "Mitt på torget" }];
      expect(await issued({ street: "" }, accepted)).toEqual({ codes: ["hardly-offline"], needs_review: true });
      expect(await issued()).toEqual(plain);
      expect(await issued()).toEqual({ codes: ["hardly-offline"], needs_review: true });
      await server.sql`update fines set issued_at = issued_at - interval '61 minutes', received_at = received_at - interval '61 minutes'
        where issued_by = ${person.id}`;
      expect(await issued()).toEqual(plain);
    });

    // Spec 4 §4: A fine issued
    // Spec 4 §4: A removed attendant's
    test("of a removed attendant is sent by an admin, with its number", async () => {
      const gone = await makeActor(server, profile, { kind: "attendant", userId: `borta-${profile}` });
      const reserved = await gone.call("reserve_case_numbers", { project: SITE, request_id: randomUUID(), count: 1 });
      const [case_number] = reserved["numbers"] as string[];
      await server.sql`delete from auth.users where id in (select account_id from staff_accounts where user_id = ${gone.id})`;
      const offline = { was_offline: true, issued_at: inMinutes(-60), case_number, issued_by: gone.id };
      const fine = fineOf(await admin.issue(offline));
      expect(fine).toMatchObject({ case_number, issued_by: gone.id, review_reasons: [], needs_review: true });
      expect(fineOf(await attendant.issue({ ...offline, case_number: undefined }))["issued_by"]).toBe("vakt01");
    });
  });

  describe("a fine that an admin sends for an attendant", () => {
    // Spec 4 §4: A fine issued
    // Spec 4 §4: A removed attendant's
    test("bears the name of somebody of the site, and else the admin's own", async () => {
      const offline = { was_offline: true, issued_at: inMinutes(-60) };
      if (profile === "specified") {
        await insertRow(server.sql, "project_attendants", { project_id: SITE, user_id: "listad01" });
      } else await makeActor(server, profile, { kind: "attendant", userId: "listad01" });
      expect(fineOf(await admin.issue({ ...offline, issued_by: "Listad01" }))).toMatchObject({
        issued_by: "Listad01",
        review_reasons: [],
      });

      const stranger = await makeActor(server, profile, {
        kind: "attendant",
        userId: `annanstans-${profile}`,
        project: OTHER_SITE,
      });
      const reserved = await stranger.call("reserve_case_numbers", {
        project: OTHER_SITE,
        request_id: randomUUID(),
        count: 1,
      });
      const [number] = reserved["numbers"] as string[];
      const fine = newFine({
        was_offline: true,
        issued_at: inMinutes(-60),
        issued_by: stranger.id,
        case_number: number,
      });
      const stored = fineOf(await admin.issue(fine));
      expect(stored).toMatchObject({ issued_by: admin.id, needs_review: true });
      expect((stored["review_reasons"] as Json[]).map(({ code }) => code)).toEqual(["unknown-issuer", "PK003"]);
      expect(stored["review_reasons"]).toContainEqual({ code: "unknown-issuer", reason: stranger.id });
      // Sent once more it is the same one.
      expect(fineOf(await admin.issue(fine))).toEqual(stored);
      expect(fineOf(await admin.issue({ ...offline, issued_by: "ingen-alls" }))["issued_by"]).toBe(admin.id);
    });
  });

  describe("a correction", () => {
    // Spec 4 §4: correct_fine(fine_id, event_id, …
    test("keeps the old values in its event, once", async () => {
      const fine = fineOf(await attendant.issue());
      const event = randomUUID();
      const corrected = fineOf(await attendant.correct(fine, { amount: 500, street: "Nygatan 2" }, event));
      expect(corrected).toMatchObject({ amount: 500, street: "Nygatan 2", last_event: event, plate: fine["plate"] });
      expect(fineOf(await attendant.correct(fine, { amount: 400 }, event))["amount"]).toBe(500);
      const [kept] = await server.sql`select kind, data from fine_events where id = ${event}`;
      expect(kept).toEqual({ kind: "corrected", data: { before: { amount: 700, street: "Åkergränd 1" } } });
    });

    // Spec 4 §4: correct_fine(fine_id, event_id, …
    test("of fifty at once with one id one is made; of fifty with their own each is made after the other", async () => {
      const fine = fineOf(await attendant.issue());
      const id = randomUUID();
      const events = () => server.sql<{ before: Json }[]>`
        select data -> 'before' as before from fine_events where fine_id = ${fine.id} and kind = 'corrected' order by number`;
      const same = await Promise.all(Array.from({ length: 50 }, () => attendant.correct(fine, { amount: 500 }, id)));
      expect(same.map((answer) => fineOf(answer)["amount"])).toEqual(Array.from({ length: 50 }, () => 500));
      expect(await events()).toEqual([{ before: { amount: 700 } }]);
      await Promise.all(Array.from({ length: 50 }, (_, n) => attendant.correct(fine, { notes: `Rättad ${n}` })));
      // Each correction found what the one before it left.
      const found = (await events()).slice(1).map(({ before }) => String(before["notes"]));
      const [last] = await server.sql<{ notes: string }[]>`select notes from fines where id = ${fine.id}`;
      const made = Array.from({ length: 50 }, (_, n) => `Rättad ${n}`);
      expect(new Set([...found, last?.notes])).toEqual(new Set(["", ...made]));
      expect(found).toHaveLength(50);
    });

    test.each<[string, Json, string]>([
      ["upwards", { amount: 701 }, "PK001 amount"],
      ["of the plate", { plate: "NY 123" }, "PK004 plate"],
      ["of the number", { case_number: "12345678" }, "PK004 case_number"],
      ["to nothing", { amount: 0 }, "PK001 amount"],
      ["with a due date in the past", { due_date: "2020-01-01" }, "PK002 due_date"],
      ["made too late by the phone's clock", { made_at: inMinutes(11), amount: 1 }, "PK004 made_at"],
      ["to another site's violation", { violation_id: randomUUID() }, "PK008 violation_id"],
    ])("%s is refused", async (_what, changes, refusal) => {
      const fine = fineOf(await attendant.issue());
      expect(said(await attendant.correct(fine, changes))).toBe(refusal);
    });

    // Spec 4 §4: correct_fine(fine_id, event_id, …
    test("is the issuer's, within ten minutes, and before any money", async () => {
      const fine = fineOf(await attendant.issue());
      const late = await colleague.correct(fine, { amount: 1 });
      expect(said(late)).toBe("PK004 made_at");
      expect(late.refused?.message).toBe("Ärendet kan inte ändras längre. Makulera det och skapa ett nytt.");
      const paid = await admin.record(fine, "payment", { data: { amount_ore: 100, value_date: "2026-11-24" } });
      expect(paid).toMatchObject({ outcome: "recorded", status: "issued", left_ore: 69_900 });
      expect(said(await attendant.correct(fine, { amount: 1 }))).toBe("PK004 made_at");
      const old = fineOf(await attendant.issue());
      await server.sql`update fines set issued_at = now() - interval '11 minutes', received_at = now() - interval '11 minutes' where id = ${old.id}`;
      expect(said(await attendant.correct(old, { amount: 1 }))).toBe("PK004 made_at");
      const queued = { amount: 600, made_at: inMinutes(-5), was_offline: true };
      expect(fineOf(await attendant.correct(old, queued))).toMatchObject({ amount: 600, needs_review: true });
    });

    test("warns by the same rules", async () => {
      await set({ min_photos: 1 });
      const accepted = [{ code: "few-photos", reason: "Kameran är trasig" }];
      const plate = newPlate();
      const fine = fineOf(
        await attendant.issue({ plate, amount: 1500 }, [
          ...accepted,
          { code: "above-legal-maximum", reason: "Avtalat här" },
        ]),
      );
      expect((await attendant.correct(fine, { amount: 1400 })).outcome).toBe("stored");
      await parkingOf(plate, -10, 60);
      expect(warned(await attendant.correct(fine, { notes: "Vid porten" }))).toEqual(["valid-parking"]);
      const reasons = { accepted: [{ code: "valid-parking", reason: "Fel zon på biljetten" }] };
      expect(fineOf(await attendant.correct(fine, { notes: "Vid porten", ...reasons }))["notes"]).toBe("Vid porten");
      await set({ min_photos: 0 });
    });
  });
});
