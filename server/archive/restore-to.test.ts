import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { type BackupKeys, NO_KEYS, encryptor } from "#server/backup/encryption.ts";
import { openFolderStore } from "#server/storage/folder-store.ts";
import {
  FORM,
  MANIFEST_END,
  baseName,
  factsOf,
  openArchive,
  partOf,
  refuseOtherSegment,
  segmentName,
} from "./archive.ts";
import { holeIn, readMoment, restoreTo } from "./restore-to.ts";

const ZONE = "Europe/Stockholm";
const NOW = Date.parse("2026-11-28T12:00:00Z");
const read = (text: string) => {
  const moment = readMoment(text, ZONE, NOW);
  return moment === null ? null : new Date(moment).toISOString();
};

test("a moment is the company's clock unless it names a zone", () => {
  expect(read("2026-11-23T14:02:05")).toBe("2026-11-23T13:02:05.000Z");
  expect(read("2026-07-01 14:02")).toBe("2026-07-01T12:02:00.000Z");
  expect(read("2026-11-23T14:02:05Z")).toBe("2026-11-23T14:02:05.000Z");
  expect(read("2026-11-23T14:02:05+02:00")).toBe("2026-11-23T12:02:05.000Z");
  expect(read("latest")).toBeNull();
});

test("of an hour that comes twice the later one is meant, and in the hour that is left out nothing fails", () => {
  expect(read("2026-10-25T02:30:00")).toBe("2026-10-25T01:30:00.000Z");
  expect(read("2026-03-29T02:30:00")).toBe("2026-03-29T01:30:00.000Z");
});

test("what is no moment, or lies ahead, is refused", () => {
  for (const text of ["igår", "2026-11-23", "14:02", ""]) expect(() => read(text)).toThrow(/name a moment/);
  expect(() => read("2026-11-28T13:00:01")).toThrow(/lies ahead/);
});

const of = (timeline: number, ...places: number[]) =>
  places.map((place) => `0000000${timeline}00000000000000${String(place).padStart(2, "0")}`);
const hole = (segments: string[], found: string[], missing: string[]) =>
  holeIn(segments, { found: new Set(found), missing: new Set(missing) });

test("a segment that lacks before later ones is a hole; the log's end, a history and another timeline's segment are none", () => {
  expect(hole(of(1, 1, 2, 4), of(1, 1, 2), of(1, 3))).toBe(of(1, 3)[0]);
  expect(hole(of(1, 1, 2), of(1, 1, 2), of(1, 3))).toBeNull();
  expect(hole(of(1, 1, 2), of(1, 1, 2), ["00000002.history", ...of(1, 3)])).toBeNull();
  // The second timeline begins with the third segment, and the first went on to the fifth.
  const both = [...of(1, 1, 2, 3, 4, 5), ...of(2, 3, 4)];
  expect(hole(both, [...of(1, 1, 2), ...of(2, 3, 4)], [...of(2, 1, 2), ...of(2, 5)])).toBeNull();
});

const [OURS, OTHERS] = ["7412345678901234567", "7499999999999999999"];
const FIRST = "000000010000000000000005";
const COPY = {
  system: OURS,
  version: "17.6",
  startedAt: "2026-11-23T01:00:00.000Z",
  endedAt: "2026-11-23T01:00:09.000Z",
  first: FIRST,
  last: FIRST,
  parts: 1,
  folders: ["base", "pg_wal/archive_status"],
};

