// Attacks of a review on stored photos, and today's answers.
import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { RATE_LIMITS, type RateLimits } from "#contract/rate-limits.ts";
import { staffAddress } from "#contract/staff-address.ts";
import { makePerson } from "#tests/support/people/logged-in.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";
import { noisyPng } from "#tests/support/rows/real-photos.ts";
import { PHOTOS } from "#tests/support/rows/writes.ts";

const MINUTE = 60;
const photo = await noisyPng(8);
const SIZE = (await noisyPng(40)).length;
const PNG = { contentType: "image/png" };
/** The head of a form's part, with more lines in it. */
const part = (name: string, more = "") =>
  `--a\r\nContent-Disposition: form-data; name="${name}"; filename="a.png"\r\n${more}\r\n\r\n`;
const FULL = "Utrymmet för platsens bilder är fullt. Kontakta administratören.";

describe("hardened", () => {
  let server: TestServer;
  let path: string;
  beforeAll(async () => {
    server = await startTestServer({ profile: "hardened", from: "seeded", rateLimits: "none" });
    const { client, id } = await logIn("attendant", "vakt01", "Vakt-7410");
    path = `${id}/1-a.png`;
    const { error } = await client.storage.from(PHOTOS).upload(path, photo, PNG);
    if (error) throw error;
    await server.sql`
      insert into shift_registrations (project_id, attendant_user_id, start_time, end_time, description, image_urls)
      values ('ostra-hamnen', 'vakt01', now() - interval '8 hours', now(), 'Lugnt', ${[path, `${path}-2`]})`;
  });
  afterAll(() => server.stop());

  async function logIn(kind: "attendant" | "admin", userId: string, password: string) {
    const client = server.client();
    const email = staffAddress({ kind, project: "ostra-hamnen", userId }) ?? "";
    const { data, error } = await client.auth.signInWithPassword({ email, password });
    if (error) throw error;
    return { client, id: data.user.id };
  }
  const admin = () => logIn("admin", "admin01", "Admin-7410");

  test("a signed address of a hundred years lives for 15 minutes", async () => {
    const bucket = (await admin()).client.storage.from(PHOTOS);
    const century = 100 * 365 * 24 * 60 * MINUTE;
    const reading = (await bucket.createSignedUrls([path], century)).data?.[0]?.signedUrl ?? "";
    const upload = (await logIn("attendant", "vakt01", "Vakt-7410")).client.storage.from(PHOTOS);
    const { data: writing } = await upload.createSignedUploadUrl(path.replace("1-a", "2-b"));
    for (const address of [reading, writing?.signedUrl ?? ""]) {
      const { iat = 0, exp = 0 } = decodeJwt(new URL(address).searchParams.get("token") ?? "");
      expect(exp - iat).toBe(15 * MINUTE);
    }
    expect((await fetch(reading)).status).toBe(200);
  });

  test("a form of many parts, or with a long head, is refused before it is read as one", async () => {
    const { client, id } = await logIn("attendant", "vakt01", "Vakt-7410");
    const token = (await client.auth.getSession()).data.session?.access_token ?? "";
    const send = async (parts: string) => {
      const answer = await fetch(`${server.url}/storage/v1/object/${PHOTOS}/${id}/3-c.png`, {
        method: "POST",
        headers: {
          apikey: server.publishableKey,
          authorization: `Bearer ${token}`,
          "content-type": 'multipart/form-data; x="; boundary=b"; boundary=a',
        },
        body: `${parts}--a--\r\n`,
      });
      return [answer.status, ((await answer.json()) as { message: string }).message];
    };
    const refused = [400, "The form cannot be read."];
    expect(await send(part("a").repeat(1000))).toEqual(refused);
    expect(await send(part("a", "X: y\r\n".repeat(1000)))).toEqual(refused);
    expect(await send(part("a", "X: y\r\n".repeat(1000)).trimEnd())).toEqual(refused);
    expect(await send(part("a").repeat(2))).toEqual([400, "The form must hold one file, and may hold cacheControl."]);
  });

  test("a signed address dies with the login that it came from, and lives on with the others", async () => {
    const [first, second] = [await admin(), await admin()];
    const sign = async ({ client }: typeof first) =>
      (await client.storage.from(PHOTOS).createSignedUrls([path], 60)).data?.[0]?.signedUrl ?? "";
    const [one, two] = [await sign(first), await sign(second)];
    expect([(await fetch(one)).status, (await fetch(two)).status]).toEqual([200, 200]);
    await first.client.auth.signOut({ scope: "local" });
    expect([(await fetch(one)).status, (await fetch(two)).status]).toEqual([400, 200]);
    expect(await (await fetch(one)).json()).toMatchObject({ message: "The signed address is no longer valid." });
  });

  test("a signed upload dies with its login too, and stores as who signed it until then", async () => {
    const { client, id } = await logIn("attendant", "vakt01", "Vakt-7410");
    const bucket = client.storage.from(PHOTOS);
    const signed = async (name: string) => (await bucket.createSignedUploadUrl(`${id}/${name}`)).data?.token ?? "";
    const [used, late] = [await signed("3-c.png"), await signed("4-d.png")];
    const visitor = server.client().storage.from(PHOTOS);
    expect((await visitor.uploadToSignedUrl(`${id}/3-c.png`, used, photo, PNG)).error).toBeNull();
    const [row] = await server.sql`select owner_id from storage.objects where name = ${`${id}/3-c.png`}`;
    expect(row).toEqual({ owner_id: id });
    expect((await visitor.uploadToSignedUrl(`${id}/3-c.png`, used, photo, PNG)).error).toMatchObject({
      statusCode: "409",
    });
    expect((await visitor.uploadToSignedUrl(`${id}/5-e.png`, late, photo, PNG)).error?.message).toContain("not valid");
    await client.auth.signOut();
    expect((await visitor.uploadToSignedUrl(`${id}/4-d.png`, late, photo, PNG)).error?.message).toContain("no longer");
    expect((await bucket.createSignedUploadUrl("somebody/x.png")).data).toBeNull();
  });

  test("a signed address shows what its signer may see at that moment", async () => {
    const { client } = await admin();
    const address = (await client.storage.from(PHOTOS).createSignedUrls([path], 60)).data?.[0]?.signedUrl ?? "";
    await server.sql`update shift_registrations set project_id = 'vastra-hamnen'`;
    expect((await fetch(address)).status).toBe(400);
    await server.sql`update shift_registrations set project_id = 'ostra-hamnen'`;
    expect((await fetch(address)).status).toBe(200);
  });

  test("an access token is no signature, and a signature no access token", async () => {
    const { client } = await admin();
    const token = (await client.auth.getSession()).data.session?.access_token ?? "";
    expect((await fetch(`${server.url}/storage/v1/object/sign/${PHOTOS}/${path}?token=${token}`)).status).toBe(400);
    const address = (await client.storage.from(PHOTOS).createSignedUrls([path], 60)).data?.[0]?.signedUrl ?? "";
    const signature = new URL(address).searchParams.get("token") ?? "";
    const headers = { apikey: server.publishableKey, Authorization: `Bearer ${signature}` };
    expect((await fetch(`${server.url}/storage/v1/object/${PHOTOS}/${path}`, { headers })).status).toBe(401);
  });

  test("photos that only some people may see are kept by no cache", async () => {
    const { client } = await admin();
    const token = (await client.auth.getSession()).data.session?.access_token ?? "";
    const headers = { apikey: server.publishableKey, Authorization: `Bearer ${token}` };
    const address = (await client.storage.from(PHOTOS).createSignedUrls([path], 60)).data?.[0]?.signedUrl ?? "";
    const object = `${server.url}/storage/v1/object`;
    const answers = [
      await fetch(address),
      await fetch(`${object}/${PHOTOS}/${path}`, { headers }),
      await fetch(`${object}/public/${PHOTOS}/${path}`),
      await fetch(`${object}/sign/${PHOTOS}`, { method: "POST", headers, body: '{"paths":[],"expiresIn":60}' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 200]);
    for (const answer of answers) {
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    }
  });

  const attendantOf = async (project: string, userId: string) => {
    const { accountId, token } = await makePerson(server, { kind: "attendant", project, userId });
    const bucket = server.client({ accessToken: token }).storage.from(PHOTOS);
    return async (name: string) => bucket.upload(`${accountId}/${name}`, await noisyPng(40), PNG);
  };

  describe("the quota of a site", () => {
    beforeEach(async () => {
      await server.sql`delete from private.storage_usage`;
      await server.sql`update private.settings set storage_quota_bytes = ${SIZE * 3 + 10}`;
      return async () => {
        await server.sql`update private.settings set storage_quota_bytes = default`;
      };
    });

    test("is full for all of its people, says so in Swedish, and not for another site's", async () => {
      const [one, two] = [await attendantOf("ostra-hamnen", "vakt-a"), await attendantOf("ostra-hamnen", "vakt-b")];
      const other = await attendantOf("vastra-hamnen", "vakt-a");
      for (const upload of [one, two, one]) expect((await upload(`${Math.random()}.png`)).error).toBeNull();
      expect((await two("full.png")).error).toMatchObject({ status: 413, message: FULL });
      expect((await other("elsewhere.png")).error).toBeNull();
      expect(await server.sql`select from storage.objects where name like '%full.png'`).toHaveLength(0);
    });

    test("holds for uploads at the same time, and a removal makes room", async () => {
      const upload = await attendantOf("ostra-hamnen", "vakt-c");
      const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => upload(`at-once-${n}.png`)));
      const stored = answers.flatMap(({ data }) => (data === null ? [] : [data.path]));
      expect(stored).toHaveLength(3);
      const refusals = new Set(answers.flatMap(({ error }) => error?.message ?? []));
      expect(refusals).toEqual(new Set([FULL]));
      const service = server.client({ key: server.secretKey }).storage.from(PHOTOS);
      await service.remove([stored[0] ?? ""]);
      expect((await upload("after.png")).error).toBeNull();
      expect((await upload("full.png")).error?.message).toBe(FULL);
    });
  });
});

