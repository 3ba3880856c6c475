// Backups that are encrypted, what those that are not leave out, backups into a folder, and backups that are looked at again.
// Runs in `npm run test:all` alone: operators' commands take minutes and share no code with a screen.
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer, text } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { pino } from "pino";
import { afterEach, expect, test, vi } from "vitest";
import { createArchive } from "#server/backup/archive-writer.ts";
import { checkBackup, readEntries } from "#server/backup/archive-reader.ts";
import { backUp, backUpAndKeep } from "#server/backup/back-up.ts";
import { restore, verify } from "#server/backup/restore.ts";
import { type BackupKeys, NO_KEYS } from "#server/backup/encryption.ts";
import { readPlaces } from "#server/backup/places.ts";
import { readSecrets } from "#server/secrets.ts";
import { createTestDatabase } from "#tests/support/database/database.ts";
import { callSignIn, codeOf, makeEmailAccount } from "#tests/support/people/sign-in.ts";
import { program } from "#tests/support/server/server-process.ts";
import { createTestClient, startTestServer } from "#tests/support/server/server.ts";
import { noisyPng } from "#tests/support/rows/real-photos.ts";
import { PHOTOS } from "#tests/support/rows/writes.ts";

const log = pino({ level: "silent" });
const PASSPHRASE = "tolv månader är ett år";
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

/** A server with a photo, and where its backups go. */
async function serve() {
  const server = await startTestServer({ from: "seeded" });
  cleanUps.push(() => server.stop());
  const images = server.client().storage.from(PHOTOS);
  expect((await images.upload("vakt01/a.png", await noisyPng(40), { contentType: "image/png" })).error).toBeNull();
  const folder = mkdtempSync(join(tmpdir(), "parkering-backup-"));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  const source = { dataDir: folder, databaseUrl: server.databaseUrl, storageDir: server.storageDir };
  const make = (backup: BackupKeys, file = join(folder, "backup.tar.gz")) =>
    backUp({ places: { ...source, backup }, file, log });
  const check = (backup: BackupKeys, file = join(folder, "backup.tar.gz")) =>
    verify({ places: { ...source, backup }, file, log });
  return { server, folder, file: join(folder, "backup.tar.gz"), source, make, check };
}

/** A pair of keys of age, the private one in a file as `age-keygen` writes it. */
async function makePair(folder: string) {
  const identity = await generateX25519Identity();
  const identityFile = join(folder, "identity.txt");
  writeFileSync(identityFile, `# created: 2026-11-22\n${identity}\n`, { mode: 0o600 });
  return { recipient: await identityToRecipient(identity), identityFile };
}

const passphrase = (words: string): BackupKeys => ({ ...NO_KEYS, passphrase: words });

// Spec rules §11: A backup is
test("a passphrase opens what it encrypted, another one and none do not, and nothing of it can be read without", async () => {
  const { make, file } = await serve();
  expect(await make(passphrase(PASSPHRASE))).toContain(", encrypted)");
  const bytes = readFileSync(file);
  expect(bytes.subarray(0, 22).toString()).toBe("age-encryption.org/v1\n");
  expect(bytes.includes(Buffer.from([0x1f, 0x8b, 0x08]))).toBe(false);
  expect((await checkBackup(file, passphrase(PASSPHRASE))).photos.files).toBe(2);
  await expect(checkBackup(file, passphrase("tolv månader är ett å"))).rejects.toThrow(/encrypted with another key/);
  await expect(checkBackup(file)).rejects.toThrow(/Set BACKUP_PASSPHRASE or BACKUP_IDENTITY_FILE/);
});

