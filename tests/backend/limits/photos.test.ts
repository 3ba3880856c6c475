// Photos that may be stored, and what is stored of them: decided by its bytes and its name, by the real server.
import { createHash, randomUUID } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { pino } from "pino";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPhotoMaker } from "#server/storage/photo-maker.ts";
import { actorOf, fineOf, newPhoto } from "#tests/support/rows/cases.ts";
import { TOLD } from "#tests/support/run/patience.ts";
import { SMALL_PNG, largePhoto, phonePhoto, plainPhoto } from "#tests/support/rows/real-photos.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";

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

const header = (kind: keyof typeof HEADERS, width = 40, height = 30) =>
  Buffer.from(HEADERS[kind](width, height), "hex");

/** A GIF of ten by ten points whose only frame is 12 000 points wide and high. */
const GIF_WITH_LARGE_FRAME = Buffer.concat([
  Buffer.from(`${HEADERS.gif(10, 10)}000000ffffff2c00000000${little(12_000)}${little(12_000)}0002`, "hex"),
  Buffer.from("0244013b", "hex"),
]);

const KINDS = ["jpeg", "png", "webp", "avif"] as const;
const NAMES = [
  ["bild.jpg", "jpeg"],
  ["bild.JPEG", "jpeg"],
  ["bild", "jpeg"],
  ["bild.webp", "webp"],
  ["bild.png", "png"],
] as const;

let files = 0;
async function upload(bytes: Uint8Array, { contentType = "image/jpeg", name = "bild.jpg" } = {}) {
  files += 1;
  const path = `vakt01/${files}-${name}`;
  const stored = server.client().storage.from("shift-images");
  const { error } = await stored.upload(path, bytes, { contentType });
  const answer = await fetch(stored.getPublicUrl(path).data.publicUrl);
  return {
    refused: error,
    type: answer.headers.get("content-type"),
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
}

const refusedWith = (words: string) => ({
  refused: { statusCode: "415", message: expect.stringContaining(words) as string },
  type: "application/json",
});

test.each(KINDS)("a photo of kind %s is stored as what its name says: type, bytes and ending agree", async (kind) => {
  for (const [name, written] of NAMES) {
    const { refused, type, bytes } = await upload(await plainPhoto(kind), { contentType: `image/${kind}`, name });
    expect([refused, type]).toEqual([null, `image/${written}`]);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: written, width: 40, height: 30 });
  }
});

test.each(["bild.gif", "bild.avif", "bild.heic", "bild.html", "bild.jpg.svg"])(
  "a name like %j, which says another kind than what would be stored, is refused",
  async (name) => {
    expect(await upload(await plainPhoto("jpeg"), { name })).toMatchObject(refusedWith("namn ska sluta på"));
  },
);

