// Checks that the camera read (document 4 §6a): noted behind the check, with what else the camera held possible.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Actor, makeActor, SITE } from "#tests/support/rows/cases.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";

let server: TestServer;
let attendant: Actor;
let other: Actor;
let elsewhere: Actor;
beforeAll(async () => {
  server = await startTestServer({ profile: "hardened", rateLimits: "none" });
  for (const path of [SITE, "annan-plats"]) await insertRow(server.sql, "main_page_sites", { path });
  attendant = await makeActor(server, "hardened", { kind: "attendant", userId: "vakt01" });
  other = await makeActor(server, "hardened", { kind: "attendant", userId: "vakt02" });
  elsewhere = await makeActor(server, "hardened", { kind: "attendant", userId: "vakt03", project: "annan-plats" });
});
afterAll(() => server.stop());

/** Parks a car, from and until so long from now. */
const park = (plate: string, from: string, until: string) => server.sql`
  insert into parkings (project_id, car_model, car_color, street, ref_number, start_time, end_time)
  values (${SITE}, 'Volvo', 'Röd', 'Kajen 1', ${plate}, now() + ${from}::interval, now() + ${until}::interval)`;

// Spec 4 §6a: A check says
test("a check is noted as read once, by whoever made it, and tells running parkings of the other readings", async () => {
  const id = randomUUID();
  await park("ZKP 128", "-1 hour", "1 hour");
  await park("ZKP 12P", "-3 hours", "-2 hours");
  await attendant.call("check_plate", { project: SITE, plate: "ZKP12B", check_id: id });
  const note = (by: Actor, given: object = {}) =>
    by.call("note_camera_check", {
      project: SITE,
      check_id: id,
      certainty: 0.9987,
      readings: ["ZKP128", "ZKP12P", "x".repeat(60)],
      ...given,
    });

  expect((await note(other)).refused?.code).toBe("PK010");
  expect((await note(elsewhere)).refused?.code).toBe("42501");
  expect((await note(elsewhere, { project: "annan-plats" })).refused?.code).toBe("PK010");
  expect((await note(attendant, { check_id: randomUUID() })).refused?.code).toBe("PK010");
  for (const certainty of [null, -0.1, 1.1]) expect((await note(attendant, { certainty })).refused?.code).toBe("PK008");
  const row = () => server.sql`select source, certainty from plate_checks where id = ${id}`;
  expect(await row()).toEqual([{ source: "typed", certainty: null }]);

  const { similar } = (await note(attendant)) as unknown as { similar: { plate: string }[] };
  expect(similar.map(({ plate }) => plate)).toEqual(["ZKP 128"]);
  await note(attendant, { certainty: 0.1 });
  expect(await row()).toEqual([{ source: "camera", certainty: "0.9987" }]);
});
