// What may be stored as a photo: decided by its bytes, by the real server.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MAX_PIXELS } from "#server/storage/photo-check.ts";
import { actorOf, fineOf, newPhoto } from "#tests/support/cases.ts";
import { type TestServer, startTestServer } from "#tests/support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const u16 = (value: number) => value.toString(16).padStart(4, "0");
const u32 = (value: number) => value.toString(16).padStart(8, "0");
const little = (value: number) => Buffer.from([value & 255, (value >> 8) & 255]).toString("hex");

/** The beginning of a photo of this size; readers of sizes need no more. */
const HEADERS = {
  jpeg: (width: number, height: number) =>
    `ffd8ffe000104a46494600010100000100010000ffc0000b08${u16(height)}${u16(width)}01011100ffd9`,
  png: (width: number, height: number) => `89504e470d0a1a0a0000000d49484452${u32(width)}${u32(height)}0802000000`,
  gif: (width: number, height: number) => `474946383961${little(width)}${little(height)}800000`,
  webp: (width: number, height: number) =>
    `52494646ff00000057454250565038580a00000000000000${little(width - 1)}00${little(height - 1)}00`,
  heic: (width: number, height: number) => heif("heic", width, height),
  avif: (width: number, height: number) => heif("avif", width, height),
};

function heif(brand: string, width: number, height: number): string {
  const box = (type: string, content: string) =>
    u32(8 + content.length / 2) + Buffer.from(type).toString("hex") + content;
  const name = Buffer.from(brand).toString("hex");
  const sizes = box("ispe", `00000000${u32(width)}${u32(height)}`);
  const meta = box("meta", `00000000${box("iprp", box("ipco", sizes))}`);
  return box("ftyp", `${name}00000000${name}`) + meta;
}

type Kind = keyof typeof HEADERS;
const KINDS = Object.keys(HEADERS) as Kind[];
const photo = (kind: Kind, width = 40, height = 30) => Buffer.from(HEADERS[kind](width, height), "hex");

let files = 0;
async function upload(bytes: Uint8Array, contentType: string) {
  files += 1;
  const path = `vakt01/${files}-${contentType.replace("/", ".")}`;
  const stored = server.client().storage.from("shift-images");
  const { data, error } = await stored.upload(path, bytes, { contentType });
  if (error !== null || data === null) return { refused: error };
  const answer = await fetch(stored.getPublicUrl(data.path).data.publicUrl);
  return { refused: null, type: answer.headers.get("content-type") };
}

test.each(KINDS)("a photo of kind %s is stored as what it is", async (kind) => {
  expect(await upload(photo(kind), `image/${kind}`)).toEqual({ refused: null, type: `image/${kind}` });
});

test("a photo whose name ends with another kind's letters gets its own type", async () => {
  expect(await upload(photo("jpeg"), "image/png")).toEqual({ refused: null, type: "image/jpeg" });
  expect(await upload(photo("jpeg"), "image/jpg")).toEqual({ refused: null, type: "image/jpeg" });
});

test.each([
  ["text", Buffer.from("hej, det här är ingen bild")],
  ["a page", Buffer.from("<!doctype html><script>alert(1)</script>")],
  ["SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><script/></svg>')],
  ["a program", Buffer.from("7f454c4602010100", "hex")],
  ["an archive", Buffer.from("504b030414000000", "hex")],
  ["TIFF", Buffer.from("49492a0008000000", "hex")],
  ["nothing", Buffer.alloc(0)],
  ["the first bytes of a photo", photo("jpeg").subarray(0, 3)],
  ["a photo that is cut off before its size", photo("png").subarray(0, 18)],
  [
    "the beginning of a JPEG and then nothing but zeros",
    Buffer.concat([photo("jpeg").subarray(0, 4), Buffer.alloc(9e6)]),
  ],
])("%s is refused, whatever it says it is", async (_what, bytes) => {
  for (const claimed of ["image/jpeg", "image/png"]) {
    const { refused } = await upload(bytes, claimed);
    expect(refused).toMatchObject({
      statusCode: "415",
      message: expect.stringContaining("is not supported") as string,
    });
  }
});

const ofSize = (size: number) => Buffer.concat([photo("jpeg"), Buffer.alloc(size - photo("jpeg").length)]);

async function storeForCase(bytes: Uint8Array, contentType: string) {
  files += 1;
  const id = randomUUID();
  const path = `${id}/${files}.jpg`;
  const photos = [{ ...newPhoto(id), path }];
  const attendant = actorOf(server.client(), "vakt01", null);
  fineOf(await attendant.issue({ id, photos }));
  const stored = attendant.client.storage.from("case-photos");
  const { error } = await stored.upload(path, bytes, { contentType });
  if (error !== null) return error;
  return (await fetch(stored.getPublicUrl(path).data.publicUrl)).headers.get("content-type");
}

test("a fine's photo is a JPEG, a PNG or a WebP by its bytes, and of ten megabytes at most", async () => {
  for (const kind of ["jpeg", "png", "webp"] as const)
    expect(await storeForCase(photo(kind), "image/jpeg")).toBe(`image/${kind}`);
  const refused = { statusCode: "415", message: expect.stringContaining("is not supported") as string };
  for (const kind of ["gif", "heic", "avif"] as const)
    for (const claimed of [`image/${kind}`, "image/jpeg"])
      expect(await storeForCase(photo(kind), claimed)).toMatchObject(refused);
  expect(await storeForCase(ofSize(10 * 1024 * 1024), "image/jpeg")).toBe("image/jpeg");
  expect(await storeForCase(ofSize(10 * 1024 * 1024 + 1), "image/jpeg")).toMatchObject({ statusCode: "413" });
});

test("a photo that says to be a page is refused", async () => {
  expect((await upload(photo("png"), "text/html")).refused?.message).toContain("is not supported");
});

test.each(KINDS)("%s with more pixels than any camera has is refused", async (kind) => {
  const { refused } = await upload(photo(kind, 60_000, 50_000), `image/${kind}`);
  expect(refused).toMatchObject({ statusCode: "415", message: "The photo has more than 100 megapixels." });
  const edge = Math.sqrt(MAX_PIXELS);
  expect((await upload(photo(kind, edge, edge), `image/${kind}`)).refused).toBeNull();
});

test("what an AVIF cuts away counts, since it is unfolded all the same", async () => {
  const clap = `0000002863${Buffer.from("lap").toString("hex")}${u32(60_000)}${"00000001".repeat(7)}`;
  const header = heif("avif", 60_000, 50_000);
  const bytes = Buffer.from(header + clap, "hex");
  expect((await upload(bytes, "image/avif")).refused?.message).toContain("megapixels");
});

const sendInPieces = (bytes: Uint8Array) =>
  fetch(`${server.url}/storage/v1/object/shift-images/piece-${bytes.length}`, {
    method: "POST",
    headers: { apikey: server.publishableKey, "content-type": "image/jpeg" },
    body: new Blob([new Uint8Array(bytes)]).stream(),
    duplex: "half",
  } as RequestInit);

test("an upload in pieces, without a length, is looked at too", async () => {
  expect((await sendInPieces(Buffer.from("no photo"))).status).toBe(415);
  expect((await sendInPieces(photo("jpeg"))).status).toBe(200);
});

test("uploads that could be resumed are not offered", async () => {
  const answer = await fetch(`${server.url}/storage/v1/upload/resumable`, {
    method: "POST",
    headers: { apikey: server.publishableKey, "tus-resumable": "1.0.0", "upload-length": "10" },
  });
  expect(answer.status).toBeGreaterThanOrEqual(400);
});