test.each([
  ["text", Buffer.from("hej, det här är ingen bild")],
  ["a page", Buffer.from("<!doctype html><script>alert(1)</script>")],
  ["SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><script/></svg>')],
  ["a program", Buffer.from("7f454c4602010100", "hex")],
  ["an archive", Buffer.from("504b030414000000", "hex")],
  ["TIFF", Buffer.from("49492a0008000000", "hex")],
  ["nothing", Buffer.alloc(0)],
  ["the first bytes of a photo", header("jpeg").subarray(0, 3)],
  ["a photo that is cut off before its size", header("png").subarray(0, 18)],
  [
    "the beginning of a JPEG and then nothing but zeros",
    Buffer.concat([header("jpeg").subarray(0, 4), Buffer.alloc(9e6)]),
  ],
])("%s is refused, whatever it says it is", async (_what, bytes) => {
  for (const contentType of ["image/jpeg", "image/png"])
    expect(await upload(bytes, { contentType })).toMatchObject(refusedWith("Filen är ingen bild"));
});

test("kinds that are not taken are refused by their name", async () => {
  for (const gif of [await plainPhoto("gif"), GIF_WITH_LARGE_FRAME])
    for (const contentType of ["image/gif", "image/jpeg"])
      expect(await upload(gif, { contentType })).toMatchObject(refusedWith("GIF-bilder kan inte tas emot"));
  expect(await upload(header("heic"), { contentType: "image/heic" })).toMatchObject(
    refusedWith("HEIC-bilder kan inte läsas här"),
  );
});

test("a photo that cannot be decoded to its end is refused, and so is one with nothing behind its size", async () => {
  const jpeg = await phonePhoto(600, 800);
  const png = Buffer.from(SMALL_PNG);
  png.writeUInt32BE(0, png.indexOf("IDAT") + 8);
  const broken = [jpeg.subarray(0, jpeg.length / 2), png, ...KINDS.map((kind) => header(kind))];
  for (const bytes of broken) expect(await upload(bytes)).toMatchObject(refusedWith("Bilden är skadad"));
});

async function storeForCase(bytes: Uint8Array, contentType = "image/jpeg") {
  const id = randomUUID();
  const photo = newPhoto(id) as { id: string; path: string; sha256: string };
  const attendant = actorOf(server.client(), "vakt01", null);
  fineOf(await attendant.issue({ id, photos: [photo] }));
  const bucket = attendant.client.storage.from("case-photos");
  const { error } = await bucket.upload(photo.path, bytes, { contentType });
  const stored = Buffer.from(await (await fetch(bucket.getPublicUrl(photo.path).data.publicUrl)).arrayBuffer());
  const [row] = await server.sql`select sha256, stored_sha256 from fine_photos where id = ${photo.id}`;
  return { error, stored, sha256: photo.sha256, row };
}

test("a fine's photo keeps its phone's hash, and gets that of what is stored beside it", async () => {
  for (const kind of ["jpeg", "png", "webp"] as const) {
    const { error, stored, sha256, row } = await storeForCase(await plainPhoto(kind));
    expect(error).toBeNull();
    expect((await sharp(stored).metadata()).format).toBe("jpeg");
    expect(row).toEqual({ sha256, stored_sha256: createHash("sha256").update(stored).digest("hex") });
  }
});

test("a fine's photo is no AVIF, and of ten megabytes at most", async () => {
  for (const contentType of ["image/avif", "image/jpeg"]) {
    const { error, row } = await storeForCase(await plainPhoto("avif"), contentType);
    expect(error).toMatchObject({ statusCode: "415", message: expect.stringContaining("is not supported") as string });
    expect(row).toMatchObject({ stored_sha256: null });
  }
  const photo = await plainPhoto("jpeg");
  const ofSize = (size: number) => Buffer.concat([photo, Buffer.alloc(size - photo.length)]);
  expect((await storeForCase(ofSize(10 * 1024 * 1024))).error).toBeNull();
  expect((await storeForCase(ofSize(10 * 1024 * 1024 + 1))).error).toMatchObject({ statusCode: "413" });
});

test("a photo that says to be a page is refused", async () => {
  const { refused } = await upload(await plainPhoto("png"), { contentType: "text/html" });
  expect(refused).toMatchObject({ statusCode: "415" });
});

test.each(KINDS)("%s with more pixels than any camera has is refused", async (kind) => {
  const most = kind === "avif" ? 16 : 50;
  const tooMany = refusedWith(`Bilden har fler än ${most} megapixlar.`);
  expect(await upload(header(kind, 60_000, 50_000))).toMatchObject(tooMany);
  expect(await upload(header(kind, 5000, most * 200 + 1))).toMatchObject(tooMany);
});

test("few bytes that unfold to more than fifty megapixels are refused, and what unfolds to fewer is stored smaller", async () => {
  const bomb = await plainPhoto("png", 10_000, 5001);
  expect(bomb.length).toBeLessThan(1_000_000);
  expect(await upload(bomb)).toMatchObject(refusedWith("megapixlar"));
  const { refused, bytes } = await upload(await plainPhoto("png", 10_000, 2000));
  expect(refused).toBeNull();
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 4096, height: 819 });
});