describe("specified", () => {
  const uploads = { address: { points: 3, seconds: 600 }, account: null };
  let server: TestServer;
  beforeEach(async () => {
    const rateLimits: RateLimits = { ...RATE_LIMITS, uploads };
    server = await startTestServer({ rateLimits });
    return () => server.stop();
  });
  const send = (path: string, method = "POST") =>
    fetch(server.url + path, {
      method,
      headers: { apikey: server.publishableKey, "content-type": "image/png" },
      body: new Uint8Array(photo),
    });

  test("no spelling of the address stores a photo past the limit", async () => {
    const spellings = [
      (name: string) => `/storage/v1/%6fbject/${PHOTOS}/${name}`,
      (name: string) => `/%73torage/v1/object/${PHOTOS}/${name}`,
      (name: string) => `/storage/%761/object/${PHOTOS}/${name}`,
      (name: string) => `/storage/v1/object/shift%2dimages/${name}`,
      (name: string) => `/storage/v1/object%2f${PHOTOS}/${name}`,
      (name: string) => `/storage/v1//object/${PHOTOS}/${name}`,
      (name: string) => `/storage/v1/object/${PHOTOS}/${name}?x=1`,
      (name: string) => `/storage/v1/object/${PHOTOS}/${name}?to%6ben=x`,
      (name: string) => `/storage/v1/object/x/../${PHOTOS}/${name}`,
      (name: string) => `/storage/v1/object/${PHOTOS}/list/${name}`,
      (name: string) => `/storage/v1/object/${PHOTOS}/%73ign/${name}`,
    ];
    const statuses = new Map<number, number>();
    for (const [row, spell] of spellings.entries()) {
      for (let n = 0; n < 4; n += 1) {
        const { status } = await send(spell(`${row}-${n}.png`), n === 3 ? "PUT" : "POST");
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }
    expect([...statuses.keys()].toSorted((a, b) => a - b)).toEqual([200, 400, 404, 405, 429]);
    expect(statuses.get(200)).toBe(3);
    expect(await server.sql`select from storage.objects`).toHaveLength(3);
    expect((await send(`/storage/v1/object/${PHOTOS}/last.png`)).status).toBe(429);
  });

  test("no upload replaces a stored file, whoever the caller is", async () => {
    for (const key of [server.publishableKey, server.secretKey]) {
      const bucket = server.client({ key }).storage.from(PHOTOS);
      await bucket.upload("vakt01/one.png", photo, PNG);
      expect(
        (await bucket.upload("vakt01/one.png", await noisyPng(9), { ...PNG, upsert: true })).error?.message,
      ).toContain("never replaced");
      expect((await bucket.update("vakt01/one.png", await noisyPng(9), PNG)).error).toMatchObject({ status: 405 });
      expect((await bucket.move("vakt01/one.png", "vakt01/two.png")).error).not.toBeNull();
      expect((await bucket.copy("vakt01/one.png", "vakt01/two.png")).error).not.toBeNull();
    }
    const { data } = await server.client().storage.from(PHOTOS).download("vakt01/one.png");
    expect(Buffer.from(await (data ?? new Blob()).arrayBuffer()).equals(photo)).toBe(true);
    expect(await server.sql`select from storage.objects`).toHaveLength(1);
  });

  test("all sites share one quota, and a public photo is kept by caches as its uploader said", async () => {
    await server.sql`update private.settings set storage_quota_bytes = ${photo.length + 10}`;
    const bucket = server.client().storage.from(PHOTOS);
    expect((await bucket.upload("vakt01/1.png", photo, { ...PNG, cacheControl: "31536000" })).error).toBeNull();
    expect((await bucket.upload("vakt02/1.png", photo, PNG)).error).toMatchObject({ status: 413, message: FULL });
    const shown = await fetch(bucket.getPublicUrl("vakt01/1.png").data.publicUrl);
    expect(shown.headers.get("cache-control")).toBe("max-age=31536000");
  });
});
