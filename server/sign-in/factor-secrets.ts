// Stored secrets of second factors: encrypted (AES-256-GCM) with a key of server/secrets.ts and bound to their factor, so that a person who
// reads or writes a row of auth.mfa_factors gets no codes of it.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { escapeLiteral } from "pg";
import sql from "sql-template-tag";
import type { Database } from "#server/database/driver/connect.ts";

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

const hashOf = (text: string) => createHash("sha256").update(text).digest();
/** Beginning of an encrypted secret, which tells the key that encrypted it. */
const markOf = (key: string) => `v1.${hashOf(`mark ${key}`).toString("base64url").slice(0, 8)}.`;

/** Encrypts the secret of a factor. */
export function encryptSecret(secret: string, factorId: string, key: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, hashOf(key), iv).setAAD(Buffer.from(factorId));
  const parts = [iv, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()];
  return markOf(key) + Buffer.concat(parts).toString("base64url");
}

const keyOf = (stored: string, keys: readonly string[]) => keys.find((each) => stored.startsWith(markOf(each)));

/** Whether one of these keys reads a stored secret: after a restore of a backup without secrets none does. */
export const isReadable = (stored: string, keys: readonly string[]): boolean =>
  !stored.startsWith("v1.") || keyOf(stored, keys) !== undefined;

/**
 * Decrypts the secret of a factor; a secret that an earlier version stored is plain. Throws when no key of these, or another factor,
 * encrypted it.
 */
export function decryptSecret(stored: string, factorId: string, keys: readonly string[]): string {
  if (!stored.startsWith("v1.")) return stored;
  const key = keyOf(stored, keys);
  if (key === undefined) throw new Error("A second factor was encrypted with a key that is gone.");
  const bytes = Buffer.from(stored.slice(markOf(key).length), "base64url");
  const cipher = createDecipheriv(CIPHER, hashOf(key), bytes.subarray(0, IV_BYTES)).setAAD(Buffer.from(factorId));
  cipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([cipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), cipher.final()]).toString("utf8");
}

/**
 * Statements that store the secrets of all second factors plain, for a database whose sign-in service does not know our keys. Throws when
 * the key of a secret is gone.
 */
export async function plainSecretStatements(database: Database, keys: readonly string[]): Promise<string[]> {
  const { rows } = await database.query<{ id: string; secret: string }>(sql`
    select id, secret from auth.mfa_factors where factor_type = 'totp' and secret <> '' order by id`);
  return rows.map(({ id, secret }) => {
    const plain = escapeLiteral(decryptSecret(secret, id, keys));
    return `update auth.mfa_factors set secret = ${plain} where id = ${escapeLiteral(id)};`;
  });
}

/**
 * Encrypts secrets that are plain, or encrypted with an older key, with the first of these keys; the other keys decrypt. A secret whose key is
 * gone stays as it is: its factor opens nothing, and holds all the same.
 */
export async function encryptSecrets(database: Database, keys: readonly string[]): Promise<void> {
  const [key] = keys;
  if (key === undefined) return;
  const { rows } = await database.query<{ id: string; secret: string }>(sql`
    select id, secret from auth.mfa_factors
    where factor_type = 'totp' and secret <> '' and not starts_with(secret, ${markOf(key)})`);
  for (const { id, secret } of rows) {
    if (!isReadable(secret, keys)) continue;
    const encrypted = encryptSecret(decryptSecret(secret, id, keys), id, key);
    await database.query(sql`
      update auth.mfa_factors set secret = ${encrypted} where id = ${id}::uuid and secret = ${secret}`);
  }
}