test("the part that an AVIF cuts away counts for its size, since it is decoded all the same", async () => {
  const clap = `0000002863${Buffer.from("lap").toString("hex")}${u32(60_000)}${"00000001".repeat(7)}`;
  const bytes = Buffer.from(heif("avif", 60_000, 50_000) + clap, "hex");
  expect(await upload(bytes, { contentType: "image/avif" })).toMatchObject(refusedWith("megapixlar"));
});

test("the place, the camera and the turn of a photo are not stored: it is upright", async () => {
  const sent = await phonePhoto();
  expect(sent.includes("Telefon")).toBe(true);
  expect((await sharp(sent).metadata()).orientation).toBe(6);
  for (const [name] of NAMES) {
    const { bytes } = await upload(sent, { name });
    const { width, height, orientation, exif, xmp, iptc, icc } = await sharp(bytes).metadata();
    expect({ width, height, orientation, exif, xmp, iptc, icc }).toEqual({ width: 60, height: 80 });
    expect(bytes.includes("Exif") || bytes.includes("Telefon")).toBe(false);
    const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    const [top, bottom] = [data.subarray(60 * 3 * 10), data.subarray(60 * 3 * 70)];
    expect([(top[0] ?? 0) > (top[2] ?? 0), (bottom[0] ?? 0) > (bottom[2] ?? 0)]).toEqual([true, false]);
  }
});

test("nothing but the picture is stored of a photo that is a page too", async () => {
  const page = Buffer.from("<!doctype html><script>alert(1)</script>");
  const jpeg = await phonePhoto();
  const comment = Buffer.concat([Buffer.from(`fffe${u16(page.length + 2)}`, "hex"), page]);
  for (const bytes of [
    Buffer.concat([jpeg, page]),
    Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]),
    Buffer.concat([SMALL_PNG, page]),
  ])
    for (const [name] of NAMES) {
      const stored = await upload(bytes, { name });
      expect([stored.refused, stored.bytes.includes("script")]).toEqual([null, false]);
    }
});

test("photos for signed addresses are made anew too, and the room that is counted is what is stored", async () => {
  const bucket = server.client().storage.from("shift-images");
  const room = async () => Number((await server.sql`select sum(bytes) as sum from private.storage_usage`)[0]?.["sum"]);
  const send = async (bytes: Buffer) => {
    const path = `vakt01/signed-${randomUUID()}.jpg`;
    const { data } = await bucket.createSignedUploadUrl(path);
    const { error } = await bucket.uploadToSignedUrl(path, data?.token ?? "", bytes, { contentType: "image/jpeg" });
    const { data: stored } = await bucket.download(path);
    return { error, stored: Buffer.from(await (stored ?? new Blob()).arrayBuffer()) };
  };
  const before = await room();
  const photo = Buffer.concat([await phonePhoto(), Buffer.alloc(1e6)]);
  const { error, stored } = await send(photo);
  expect([error, stored.includes("Telefon")]).toEqual([null, false]);
  expect(stored.length).toBeLessThan(10_000);
  expect((await room()) - before).toBe(stored.length);
  expect((await send(await plainPhoto("gif"))).error).toMatchObject({ statusCode: "415" });
});

/** The processes that decode photos, and what they were told by their environment. */
function decoders(): { id: number; environment: string[] }[] {
  return readdirSync("/proc").flatMap((id) => {
    try {
      const about = (what: string) => readFileSync(`/proc/${id}/${what}`, "utf8");
      const isOwn = about("status").includes(`PPid:\t${process.pid}\n`) && about("cmdline").includes("photo-worker");
      return isOwn ? [{ id: Number(id), environment: about("environ").split("\0").filter(Boolean) }] : [];
    } catch {
      return [];
    }
  });
}