test("a public key encrypts what only the private one opens; bytes behind the end are refused", async () => {
  const { make, folder, file } = await serve();
  const [own, other] = [await makePair(folder), await generateX25519Identity()];
  await make({ ...NO_KEYS, recipients: [own.recipient] });
  const manifest = await checkBackup(file, { ...NO_KEYS, identityFile: own.identityFile });
  expect(manifest.isWithoutSecrets).toBe(false);
  const otherFile = join(folder, "other.txt");
  writeFileSync(otherFile, other);
  await expect(checkBackup(file, { ...NO_KEYS, identityFile: otherFile })).rejects.toThrow(/another key/);
  writeFileSync(otherFile, "AGE-SECRET-KEY-HEMLIG\n");
  const refused = checkBackup(file, { ...NO_KEYS, identityFile: otherFile });
  await expect(refused).rejects.toThrow(/holds no identity of age/);
  await expect(refused).rejects.not.toThrow(/HEMLIG/);
  const whole = readFileSync(file);
  const longer = join(folder, "longer.tar.gz");
  for (const bytes of [
    Buffer.concat([whole, Buffer.from("x")]),
    Buffer.concat([whole, whole]),
    whole.subarray(0, -1),
  ]) {
    writeFileSync(longer, bytes);
    await expect(checkBackup(longer, { ...NO_KEYS, identityFile: own.identityFile })).rejects.toThrow(
      /cannot be read as a backup|cut off or damaged/,
    );
  }
  await expect(make({ ...NO_KEYS, recipients: ["age1abc"] }, join(folder, "x"))).rejects.toThrow(
    /is no public key of age/,
  );
});

/** Whether Debian's `age` is installed: `apt-get install age`. */
function hasAge(): boolean {
  try {
    execFileSync("age", ["--version"]);
    return true;
  } catch {
    return false;
  }
}

// Spec rules §11: A backup is
test.skipIf(!hasAge())("Debian's age opens what we encrypt, and we open what it encrypts", async () => {
  const { make, folder, file } = await serve();
  const { recipient, identityFile } = await makePair(folder);
  await make({ ...NO_KEYS, recipients: [recipient] });
  const opened = execFileSync("age", ["--decrypt", "--identity", identityFile, file], { maxBuffer: 2 ** 28 });
  const plain = join(folder, "plain.tar.gz");
  writeFileSync(plain, opened);
  const manifest = await checkBackup(plain);
  const again = join(folder, "again.tar.gz.age");
  execFileSync("age", ["--encrypt", "--recipient", recipient, "--output", again, plain]);
  expect(await checkBackup(again, { ...NO_KEYS, identityFile })).toEqual(manifest);
});

// Spec rules §11: A backup is
test("a backup that is not encrypted holds none of the server's secrets, is restored without keys alone, and a server on it makes new ones", async () => {
  const { server, make, check, source, file, folder } = await serve();
  const before = await readSecrets(server.database);
  expect(await make(NO_KEYS)).toContain("not encrypted, and without the server's secrets");
  await expect(check(passphrase(PASSPHRASE))).rejects.toThrow(/is not encrypted, and somebody without the key/);
  const tar = gunzipSync(readFileSync(file)).toString("latin1");
  const secrets = await server.sql<
    { name: string; value: string }[]
  >`select name, value from private.server_secrets order by name`;
  expect(secrets.map(({ name, value }) => [name, tar.includes(value)])).toEqual([
    ["countingKey", false],
    ["factorKey", false],
    ["jwtSecret", false],
    ["publishableKey", true],
    ["secretKey", false],
  ]);
  const target = await createTestDatabase({ from: "bare" });
  cleanUps.push(() => target.drop());
  const places = { ...source, databaseUrl: target.url, storageDir: join(folder, "storage") };
  expect(await restore({ places, file, log })).toContain("The next start makes new secrets");
  const after = await readSecrets(target.database);
  expect(after.publishableKey).toBe(before.publishableKey);
  expect(after.secretKeys).not.toEqual(before.secretKeys);
  expect(after.signingKeys).not.toEqual(before.signingKeys);
});

