// Bad names, bodies and photos for the stored files.
import { readdir } from "node:fs/promises";
import { crc32, deflateSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PROFILES, attackedServer } from "#tests/support/server/attacked-server.ts";
import {
  MARKUP,
  expectMannerly,
  hostileText,
  hostileValue,
  send,
  wellFormed,
} from "#tests/support/bad-input/hostile.ts";
import { SMALL_PNG as PNG } from "#tests/support/rows/real-photos.ts";

const chunk = (name: string, content: Buffer) => {
  const named = Buffer.concat([Buffer.from(name), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
};

/** A PNG that says it is this large; its picture is all of one colour, so that a few kilobytes hold it. */
function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const picture = deflateSync(Buffer.alloc(1024 * 1024), { level: 9 });
  return Buffer.concat([
    PNG.subarray(0, 8),
    chunk("IHDR", header),
    chunk("IDAT", picture),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Names as an address holds them: `encoded` already, or not. */
const hostileName = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(
      "..",
      "../..",
      ".",
      "...",
      "./x",
      "x/./y",
      "x//y",
      "//x",
      "/etc/passwd",
      "x/",
      "%2e%2e",
      "%2e%2e%2fx",
      "..%2f..%2fx",

      "..%5c..%5cx",
      "..\\x",
      "C:\\x",
      "x%00.png",
      "%00",
      "%",
      "%zz",
      "%c0%ae%c0%ae/x",
      "%ff",
      "x%0d%0aSet-Cookie:a=b",
      "x?y",
      "x#y",

      "con",
      "nul.png",
      ".htaccess",
      "x.png.json",
      "å/ä/ö.png",
      "a\u0308.png",
      "\u202Egnp.x",
      "👩‍👩‍👧‍👦.png",
      "__proto__",
      "constructor",

      "x".repeat(255),
      "x".repeat(1025),
      "x/".repeat(500),
      "%25".repeat(400),
      "x".repeat(7000),
      "list",
      "sign",
      "public",
      "info",
      "",
    ),
    hostileText().map((text) => encodeURIComponent(wellFormed(text.slice(0, 900)))),
    hostileText().map((text) => text.slice(0, 300).replace(/[^!$-;=?-~]|[\\^`{|}]/g, "")),
  );

/** {"alg":"HS256"} and {"sub":"x.png","bucket":"shift-images","intent":"download"}, signed by somebody else. */
const FORGED =
  "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4LnBuZyIsImJ1Y2tldCI6InNoaWZ0LWltYWdlcyIsImludGVudCI6ImRvd25sb2FkIn0.JXyCqqYUYi3ijg2NlEKl8cU9B0l9Ph0v9rLN3c2Tq3Y";

const NO_PHOTOS: [string, Buffer][] = [
  ...MARKUP.map((text): [string, Buffer] => [text.slice(0, 30), Buffer.from(text)]),
  ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ["a page", Buffer.from("<!doctype html><script>alert(1)</script>")],
  ["a program", Buffer.from("\x7FELF\u0002\u0001")],
  ["nothing", Buffer.alloc(0)],
  ["half of a PNG", PNG.subarray(0, 20)],
  ["a PNG of four billion pixels", pngOf(65_535, 65_535)],
  ["a PNG without a width", pngOf(0, 4)],
];

describe.each(PROFILES)("%s", (profile) => {
  const attacked = attackedServer({ profile });

  const call = (method: string, path: string, body?: BodyInit, headers: Record<string, string> = {}) =>
    send(`${attacked.server.url}/storage/v1/${path}`, {
      method,
      headers: { apikey: attacked.server.secretKey, ...headers },
      ...(body === undefined ? {} : { body }),
    });
  const upload = (name: string, body: BodyInit, type = "image/png") =>
    call("POST", `object/shift-images/${name}`, body, { "content-type": type });

  /** Everything beside and above the folder of the stored files that should not be there. */
  const outside = async () =>
    (await readdir(`${attacked.server.storageDir}/..`)).filter((name) => !["storage", "web"].includes(name));

  test("no name leaves the folder, and what is stored is found under its own name", async () => {
    const property = fc.asyncProperty(hostileName(), async (name) => {
      const { status } = await expectMannerly(await upload(name, PNG));
      const again = await call("GET", `object/shift-images/${name}`);
      const bytes = Buffer.from(await again.arrayBuffer());
      const isKept = status === 200 && again.status === 200;
      expect(again.status).toBeLessThan(500);
      // A name without an ending is a JPEG's.
      const isPhoto = bytes.equals(PNG) || bytes.readUInt16BE() === 0xff_d8;
      expect(isKept ? isPhoto : true).toBe(true);
      await expectMannerly(
        await call("DELETE", "object/shift-images", JSON.stringify({ prefixes: [wellFormed(name)] })),
      );
    });
    await attacked.holds(property, 120);
    expect(await outside()).toEqual([]);
  });

  test("no address below /storage/v1 fails, whatever stands in it", async () => {
    const place = fc.constantFrom(
      "object/shift-images/",
      "object/public/shift-images/",
      "object/authenticated/shift-images/",
      "object/",
      "object/info/shift-images/",
      "object/info/public/shift-images/",
      "object/sign/shift-images/",
      "object/list/",
      "object/upload/sign/shift-images/",
      "render/image/public/shift-images/",
      "bucket/",
      "bucket/shift-images/",
      "upload/resumable/",
      "s3/",
      "",
      "object/list-v2/",
      "vector/",
      "iceberg/",
      "health/",
      "cdn/",
    );
    const method = fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");
    const query = fc.constantFrom(
      "",
      "?token=x",
      "?token=a.b.c",
      `?token=${FORGED}`,
      "?download=%0d%0a",
      "?download=å",
      "?width=1e9",
      "?x=%zz",
    );
    const property = fc.asyncProperty(method, place, hostileName(), query, async (verb, path, name, rest) => {
      const isReading = ["GET", "HEAD"].includes(verb);
      await expectMannerly(await call(verb, `${path}${name}${rest}`, isReading ? undefined : "{}"));
    });
    await attacked.holds(property, 150);
    expect(await outside()).toEqual([]);
  });

  test("bodies that are not understood are refused with a reason", async () => {
    expect((await upload("x.png", PNG)).status).toBe(200);
    const place = fc.constantFrom(
      "object/shift-images",
      "object/sign/shift-images",
      "object/move",
      "object/copy",
      "bucket",
      "object/upload/sign/shift-images/x.png",
      "object/list/nope",
    );
    const fields = ["prefix", "prefixes", "limit", "offset", "sortBy", "search", "expiresIn", "paths", "bucketId"];
    const keys = fc.constantFrom(...fields, "sourceKey", "destinationKey", "destinationBucket", "id", "name", "public");
    const body = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.dictionary(keys, hostileValue(), { maxKeys: 4 }).map((value) => JSON.stringify(value)),
      },
      fc.constantFrom(
        "",
        "{",
        "null",
        "[]",
        "1",
        '"x"',
        "[".repeat(50_000),
        '{"sortBy":{"column":"x;drop","order":"y"}}',
      ),
      hostileText(),
    );
    const method = fc.constantFrom("POST", "PUT", "DELETE");
    const property = fc.asyncProperty(method, place, body, async (verb, path, text) => {
      await expectMannerly(await call(verb, path, wellFormed(text), { "content-type": "application/json" }));
    });
    await attacked.holds(property, 150);
  });

  test("forms that are no upload are refused with a reason", async () => {
    const type = fc.constantFrom(
      "multipart/form-data",
      "multipart/form-data; boundary=",
      "multipart/form-data; boundary=b",
    );
    const body = fc.oneof(
      fc.constantFrom(
        "",
        "--b",
        "--b--",
        "--b\r\n\r\n--b--",
        '--b\r\nContent-Disposition: form-data; name=""\r\n\r\nx\r\n--b--',
      ),
      fc.constantFrom(
        '--b\r\nContent-Disposition: form-data; name=""; filename="../x"\r\n\r\nx\r\n--b--',
        "--b\r\n".repeat(5000),
      ),
      hostileText().map(wellFormed),
    );
    const property = fc.asyncProperty(type, body, async (contentType, text) => {
      const { status } = await expectMannerly(await upload("form.png", text, contentType));
      expect(status).toBeGreaterThanOrEqual(400);
    });
    await attacked.holds(property, 60);
  });

  test.each(NO_PHOTOS)("a photo that is none is refused: %s", async (_, bytes) => {
    for (const type of ["image/png", "image/svg+xml", "text/html", "image/png; charset=x", "IMAGE/PNG", "x", ""]) {
      const { status } = await expectMannerly(await upload("photo.png", new Uint8Array(bytes), type));
      expect([400, 415]).toContain(status);
    }
    expect((await call("GET", "object/shift-images/photo.png")).status).toBe(400);
  });

  test("bytes that begin like a photo are measured or refused, in time", async () => {
    const beginning = fc.constantFrom(
      "ffd8ff",
      "ffd8ffe1",
      "89504e470d0a1a0a",
      "474946383961",
      "524946460000000057454250",
      "0000001c66747970",
    );
    const kind = fc.constantFrom(
      "",
      "61766966",
      "68656963",
      "56503820",
      "5650384c",
      "56503858",
      "0000000d49484452",
      "00000000",
    );
    const property = fc.asyncProperty(beginning, kind, fc.uint8Array({ maxLength: 300 }), async (begin, next, rest) => {
      const bytes = Buffer.concat([Buffer.from(begin, "hex"), Buffer.from(next, "hex"), rest]);
      const name = `bytes-${Buffer.from(bytes).toString("hex").slice(0, 80)}.png`;
      await expectMannerly(await upload(name, bytes));
      const answer = await call("GET", `object/shift-images/${name}`);
      expect(answer.headers.get("content-type")).toMatch(/^(image\/png|application\/json)/);
      await answer.arrayBuffer();
    });
    await attacked.holds(property, 150);
  });
});