test("photos are decoded by a process that knows none of the server's settings, and another takes its place when it dies", async () => {
  expect((await upload(await plainPhoto("jpeg"))).refused).toBeNull();
  const [first] = decoders();
  expect(first?.environment.filter((setting) => !/^(MALLOC|UV|VIPS|NODE_CHANNEL)_/.test(setting))).toEqual([]);
  process.kill(first?.id ?? 0, "SIGKILL");
  await expect.poll(decoders, TOLD).toEqual([]);
  // A photo that comes before the server has heard of the death is refused for the moment.
  await expect.poll(async () => (await upload(await plainPhoto("jpeg"))).refused, TOLD).toBeNull();
});

test("a photo that takes too long is refused, those past the line wait for another time, and the next is stored", async () => {
  const photo = await largePhoto();
  const limited = await startTestServer({ photoLimits: { workers: 1, longestMs: 500, waiting: 1 } });
  const bucket = limited.client().storage.from("shift-images");
  const send = async (bytes: Buffer) =>
    (await bucket.upload(`vakt01/${randomUUID()}.webp`, bytes, { contentType: "image/jpeg" })).error;
  const answers = await Promise.all([photo, photo, photo, photo].map(send));
  const messages = answers.map((error) => error?.message ?? "stored").toSorted();
  expect(messages.slice(-2)).toEqual(Array(2).fill("Bilden tar för lång tid att läsa."));
  expect(messages.slice(0, 2)).toEqual(Array(2).fill("Bilden kan inte tas emot just nu. Försök igen om en stund."));
  await expect.poll(() => send(SMALL_PNG), TOLD).toBeNull();
  expect(await limited.sql`select from storage.objects`).toHaveLength(1);
  await limited.stop();
});

test("the photos of one do not keep another's waiting", async () => {
  const photos = createPhotoMaker(pino({ level: "silent" }), { workers: 1 });
  const done: string[] = [];
  const remake = (owner: string) =>
    photos.remake({ bytes: SMALL_PNG, type: "image/webp", owner, address: "" }).then(() => done.push(owner));
  await Promise.all(["a", "a", "a", "b"].map(remake));
  expect(done).toEqual(["a", "b", "a", "a"]);
  await photos.close();
});

// Drivers have no account, and are told apart by their addresses.
test.each([
  ["an account", "agent", "vakt01", () => "192.0.2.1"],
  ["a driver", "", "vakt01", () => "192.0.2.1"],
  ["a driver", "", "", () => "192.0.2.1"],
  ["a driver of many addresses", "", "", (n: number) => `2001:db8:1:${n}::/64`],
])("%s with too many photos keeps nobody else's out", async (_who, owner, other, addressOf) => {
  const photos = createPhotoMaker(pino({ level: "silent" }), { workers: 1, waiting: 2 });
  const remake = (photo: { owner: string; address: string }) =>
    photos.remake({ bytes: SMALL_PNG, type: "image/webp", ...photo }).then(
      () => "made",
      () => "refused",
    );
  const many = Array.from({ length: 4 }, (_, n) => remake({ owner, address: addressOf(n) }));
  const theirs = remake({ owner: other, address: "192.0.2.2" });
  expect([await Promise.all(many), await theirs]).toEqual([["made", "made", "refused", "refused"], "made"]);
  await photos.close();
});

const sendInPieces = (bytes: Uint8Array) =>
  fetch(`${server.url}/storage/v1/object/shift-images/piece-${bytes.length}`, {
    method: "POST",
    headers: { apikey: server.publishableKey, "content-type": "image/jpeg" },
    body: new Blob([new Uint8Array(bytes)]).stream(),
    duplex: "half",
  } as RequestInit);

test("an upload in pieces, without a length, is refused", async () => {
  expect((await sendInPieces(await plainPhoto("jpeg"))).status).toBe(411);
});

test("uploads that could be resumed are not offered", async () => {
  const answer = await fetch(`${server.url}/storage/v1/upload/resumable`, {
    method: "POST",
    headers: { apikey: server.publishableKey, "tus-resumable": "1.0.0", "upload-length": "10" },
  });
  expect(answer.status).toBeGreaterThanOrEqual(400);
});
