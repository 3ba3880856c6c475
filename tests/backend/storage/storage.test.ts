// Stored files, driven by the unmodified client against the real server.
import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { isStoredAlready, toDataError } from "#data/data-error.ts";
import { SMALL_PNG as PNG } from "#tests/support/rows/real-photos.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const images = () => server.client().storage.from("shift-images");
const filesOnDisk = async () =>
  (await readdir(server.storageDir, { recursive: true, withFileTypes: true }).catch(() => [])).flatMap((entry) =>
    entry.isFile() ? [`${entry.parentPath}/${entry.name}`] : [],
  );

test.each([
  ["a Blob, as browsers send it", () => new Blob([PNG], { type: "image/png" })],
  ["a File", () => new File([PNG], "bild.png", { type: "image/png" })],
  ["raw bytes", () => PNG],
])("an image is uploaded as %s and read at its public address by anybody", async (what, body) => {
  const path = `vakt01/${what.length}-bild på gård (1).png`.normalize("NFC");
  const { data, error } = await images().upload(path.replace("å", "a").replace("å", "a"), body(), {
    contentType: "image/png",
  });
  expect(error).toBeNull();
  const { publicUrl } = images().getPublicUrl(data?.path ?? "").data;
  const answer = await fetch(publicUrl);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("image/png");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  expect(Buffer.from(await answer.arrayBuffer()).equals(PNG)).toBe(true);
});

test("a stored file is not replaced by another upload", async () => {
  expect((await images().upload("same.png", PNG, { contentType: "image/png" })).error).toBeNull();
  const again = await images().upload("same.png", Buffer.concat([PNG, Buffer.from("other")]), {
    contentType: "image/png",
  });
  expect(again.error).toMatchObject({ statusCode: "409" });
  expect(isStoredAlready(again.error && toDataError(again.error))).toBe(true);
  const stored = await fetch(images().getPublicUrl("same.png").data.publicUrl);
  expect(Buffer.from(await stored.arrayBuffer()).equals(PNG)).toBe(true);
});

test("a file above the bucket's limit is refused, as a Blob and as bytes; one that does not say its length as well", async () => {
  const large = Buffer.alloc(10 * 1024 * 1024 + 1);
  // Unfinished files of earlier uploads may disappear meanwhile; only new files count.
  const before = new Set(await filesOnDisk());
  const stream = await images().upload("stream.png", new Blob([PNG]).stream(), { contentType: "image/png" });
  expect(stream.error).toMatchObject({ statusCode: "411" });
  for (const body of [new Blob([large], { type: "image/png" }), large]) {
    const { error } = await images().upload(`large-${Math.random()}.png`, body, { contentType: "image/png" });
    expect(error).toMatchObject({ statusCode: "413" });
  }
  await expect.poll(async () => (await filesOnDisk()).filter((file) => !before.has(file))).toEqual([]);
});

test("a body far above the limit is cut off", async () => {
  const { error } = await images().upload("huge.png", Buffer.alloc(12 * 1024 * 1024), { contentType: "image/png" });
  expect(error).toMatchObject({ statusCode: "413" });
});

test.each([
  ["text/html", "is not supported"],
  ["application/javascript", "is not supported"],
  ["image/svg+xml", "Filen är ingen bild"],
])("a file of type %s is refused", async (contentType, words) => {
  const { error } = await images().upload("page.html", Buffer.from("<script>alert(1)</script>"), { contentType });
  expect(error?.message).toContain(words);
});

test.each(["../../outside.png", "a/../../outside.png", "%2e%2e/%2e%2e/outside.png", "..%2f..%2foutside.png"])(
  "a key like %s leaves no file outside",
  async (key) => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const answer = await fetch(`${server.url}/storage/v1/object/shift-images/${key}`, {
      method: "POST",
      headers: { apikey: server.publishableKey, "content-type": "image/png" },
      body: PNG,
    });
    expect(answer.status).not.toBe(200);
    const outside = await readdir(`${server.storageDir}/..`);
    expect(outside.filter((name) => name !== "storage")).toEqual([]);
  },
);

test("an object without its file is not found, and nor is a private bucket's", async () => {
  await server.sql`insert into storage.objects (bucket_id, name) values ('shift-images', 'ghost.png')`;
  const ghost = await fetch(images().getPublicUrl("ghost.png").data.publicUrl);
  expect([400, 404]).toContain(ghost.status);
  await server.sql`insert into storage.buckets (id, name, public) values ('private-files', 'private-files', false)`;
  const hidden = await fetch(`${server.url}/storage/v1/object/public/private-files/x.png`);
  expect([400, 404]).toContain(hidden.status);
});

test("only images' bucket takes files from the public key", async () => {
  await server.sql`insert into storage.buckets (id, name, public) values ('other', 'other', true)`;
  const { error } = await server.client().storage.from("other").upload("a.png", PNG, { contentType: "image/png" });
  expect(error).toMatchObject({ statusCode: "403" });
});

test.each([
  ["POST", "list/shift-images"],
  ["GET", "authenticated/shift-images/asked.png"],
  ["GET", "info/shift-images/asked.png"],
  ["POST", "sign/shift-images/asked.png"],
  ["POST", "move"],
  ["POST", "copy"],
  ["DELETE", "shift-images/asked.png"],
  ["PUT", "shift-images/asked.png"],
])("%s %s, which the product does not ask, is refused as unknown, whoever asks", async (method, address) => {
  await images().upload("asked.png", PNG, { contentType: "image/png" });
  for (const key of [server.publishableKey, server.secretKey]) {
    const answer = await fetch(`${server.url}/storage/v1/object/${address}`, {
      method,
      headers: { apikey: key, "content-type": "application/json" },
      ...(method === "GET" ? {} : { body: JSON.stringify({ prefix: "", expiresIn: 60 }) }),
    });
    expect([404, 405]).toContain(answer.status);
  }
  const stored = await fetch(images().getPublicUrl("asked.png").data.publicUrl);
  expect(Buffer.from(await stored.arrayBuffer()).equals(PNG)).toBe(true);
});
