// Pictures of properties and photos of faults of cars (document 5 §1, §4): who stores them, and who sees them, in both profiles.
// `npm test` asks everybody in `hardened`, and in `specified` two people: to that database all are the visitor.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { SMALL_PNG as PNG } from "#tests/support/rows/real-photos.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";
import { asked, makePeople, type Person, type PersonName } from "#tests/access/people.ts";

const AGENTS: readonly PersonName[] = ["agent", "account admin", "service"];
const TAXI: readonly PersonName[] = ["chauffeur", "taxi admin", "service"];

describe.each(SECURITY_PROFILES)("the profile %s", (profile) => {
  let server: TestServer;
  let people: Record<PersonName, Person>;
  beforeAll(async () => {
    server = await startTestServer({ profile, rateLimits: "none" });
    people = await makePeople(server);
  });
  afterAll(() => server.stop());

  const store = async (name: PersonName, bucketId: string, folder: string) => {
    const path = `${folder}/${randomUUID()}.jpg`;
    const bucket = people[name].client.storage.from(bucketId);
    const { error } = await bucket.upload(path, PNG, { contentType: "image/png" });
    return { path, isStored: error === null, address: bucket.getPublicUrl(path).data.publicUrl };
  };
  const ownFolder = (name: PersonName) => people[name].accountId ?? randomUUID();
  const isSigned = async (name: PersonName, path: string) => {
    const { data } = await people[name].client.storage.from("work-photos").createSignedUrls([path], 60);
    const address = data?.[0]?.signedUrl;
    return typeof address === "string" && (await fetch(address)).status === 200;
  };

  // Spec 5 §1: **Photos**
  test.each(asked(profile))("%s stores pictures of properties only as an agent", async (name) => {
    expect((await store(name, "property-images", ownFolder(name))).isStored).toBe(AGENTS.includes(name));
  });

  test("an agent stores nothing in another's folder, and everybody sees what is stored", async () => {
    expect((await store("agent", "property-images", ownFolder("account admin"))).isStored).toBe(false);
    const { address } = await store("agent", "property-images", ownFolder("agent"));
    expect((await fetch(address)).status).toBe(200);
  });

  // Spec 5 §4: **vehicle_faults**
  test.each(asked(profile))("%s stores photos of faults only as one of the taxi", async (name) => {
    const isTaxi = profile === "specified" || TAXI.includes(name);
    expect((await store(name, "work-photos", ownFolder(name))).isStored).toBe(isTaxi);
  });

  test("a photo of a fault is read with its fault, and by no public address", async () => {
    const { path, address } = await store("chauffeur", "work-photos", ownFolder("chauffeur"));
    for (const name of asked(profile)) expect([name, await isSigned(name, path)]).toEqual([name, name === "service"]);
    const id = await insertRow(server.sql, "vehicle_faults", { project_id: "157715", photos: [path] });
    const seeing = async () => {
      const names: PersonName[] = [];
      for (const name of asked(profile)) if (await isSigned(name, path)) names.push(name);
      return names.toSorted();
    };
    const all = [...asked(profile)].toSorted();
    expect(await seeing()).toEqual(profile === "specified" ? all : [...TAXI].toSorted());
    await server.sql`update vehicle_faults set fixed_by = 'x', fixed_at = now() where id = ${id}`;
    expect(await seeing()).toEqual(profile === "specified" ? all : ["service", "taxi admin"]);
    expect((await fetch(address)).status).not.toBe(200);
    expect((await store("chauffeur", "work-photos", ownFolder("taxi admin"))).isStored).toBe(profile === "specified");
  });
});