/** An archive in a folder of its own, with what writes into it and what restores from it. */
async function makeArchive() {
  const folder = mkdtempSync(join(tmpdir(), "parkering-crafted-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const identity = await generateX25519Identity();
  const identityFile = join(folder, "identity.txt");
  writeFileSync(identityFile, identity);
  const keys: BackupKeys = { passphrase: null, recipients: [await identityToRecipient(identity)], identityFile };
  const place = join(folder, "archive");
  const store = openFolderStore(place, FORM);
  const add = async (copy: typeof COPY, given = keys, name = baseName(copy)) => {
    const archive = openArchive(store, given);
    const manifest = Buffer.from(JSON.stringify(copy));
    for (const each of [partOf(name, 1), segmentName(copy.system, copy.last)])
      await archive.write(each, { bytes: Buffer.alloc(64), facts: factsOf(manifest) });
    await archive.write(name + MANIFEST_END, { bytes: manifest, facts: factsOf(manifest) });
    return join(place, name);
  };
  const restore = (system?: string) =>
    restoreTo(
      {
        places: {
          dataDir: join(folder, "data"),
          databaseUrl: null,
          storageDir: join(folder, "data", "storage"),
          backup: keys,
          archive: { storageDir: place, s3: null, days: 14 },
        },
        log: pino({ level: "silent" }),
      },
      null,
      { system },
    );
  return { folder, keys, add, restore, plain: openArchive(store, NO_KEYS), archive: openArchive(store, keys) };
}

// Spec rules §11: What somebody wrote into an archive
test("what somebody wrote into an archive without a key is not restored: a whole copy, and a part of a copy of ours", async () => {
  const { folder, add, restore } = await makeArchive();
  const path = await add(COPY, NO_KEYS);
  await expect(restore()).rejects.toThrow(/no whole copy[^]*manifest cannot be read: It is not encrypted/);
  await add({ ...COPY, startedAt: "2026-11-24T01:00:00.000Z" });
  renameSync(
    `${path}.000001`,
    join(folder, "archive", `${baseName({ ...COPY, startedAt: "2026-11-24T01:00:00.000Z" })}.000001`),
  );
  await expect(restore()).rejects.toThrow(/It is not encrypted/);
});

// Spec rules §11: What somebody wrote into an archive
test("a list of erased rows that somebody wrote without a key is named, before anything is restored", async () => {
  const { add, restore, plain } = await makeArchive();
  await add(COPY);
  const bytes = Buffer.from("../../x");
  await plain.write("erased/20261124T010000-00000000", { bytes, facts: factsOf(bytes) });
  await expect(restore()).rejects.toThrow(
    "The archive's list erased/20261124T010000-00000000 of erased rows cannot be read: It is not encrypted",
  );
});

// Spec rules §11: What somebody wrote into an archive
test("a copy that names folders outside of its own, and one that says it is another, are not restored", async () => {
  const { folder, add, restore } = await makeArchive();
  await add({ ...COPY, folders: ["base", "../../../outside"] });
  await expect(restore()).rejects.toThrow(/wrong are folders\.1/);
  expect(existsSync(join(folder, "outside"))).toBe(false);
  await add(COPY, undefined, baseName({ ...COPY, startedAt: "2026-11-25T01:00:00.000Z" }));
  await expect(restore()).rejects.toThrow(/20261125T010000Z.*it is the manifest of .*20261123T010000Z/);
});

// Spec rules §11: Of an archive with several
test("of an archive with two databases the operator names one", async () => {
  const { add, restore } = await makeArchive();
  await add(COPY);
  await add({ ...COPY, system: OTHERS, startedAt: "2026-11-24T01:00:00.000Z", endedAt: "2026-11-24T01:00:09.000Z" });
  await expect(restore()).rejects.toThrow(
    `The archive holds several databases. Name one:
  --database ${OURS}: copies of 20261123T010000Z to 20261123T010000Z
  --database ${OTHERS}: copies of 20261124T010000Z to 20261124T010000Z`,
  );
  await expect(restore("1")).rejects.toThrow(/^The archive has no database 1, but:/);
  // The named one is read: what these tests wrote is no copy, and nothing else is said.
  await expect(restore(OURS)).rejects.toThrow(/^Tar archive is truncated/);
});

// Spec rules §11: What somebody wrote into an archive
test("a file that stands under another one's name is not read, and one from before names were written is", async () => {
  const { folder, archive, keys } = await makeArchive();
  const [two, three] = ["00000002.history", "00000003.history"].map((segment) => segmentName(OURS, segment)) as [
    string,
    string,
  ];
  const bytes = Buffer.from("1\t0/5000000\tbefore the moment\n");
  await archive.write(two, { bytes, facts: factsOf(bytes) });
  expect((await archive.read(two))?.bytes).toEqual(bytes);
  for (const end of ["", ".json"])
    copyFileSync(join(folder, "archive", two + end), join(folder, "archive", three + end));
  await expect(archive.read(three)).rejects.toThrow(`It was written as ${two}.`);
  // As a server of before wrote it.
  const old = await buffer(encryptor(keys)(Readable.from([gzipSync(bytes)])));
  writeFileSync(join(folder, "archive", three), old);
  expect((await archive.read(three))?.bytes).toEqual(bytes);
});

// Spec rules §11: What somebody wrote into an archive
test("a segment is its own place of its own database's log", () => {
  const segment = Buffer.alloc(16 * 1024 * 1024);
  segment.writeBigUInt64LE(0x1_0500_0000n, 8);
  segment.writeBigUInt64LE(BigInt(OURS), 24);
  segment.writeUInt32LE(segment.length, 32);
  const name = "000000020000000100000005";
  expect(() => refuseOtherSegment(segment, OURS, name)).not.toThrow();
  for (const [bytes, system, of] of [
    [segment, OURS, "000000020000000100000006"],
    [segment, OURS, "000000020000000000000005"],
    [segment, OTHERS, name],
    [segment.subarray(0, 8192), OURS, name],
    [Buffer.alloc(0), OURS, name],
  ] as const)
    expect(() => refuseOtherSegment(bytes, system, of)).toThrow("it is another part of a log");
});
