// Signed addresses of private photos, asked for by the unmodified client: who gets them, what they open, and how long.
import { afterAll, beforeAll, expect, test } from "vitest";
import { staffAddress } from "#contract/staff-address.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";
import { noisyPng } from "#tests/support/rows/real-photos.ts";
import { PHOTOS } from "#tests/support/rows/writes.ts";

let server: TestServer;
let path: string;
const photo = await noisyPng(8);
beforeAll(async () => {
  server = await startTestServer({ profile: "hardened", from: "seeded" });
  const attendant = await logIn("attendant", "vakt01", "Vakt-7410");
  const { data } = await attendant.auth.getUser();
  path = `${data.user?.id}/1-Akergrand-1.png`;
  const uploaded = await attendant.storage.from(PHOTOS).upload(path, photo, { contentType: "image/png" });
  if (uploaded.error) throw uploaded.error;
  await server.sql`
    insert into shift_registrations (project_id, attendant_user_id, start_time, end_time, description, image_urls)
    values ('ostra-hamnen', 'vakt01', now() - interval '8 hours', now(), 'Lugnt', ${[path, `${path}-2`]})`;
});
afterAll(() => server.stop());

async function logIn(kind: "attendant" | "admin" | "operator", userId: string, password: string) {
  const client = server.client();
  const project = kind === "operator" ? "721075" : "ostra-hamnen";
  const { error } = await client.auth.signInWithPassword({
    email: staffAddress({ kind, project, userId }) ?? "",
    password,
  });
  if (error) throw error;
  return client;
}

test("a person who may read the shift gets addresses that open the photo", async () => {
  const bucket = (await logIn("admin", "admin01", "Admin-7410")).storage.from(PHOTOS);
  const many = await bucket.createSignedUrls([path, "nobody/nothing.png", path], 60);
  expect(many.error).toBeNull();
  expect(many.data?.map((each) => [each.path, each.error === null])).toEqual([
    [path, true],
    ["nobody/nothing.png", false],
    [path, true],
  ]);
  expect(many.data?.[1]?.signedUrl).toBeNull();
  for (const address of [many.data?.[0]?.signedUrl, many.data?.[2]?.signedUrl]) {
    const answer = await fetch(address ?? "");
    expect(answer.headers.get("content-type")).toBe("image/png");
    expect(Buffer.from(await answer.arrayBuffer()).equals(photo)).toBe(true);
    // For this path alone, and by nobody who changes the token.
    expect((await fetch((address ?? "").replace("1-Akergrand", "2-Akergrand"))).ok).toBe(false);
    expect((await fetch(`${address}x`)).ok).toBe(false);
  }
  expect((await fetch(`${server.url}/storage/v1/object/${PHOTOS}/${path}`)).ok).toBe(false);
  expect((await fetch(`${server.url}/storage/v1/object/public/${PHOTOS}/${path}`)).ok).toBe(false);
});

test("nobody else gets an address", async () => {
  for (const client of [server.client(), await logIn("operator", "op01", "Operator-7410")]) {
    const { data } = await client.storage.from(PHOTOS).createSignedUrls([path], 60);
    expect(data?.[0]?.signedUrl ?? null).toBeNull();
  }
});

test("a path cannot lead out of the call, such as to an upload that nobody checks", async () => {
  const bucket = (await logIn("attendant", "vakt01", "Vakt-7410")).storage.from(PHOTOS);
  const folder = path.split("/")[0] ?? "";
  const paths = [`../../${PHOTOS}/${folder}/smuggled.png`, `../${PHOTOS}/${path}`, "..", ""];
  const { data } = await bucket.createSignedUrls(paths, 60);
  expect(data?.map(({ signedUrl }) => signedUrl)).toEqual([null, null, null, null]);
  expect(await server.sql`select from storage.objects where name like '%smuggled%'`).toHaveLength(0);
});

test.each([{ paths: "x" }, { paths: [1] }, {}])("a list of paths that is none is refused: %j", async (body) => {
  const answer = await fetch(`${server.url}/storage/v1/object/sign/${PHOTOS}`, {
    method: "POST",
    headers: { apikey: server.publishableKey, "content-type": "application/json" },
    body: JSON.stringify({ expiresIn: 60, ...body }),
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ message: expect.stringContaining("/paths") });
});