// Spec rules §11: After a restore everybody
test("after a restore no login counts, with keys or without; second factors hold, and without keys nobody's code opens", async () => {
  const server = await startTestServer({ profile: "hardened", rateLimits: "none" });
  cleanUps.push(() => server.stop());
  const folder = mkdtempSync(join(tmpdir(), "parkering-backup-"));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  const login = { email: "agent@example.org", password: "Granskog-7410" };
  await makeEmailAccount(server, login.email, login.password);
  const client = server.client();
  await client.auth.signInWithPassword(login);
  const factor = (await client.auth.mfa.enroll({ factorType: "totp" })).data;
  const [factorId, secret] = [factor?.id ?? "", factor?.totp.secret ?? ""];
  const code = await codeOf(secret);
  expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
  const codes = (await client.rpc("make_recovery_codes")).data as string[];
  const token = (await client.auth.getSession()).data.session?.refresh_token ?? "none";
  const [link] = await server.sql<{ id: string }[]>`
    with mail as (insert into public.outbox (about, channel, event) select id, 'account-mail', 'new_password' from auth.users limit 1 returning id, about)
    insert into private.account_links (id, account_id, key_hash) select id, about, 'hash' from mail returning id`;

  for (const backup of [passphrase(PASSPHRASE), NO_KEYS]) {
    const isKeyed = backup !== NO_KEYS;
    const file = join(folder, isKeyed ? "keyed" : "open");
    const source = { dataDir: folder, databaseUrl: server.databaseUrl, storageDir: server.storageDir, backup };
    await backUp({ places: source, file, log });
    // Whoever finds the file must not go on with somebody's login, and the key of a link is made of its id.
    const readable = isKeyed ? Buffer.alloc(0) : gunzipSync(readFileSync(file));
    expect([token, link?.id ?? ""].map((each) => readable.includes(each))).toEqual([false, false]);
    const target = await createTestDatabase({ from: "bare" });
    cleanUps.push(() => target.drop());
    const places = { ...source, databaseUrl: target.url, storageDir: join(folder, `${isKeyed}`) };
    const told = await restore({ places, file, log });

    const restored = await startTestServer({ profile: "hardened", rateLimits: "none", databaseUrl: target.url });
    cleanUps.push(() => restored.stop());
    const renewed = await callSignIn(restored, "/token?grant_type=refresh_token", { body: { refresh_token: token } });
    expect(renewed.status).toBe(400);
    const again = createTestClient(restored.url, restored.publishableKey);
    expect((await again.auth.signInWithPassword(login)).error).toBeNull();
    expect((await again.rpc("get_login_step")).data).toBe("code");
    const shown = await again.auth.mfa.challengeAndVerify({
      factorId,
      code: await codeOf(secret, Date.now() + 30_000),
    });
    expect(shown.error?.code ?? "opened").toBe(isKeyed ? "opened" : "mfa_verification_failed");
    const isIn = isKeyed || (await again.rpc("use_recovery_code", { code: codes[0] })).data;
    expect(isIn).toBe(true);
    expect((await again.rpc("get_login_step")).data).toBe("nothing");
    expect(told).toContain("Everybody logs in again.");
    expect(told.includes("Second factors")).toBe(!isKeyed);
  }
});

// Spec rules §11: A backup is
test("a copy that is not as the backup is told, and nothing of it stays", async () => {
  const { make, check, file, folder } = await serve();
  await make(NO_KEYS);
  // Other tests verify backups meanwhile: what stays is looked for where this one alone works.
  vi.stubEnv("TMPDIR", mkdtempSync(join(folder, "tmp-")));
  cleanUps.push(() => vi.unstubAllEnvs());
  expect(await check(NO_KEYS)).toMatch(/1 photos [^]*\n {2}All rows and photos are as in the backup/);
  // Whole by its manifest, and yet a row that no table keeps as it is.
  const altered = join(folder, "altered.tar.gz");
  await rewriteSite(file, altered);
  await expect(check(NO_KEYS, altered)).rejects.toThrow('these are not as in the backup: "public"."main_page_sites"');
  expect(readdirSync(tmpdir())).toEqual([]);
});

/** The backup with a number in it that PostgreSQL writes otherwise than it stands there, and a manifest that agrees. */
async function rewriteSite(file: string, other: string): Promise<void> {
  const archive = await createArchive(other);
  let sha256 = "";
  let bytes = 0;
  for await (const entry of readEntries(file)) {
    let body = await buffer(entry.body);
    if (entry.name.startsWith("tables/public.main_page_sites/")) {
      body = Buffer.from(body.toString().replaceAll("+00\t", "+00:00\t"));
      sha256 = createHash("sha256").update(body).digest("hex");
      bytes = body.length;
    }
    if (entry.name === "manifest.json") {
      const manifest = JSON.parse(body.toString()) as { tables: { name: string; sha256: string; bytes: number }[] };
      for (const table of manifest.tables)
        if (table.name === "main_page_sites") Object.assign(table, { sha256, bytes });
      body = Buffer.from(JSON.stringify(manifest));
    }
    await archive.add(entry.name, body.length, [body]);
  }
  await archive.finish();
}

