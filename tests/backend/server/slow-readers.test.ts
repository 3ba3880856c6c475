// Readers who take nothing of an answer: they hold no copy of a file, and are let go.
// Without it 120 connections without a key held 1.6 GB of the plate reader's WebAssembly for as long as they liked.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type Socket, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { noisyPng } from "#tests/support/rows/real-photos.ts";
import { PHOTOS } from "#tests/support/rows/writes.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";

const MB = 1024 * 1024;
const READERS = 40;
const STALLED_MS = 2000;

let server: TestServer;
let webDir: string;
beforeAll(async () => {
  webDir = mkdtempSync(join(tmpdir(), "parkering-web-"));
  mkdirSync(join(webDir, "assets"));
  writeFileSync(join(webDir, "index.html"), "<!doctype html><title>Parkering</title>");
  writeFileSync(join(webDir, "assets", "reader-AAAAAAAA.wasm"), Buffer.alloc(12 * MB, "w"));
  server = await startTestServer({ webDir, stalledMs: STALLED_MS });
  const photo = await noisyPng(1700);
  const { error } = await server.client().storage.from(PHOTOS).upload("a/1-a.png", photo, { contentType: "image/png" });
  if (error) throw error;
});
afterAll(async () => {
  await server.stop();
  rmSync(webDir, { recursive: true, force: true });
});

/** Somebody who asks for an address, and reads the first piece of the answer only. */
function ask(path: string): { socket: Socket; begun: Promise<unknown>; closed: Promise<unknown> } {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const begun = new Promise((resolve) => socket.once("readable", () => resolve(socket.read(16))));
  const closed = new Promise((resolve) => socket.once("error", resolve).once("close", resolve));
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  return { socket, begun, closed };
}

/** Bytes outside of the heap: buffers that answers hold. */
const held = () => {
  const { arrayBuffers, external } = process.memoryUsage();
  return Math.max(arrayBuffers, external) / MB;
};

test.for(["/assets/reader-AAAAAAAA.wasm", `/storage/v1/object/public/${PHOTOS}/a/1-a.png`])(
  "%s: a reader who takes nothing holds no copy, and is let go",
  async (path) => {
    const read = async () => {
      const answer = await fetch(server.url + path, { headers: { "Accept-Encoding": "identity" } });
      return { said: Number(answer.headers.get("content-length")), got: (await answer.arrayBuffer()).byteLength };
    };
    const whole = await read();
    expect(whole.got).toBeGreaterThan(8 * MB);
    expect(whole.said).toBe(whole.got);
    const before = held();
    const readers = Array.from({ length: READERS }, () => ask(path));
    expect(new Set((await Promise.all(readers.map(({ begun }) => begun))).map(String))).toEqual(
      new Set(["HTTP/1.1 200 OK\r"]),
    );
    expect(held() - before).toBeLessThan(READERS);
    // Somebody who reads gets the file meanwhile.
    expect(await read()).toEqual(whole);
    await pause(2 * STALLED_MS);
    for (const { socket } of readers) socket.resume();
    await Promise.all(readers.map(({ closed }) => closed));
  },
);
