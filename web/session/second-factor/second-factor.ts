/** The second factor of an account: an authenticator application, and the recovery codes that replace it. */
import type { Acting } from "#data/acting.ts";
import type { Client } from "#data/client.ts";
import { DataError } from "#data/data-error.ts";
import { callAccountFunction } from "#data/staff_accounts/function.ts";
import { unwrap } from "#data/unwrap.ts";

export type Factor = { id: string; enrolledAt: string };
/** A factor that becomes active with its first code. `picture` is the address of a QR code. */
export type NewFactor = { id: string; picture: string; secret: string };

/** The active factors. @throws DataError */
export async function listFactors(client: Client): Promise<Factor[]> {
  const { totp } = unwrap(await client.auth.mfa.listFactors());
  return totp.map(({ id, created_at: enrolledAt }) => ({ id, enrolledAt }));
}

/** Begins a new factor and deletes factors that were begun earlier and never became active. @throws DataError */
export async function beginFactor({ auth: { mfa } }: Client): Promise<NewFactor> {
  const { all } = unwrap(await mfa.listFactors());
  for (const { id, status } of all) if (status === "unverified") unwrap(await mfa.unenroll({ factorId: id }));
  const { id, totp } = unwrap(await mfa.enroll({ factorType: "totp" }));
  return { id, picture: pictureAddress(totp.qr_code), secret: totp.secret };
}

/**
 * The QR code as an address that a page may show. The client's SVG has letters such as `#` that would end an address, so they are escaped.
 */
export function pictureAddress(qrCode: string): string {
  return `data:image/svg+xml,${encodeURIComponent(qrCode.slice(qrCode.indexOf(",") + 1))}`;
}

/** Sends the code of a factor, which raises the login's level. @throws DataError `mfa_verification_failed` for a wrong code */
export async function showCode({ auth }: Client, factorId: string, code: string): Promise<void> {
  unwrap(await auth.mfa.challengeAndVerify({ factorId, code }));
}

/** Sends the code to each of the account's factors until one accepts it. @throws DataError as `showCode` */
export async function showAnyCode(client: Client, code: string): Promise<void> {
  const factors = await listFactors(client);
  for (const [index, { id }] of factors.entries()) {
    try {
      return await showCode(client, id, code);
    } catch (error) {
      if (!isWrongCode(error) || index === factors.length - 1) throw error;
    }
  }
  throw new DataError("gone", "The account has no second factor");
}

/** Whether the service says that the code was wrong. */
export const isWrongCode = (error: unknown): boolean =>
  error instanceof DataError && error.code === "mfa_verification_failed";

/** Uses a recovery code instead of the second factor; false when the code is unknown or used. @throws DataError */
export async function takeRecoveryCode(client: Client, code: string): Promise<boolean> {
  if (!unwrap(await client.rpc("use_recovery_code", { code }))) return false;
  // A new token carries the raised level of the login.
  await client.auth.refreshSession();
  return true;
}

/** Makes ten new recovery codes, which are shown only once; the old ones become void. @throws DataError */
export const makeRecoveryCodes = async (client: Client): Promise<string[]> =>
  unwrap(await client.rpc("make_recovery_codes"));

/** Removes a factor of the acting account. @throws DataError `refused` when the password is wrong */
export const removeFactor = (acting: Acting, factorId: string, password: string): Promise<void> =>
  callAccountFunction(acting, { action: "remove-own-factor", factorId, currentPassword: password });
