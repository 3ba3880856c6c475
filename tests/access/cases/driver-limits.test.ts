// Limits of a driver's calls, by address, number, plate and key (document 4 §4).
import { createHash, randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { RATE_LIMITS, type RateLimits } from "#contract/rate-limits.ts";
import { type Json, fineOf, makeActor, newPhoto, SITE } from "#tests/support/rows/cases.ts";
import { SMALL_PNG as PNG } from "#tests/support/rows/real-photos.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";
import { newSent, objection, randomCaseKey } from "#tests/access/cases/as-driver.ts";

const BUCKET = "case-photos";

/** A receipt's wrong key counts for its address, 192.0.2.1, a right one does not; its changes are counted by the receipt at an address. */
async function expectReceiptsLimited(server: TestServer): Promise<void> {
  const key = randomCaseKey();
  const receipt_hash = createHash("sha256").update(key).digest("hex");
  await insertRow(server.sql, "parkings", { project_id: SITE, receipt_hash });
  const receipt = async (name: string, from: string, args: Json) =>
    (await server.client().rpc(name, args).setHeader("X-Forwarded-For", from)).status;
  for (const name of ["parking_by_receipt", "end_parking"])
    expect(await receipt(name, "192.0.2.1", { key: "x" })).toBe(429);
  for (let n = 0; n < 12; n += 1) expect(await receipt("parking_by_receipt", "192.0.2.1", { key })).toBe(200);
  const mostChanges = RATE_LIMITS.receiptChanges.accountAtAddress.points;
  for (let n = 0; n < mostChanges; n += 1) expect(await receipt("end_parking", "192.0.2.60", { key })).toBe(200);
  expect(await receipt("extend_parking", "192.0.2.60", { key, new_end: null })).toBe(429);
  expect(await receipt("end_parking", "192.0.2.61", { key })).toBe(200);
}

// Spec 4 §4: look_up_case(case_number, plate) and
// Spec 4 §4: Not: who issued
// Spec 4 §4: A wrong pair
// Spec 4 §4: A right key
// Spec rules §8: A wrong receipt
it("looks by number and plate are limited by address, number and plate, right ones too; a right key never is", async () => {
  const server = await startTestServer({ profile: "hardened", trustedProxies: ["127.0.0.1"] });
  try {
    await insertRow(server.sql, "main_page_sites", { path: SITE });
    const attendant = await makeActor(server, "hardened", { kind: "attendant", userId: "vakt01" });
    const [fine, other, third] = [
      fineOf(await attendant.issue({ plate: "HEM 123" })),
      fineOf(await attendant.issue({ plate: "HEM 124" })),
      fineOf(await attendant.issue({ plate: "HEM 125" })),
    ];
    const ask = async (address: string, case_number: unknown, plate: unknown) => {
      const call = server.client().rpc("look_up_case", { case_number, plate });
      const { data, status } = await call.setHeader("X-Forwarded-For", address);
      return status === 200 ? (data as Json)["outcome"] : status;
    };
    // The looks of an address count, whatever number and plate, and right ones as well.
    for (let n = 0; n < 9; n += 1) expect(await ask("192.0.2.1", `0000000${n}`, `FEL ${n}`)).toBe("none");
    expect(await ask("192.0.2.1", third["case_number"], "HEM 125")).toBe("found");
    expect(await ask("192.0.2.1", "00000011", "FEL 11")).toBe(429);
    // An address that is locked locks no number and no plate.
    for (let n = 0; n < 12; n += 1) expect(await ask("192.0.2.1", third["case_number"], "HEM 125")).toBe(429);
    expect(await ask("192.0.2.4", third["case_number"], "HEM 125")).toBe("found");
    // The looks for a plate in any writing count, whatever address and number.
    for (let n = 0; n < 10; n += 1) expect(await ask(`192.0.2.${50 + n}`, `1000000${n}`, "hem-123")).toBe("none");
    expect(await ask("192.0.2.70", fine["case_number"], "HEM 123")).toBe(429);
    // The looks for a number in any writing count, whatever address.
    const spaced = String(other["case_number"]).replace(/^..../, "$& ");
    for (let n = 0; n < 10; n += 1) expect(await ask(`192.0.2.${100 + n}`, spaced, `FEL 2${n}`)).toBe("none");
    expect(await ask("192.0.2.200", other["case_number"], "HEM 124")).toBe(429);
    // Plates that only the database reads alike (a list, hyphens) count as one plate, and numbers likewise.
    for (let n = 0; n < 12; n += 1)
      await ask(`192.0.3.${n}`, `1100000${n}`, [["HEM 126"], `${"-".repeat(100 + n)}HEM126`][n % 2]);
    expect(await ask("192.0.3.50", "11000050", ["HEM 126"])).toBe(429);
    expect(await ask("192.0.3.51", "11000051", "HEM 126")).toBe(429);
    // Letters that this process knows and the database does not, which is left out there: all of them count as one.
    for (let n = 0; n < 10; n += 1) await ask(`192.0.3.${100 + n}`, `1200000${n}`, `HEM 127${"\u0870".repeat(n + 1)}`);
    expect(await ask("192.0.3.120", "12000020", `\u0871HEM 127`)).toBe(429);
    const broken = (n: number) => String(other["case_number"]).replace(/^..../, `$&${"\u001C".repeat(n)}\u0085`);
    expect(await ask("192.0.3.130", broken(1), "FEL 31")).toBe(429);
    // The key of the QR code answers all the same, from a locked address too.
    const ofKey = async (public_key: unknown, from = "192.0.2.1") =>
      (await server.client().rpc("case_by_key", { public_key }).setHeader("X-Forwarded-For", from)).status;
    for (let n = 0; n < 12; n += 1) expect(await ofKey(fine["public_key"])).toBe(200);
    // A wrong key counts for its address.
    for (let n = 0; n < 10; n += 1) expect(await ofKey(`x${n}`)).toBe(200);
    expect(await ofKey("x")).toBe(429);
    expect(await ofKey(fine["public_key"])).toBe(200);
    await expectReceiptsLimited(server);
    // The same of the edge function, which asks the database as the server itself.
    const invoke = async (address: string, body: Json) => {
      const headers = { "X-Forwarded-For": address };
      const { data, error } = await server.client().functions.invoke("public-case", { body, headers });
      return error === null ? (data as Json)["outcome"] : (error.context as Response).status;
    };
    for (let n = 0; n < 10; n += 1) expect(await invoke("192.0.2.2", { public_key: `x${n}` })).toBe("none");
    expect(await invoke("192.0.2.2", { public_key: "x" })).toBe(429);
    expect(await invoke("192.0.2.3", { case_number: other["case_number"], plate: "HEM 124" })).toBe(429);
    expect(await invoke("192.0.2.3", { case_number: fine["case_number"], plate: "HEM 123" })).toBe(429);
    expect(await invoke("192.0.2.3", { case_number: third["case_number"], plate: "HEM 125" })).toBe("found");
    expect(await invoke("192.0.2.1", { case_number: third["case_number"], plate: "HEM 125" })).toBe(429);
    expect(await invoke("192.0.2.2", { public_key: fine["public_key"] })).toBe("found");
    // Objections are counted by their case at an address: a stranger elsewhere keeps nobody from objecting.
    const object = async (address: string) => {
      const sent = { public_key: fine["public_key"], objection_id: randomUUID(), name: "", text: "" };
      return (await server.client().rpc("object_to_case", sent).setHeader("X-Forwarded-For", address)).status;
    };
    const most = RATE_LIMITS.objections.accountAtAddress.points;
    for (let n = 0; n < most; n += 1) expect(await object("192.0.2.250")).toBe(400);
    expect(await object("192.0.2.250")).toBe(429);
    expect(await object("192.0.2.251")).toBe(400);
  } finally {
    await server.stop();
  }
});

// Spec 4 §4: look_up_case(case_number, plate) and
it("calls of the driver's function sign photos as often as an address may ask, right ones are always answered, and photos count as uploads and for their case's site", async () => {
  const small = { points: 3, seconds: 600 };
  const rateLimits: RateLimits = {
    ...RATE_LIMITS,
    caseReads: { address: { points: 4, seconds: 600 }, account: null },
    uploads: { address: small, account: null },
  };
  const server = await startTestServer({ profile: "hardened", trustedProxies: ["127.0.0.1"], rateLimits });
  try {
    await insertRow(server.sql, "main_page_sites", { path: SITE });
    const attendant = await makeActor(server, "hardened", { kind: "attendant", userId: "vakt01" });
    const id = randomUUID();
    const photo = { ...newPhoto(id), path: `${id}/${randomUUID()}.png` };
    const { public_key } = fineOf(await attendant.issue({ id, photos: [photo] }));
    const kept = await attendant.client.storage.from(BUCKET).upload(photo.path, PNG, { contentType: "image/png" });
    expect(kept.error).toBeNull();
    const client = server.client();
    const invoke = async (address: string, body: Json) => {
      const headers = { "X-Forwarded-For": address };
      const { data, error } = await client.functions.invoke("public-case", { body, headers });
      return error === null ? (data as Json) : { outcome: (error.context as Response).status };
    };
    for (let n = 0; n < 4; n += 1)
      expect(await invoke("192.0.2.1", { public_key })).toMatchObject({ outcome: "found" });
    // A driver who shares a carrier's address is still answered (document 4 §4), without addresses of photos.
    const withPhotos = await invoke("192.0.2.9", { public_key });
    expect(withPhotos["photos"]).toMatchObject([{ address: expect.stringMatching(/^\/storage\/v1\//) as string }]);
    expect(await invoke("192.0.2.1", { public_key })).toEqual({
      ...withPhotos,
      photos_later: true,
      photos: (withPhotos["photos"] as Json[]).map((photo) => ({ ...photo, address: null })),
    });
    expect(await invoke("192.0.2.1", { public_key: "x" })).toEqual({ outcome: "none" });
    expect(await invoke("192.0.2.1", { action: "send-photos", public_key })).toEqual({ outcome: 429 });
    const { data } = await client.rpc("object_to_case", objection({ public_key }, { photos: [newSent()] }));
    const send = { action: "send-photos", public_key, reply_key: (data as Json)["reply_key"] };
    const found = await invoke("192.0.2.2", send);
    expect(found).toMatchObject({ outcome: "found" });
    for (let n = 1; n < 3; n += 1) await invoke("192.0.2.2", send);
    expect(await invoke("192.0.2.2", send)).toEqual({ outcome: 429 });
    expect(await invoke("192.0.2.2", { public_key })).toMatchObject({ outcome: "found", photos_later: true });
    const [{ path, token }] = found["uploads"] as [{ path: string; token: string }];
    const stored = await client.storage.from(BUCKET).uploadToSignedUrl(path, token, PNG, { contentType: "image/png" });
    expect(stored.error).toBeNull();
    const [row] = await server.sql`select metadata ->> 'site' as site from storage.objects where name = ${path}`;
    expect(row).toEqual({ site: SITE });
  } finally {
    await server.stop();
  }
});
