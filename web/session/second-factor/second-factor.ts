/** The second factor of a login's own account: an authenticator application, and the recovery codes that stand in for it. */
import type { Client } from "#data/client.ts";
import { DataError } from "#data/data-error.ts";
import { callAccountFunction } from "#data/staff_accounts/function.ts";
import { unwrap } from "#data/unwrap.ts";

export type Factor = { id: string; enrolledAt: string };
/** One that counts once its first code was shown. `picture` is the address of a QR code. */
export type NewFactor = { id: string; picture: string; secret: string };

/** The factors that count. @throws DataError */
export async function listFactors(client: Client): Promise<Factor[]> {
  const { totp } = unwrap(await client.auth.mfa.listFactors());
  return totp.map(({ id, created_at: enrolledAt }) => ({ id, enrolledAt }));
}

/** Begins a new factor and forgets those that were begun before and never counted. @throws DataError */
export async function beginFactor({ auth: { mfa } }: Client): Promise<NewFactor> {
  const { all } = unwrap(await mfa.listFactors());
  for (const { id, status } of all) if (status === "unverified") unwrap(await mfa.unenroll({ factorId: id }));
  const { id, totp } = unwrap(await mfa.enroll({ factorType: "totp" }));
  return { id, picture: pictureAddress(totp.qr_code), secret: totp.secret };
}

/** The address of a picture that a page may show: the client hands the SVG over with letters that end an address, such as `#`. */
export function pictureAddress(qrCode: string): string {
  return `data:image/svg+xml,${encodeURIComponent(qrCode.slice(qrCode.indexOf(",") + 1))}`;
}

/** Shows the code of a factor, which raises the login. @throws DataError `mfa_verification_failed` for a wrong one */
export async function showCode({ auth }: Client, factorId: string, code: string): Promise<void> {
  unwrap(await auth.mfa.challengeAndVerify({ factorId, code }));
}

/** Shows the code of whichever factor the account has. @throws DataError as `showCode` */
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

/** Whether the service says that the code was not the right one. */
export const isWrongCode = (error: unknown): boolean =>
  error instanceof DataError && error.code === "mfa_verification_failed";

/** Takes a recovery code instead of the second factor; false when it is none, or was used. @throws DataError */
export async function takeRecoveryCode(client: Client, code: string): Promise<boolean> {
  if (!unwrap(await client.rpc("use_recovery_code", { code }))) return false;
  // The token says what the login has shown.
  await client.auth.refreshSession();
  return true;
}

/** Ten new recovery codes, told this once; the ones before are void. @throws DataError */
export const makeRecoveryCodes = async (client: Client): Promise<string[]> =>
  unwrap(await client.rpc("make_recovery_codes"));

/** Removes a factor of the acting account. @throws DataError `refused` when the password is not the current one */
export const removeFactor = (factorId: string, password: string): Promise<void> =>
  callAccountFunction({ action: "remove-own-factor", factorId, currentPassword: password });