test("a folder keeps the newest backups of ours and nothing else is touched; one that fails removes none", async () => {
  const { server, source, folder } = await serve();
  const old = ["2026-11-01T020000Z", "2026-11-02T020000Z", "2026-11-03T020000Z"].map(
    (time) => `parkering-${time}.tar.gz`,
  );
  const others = ["parkering-2026-10-01.tar.gz", "anteckningar.txt"];
  for (const name of [...old, ...others]) writeFileSync(join(folder, name), "x");
  const given = { places: source, file: folder, log };
  expect(await backUpAndKeep(given, 2)).toMatch(
    /^Backed up [^]*\n {2}Removed parkering-2026-11-01T020000Z\.tar\.gz\.\n {2}Removed parkering-2026-11-02T020000Z\.tar\.gz\.$/,
  );
  const names = readdirSync(folder).toSorted();
  expect(names).toHaveLength(4);
  expect(names).toEqual(expect.arrayContaining([old[2], ...others]));
  const nowhere = { ...given, places: { ...source, databaseUrl: "postgresql://nobody@127.0.0.1:1/none" } };
  await expect(backUpAndKeep(nowhere, 1)).rejects.toThrow(/ECONNREFUSED/);
  expect(readdirSync(folder).toSorted()).toEqual(names);
  await expect(backUpAndKeep({ ...given, file: join(folder, "none") }, 1)).rejects.toThrow(/is no folder/);
  const rows =
    await server.sql`select made_at > now() - interval '1 minute' as fresh, bytes::int from private.last_backup`;
  const made = names.find((name) => ![...old, ...others].includes(name)) ?? "";
  expect(rows).toEqual([{ fresh: true, bytes: statSync(join(folder, made)).size }]);
});

test("the command reads its arguments, and tells which there are", async () => {
  const { source, folder } = await serve();
  const run = async (...given: string[]) => {
    const { PATH = "" } = process.env;
    const env = { PATH, HOME: "/tmp", DATABASE_URL: source.databaseUrl, STORAGE_URL: source.storageDir };
    const child = spawn(process.execPath, [...program("backup"), ...given], { env });
    const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    return `${String(code)} ${out}${errors}`;
  };
  expect(await run("--keep", "2", folder)).toMatch(/^0 Backed up/);
  for (const wrong of [
    ["a", "b"],
    ["--keep", "0", folder],
    ["--kepp", "2", folder],
  ]) {
    expect(await run(...wrong)).toMatch(/^1 [^]*npm run backup -- --keep 14 FOLDER/);
  }
  expect(readdirSync(folder)).toHaveLength(1);
});

const read = (variables: Record<string, string>) => () => readPlaces(variables);

test("settings: both ways at once, a short passphrase, a wrong key and a misspelled name are refused, and no passphrase is repeated", () => {
  expect(read({ BACKUP_PASSPHRASE: PASSPHRASE, BACKUP_RECIPIENTS: "age1x" })).toThrow(/exclude each other/);
  expect(read({ BACKUP_PASSPHRASE: "kort" })).toThrow(/BACKUP_PASSPHRASE must have 12 characters/);
  expect(read({ BACKUP_PASSPHRASE: "kort" })).not.toThrow(/kort/);
  expect(read({ BACKUP_RECIPIENTS: "ssh-ed25519 AAAA" })).toThrow(/must be public keys of age/);
  expect(read({ BACKUP_PASPHRASE: PASSPHRASE })).toThrow(/BACKUP_PASSPHRASE is meant/);
  expect(readPlaces({ BACKUP_RECIPIENTS: "age1a, age1b" }).backup?.recipients).toEqual(["age1a", "age1b"]);
});
