// Calls about the caller's own account: signing up, logging in, renewing and ending logins, another password. Nothing else of an account
// can be changed: another address would need a mail to confirm it.
import sql from "sql-template-tag";
import * as v from "valibot";
import { inTransaction } from "#server/database/driver/connect.ts";
import { Refusal } from "#server/http/refusal.ts";
import { type User, findByEmail, findUser, insertAccount, readEmail, reserved } from "./accounts.ts";
import { type Call, type OwnCall, attempt, count, countOwn, hashedFor, inNameOf, invalid } from "./call.ts";
import { findDevice, rememberDevice } from "./known-device.ts";
import {
  SCOPES,
  banned,
  beginLogin,
  endLogins,
  renewLogin,
  sessionNotFound,
  wrongCredentials,
  type Login,
  loginAnswer,
} from "./logins.ts";
import { NOBODYS_HASH } from "./password-hasher.ts";
import { checkPassword } from "./password-rules.ts";

const TEXT = v.nullish(v.string(), "");
/**
 * Address as somebody types it. Real addresses are far below 1000 letters, and the time of comparing a text grows with the square of its
 * length where marks stand out of order.
 */
const EMAIL = v.nullish(v.pipe(v.string(), v.maxLength(1000)), "");
/** Longest metadata in letters, as JSON: every token of the account holds them. */
const LONGEST_METADATA = 1000;
/** Metadata, as GoTrue calls it. */
export const METADATA = v.nullish(
  v.pipe(
    v.custom<object>((value) => typeof value === "object" && !Array.isArray(value), "must be an object"),
    v.check(
      (value) => JSON.stringify(value).length <= LONGEST_METADATA,
      `must have at most ${LONGEST_METADATA} letters`,
    ),
  ),
  {},
);

/** The answer that a client keeps as its login. */
export function answerLogin({ context, publicUrl, credentials }: Call<unknown>, login: Login): Promise<object> {
  return loginAnswer(login, `${publicUrl ?? new URL(context.req.url).origin}/auth/v1`, credentials);
}

/** Throws a Refusal when an account with this address may not have the password. */
const checkNew = (call: Call<unknown>, password: string, email: string): Promise<void> =>
  call.hasher.look(() => checkPassword(call.pool, password, email, call.rules), hashedFor(call, email));

/** Hashes the password that an account with this address gets. Throws a Refusal when the account may not have it. */
export async function hashNew(call: Call<unknown>, password: string, email: string): Promise<string> {
  await checkNew(call, password, email);
  return call.hasher.hash(password, hashedFor(call, email));
}

export const SIGN_UP = v.object({ email: EMAIL, password: v.pipe(v.string(), v.nonEmpty()), data: METADATA });

/**
 * Makes an account for a visitor (document 1 §7, §8) and logs it in. In `hardened` the account has a visitor's rights until its address is
 * confirmed: by an admin, or by the link that goes to the address where the server sends mail, with which its owner chooses the password
 * anew.
 */
export async function signUp(call: Call<v.InferOutput<typeof SIGN_UP>>): Promise<object> {
  const { body, rules } = call;
  if (!call.isServer) await count(call, "signUp", null);
  // Reserved addresses are refused before the form of the address is looked at: in every spelling the refusal is the same.
  if (rules.refuseGuessable && (rules.isProtected(body.email) || rules.isReserved(body.email))) throw reserved();
  const email = readEmail(body.email);
  const passwordHash = await hashNew(call, body.password, email);
  const isConfirmed = !rules.refuseGuessable;
  const user_metadata = { ...body.data, email, email_verified: isConfirmed, phone_verified: false };
  const account = { email, passwordHash, email_confirm: isConfirmed, app_metadata: {}, user_metadata };
  const login = await inNameOf(call, async (database) => {
    const id = await insertAccount(database, account);
    if (!isConfirmed) await database.query(sql`select public.send_account_link(${id}::uuid, 'invitation')`);
    return beginLogin(database, id, call.device, rules.shortLogins);
  });
  rememberDevice(call, email, "password");
  return answerLogin(call, login);
}

export const CREDENTIALS = v.object({ email: EMAIL, password: TEXT, refresh_token: TEXT });
type Credentials = v.InferOutput<typeof CREDENTIALS>;

/** Logs in with a password, or renews a login with a refresh token. */
export async function logInOrRenew(call: Call<Credentials>): Promise<object> {
  if (call.parameter === "password") return answerLogin(call, await logIn(call));
  if (call.parameter !== "refresh_token") throw new Refusal(400, "invalid_credentials", "unsupported_grant_type");
  const token = call.body.refresh_token;
  if (token === "" || token.length > 255) throw invalid("refresh_token required");
  return answerLogin(call, await renewLogin(call.pool, token, call.device));
}

/** Logs in; an unknown account takes the same steps as an account with another password. */
async function logIn(call: Call<Credentials>): Promise<Login> {
  const email = call.body.email.trim().toLowerCase();
  const device = findDevice(call, email, "password");
  const who = { account: email.normalize("NFKC"), device };
  // A right password costs as much as a wrong one.
  if (!call.isServer)
    await count(device === null ? call : { ...call, address: `device ${device}` }, "hashes", who.account);
  const work = async () => {
    const account = await findByEmail(call.pool, email);
    const isRight = await call.hasher.verify(
      call.body.password,
      account?.hash ?? NOBODYS_HASH,
      hashedFor(call, who.account),
    );
    if (account === null || account.hash === null || !isRight) throw wrongCredentials();
    if (account.isBanned) throw banned();
    // In `hardened` an account without a confirmed address is let in, with the rights of a visitor.
    if (!account.isConfirmed && !call.rules.refuseGuessable)
      throw new Refusal(400, "email_not_confirmed", "Email not confirmed");
    return inTransaction(call.pool, (database) =>
      beginLogin(database, account.id, call.device, call.rules.shortLogins),
    );
  };
  const login = call.isServer ? await work() : await attempt(call, "login", who, work);
  // With a second factor the device becomes known only after it has shown the factor.
  if (!hasFactor(login.user)) rememberDevice(call, email, "password");
  return login;
}

/** Whether the account has a second factor that counts. */
const hasFactor = ({ factors = [] }: User) => factors.some(({ status }) => status === "verified");

/** Ends this login, the others, or all of them; a login that has not shown the second factor ends itself alone. */
export async function logOut({ pool, caller, parameter }: OwnCall): Promise<null> {
  const scope = v.safeParse(v.picklist(SCOPES), parameter ?? "global");
  if (!scope.success) throw invalid("Unsupported logout scope");
  const isWeak = caller.mustShowFactor;
  if (isWeak && scope.output === "others")
    throw new Refusal(403, "insufficient_aal", "AAL2 required to end other logins");
  await inTransaction(pool, (database) => endLogins(database, caller, isWeak ? "local" : scope.output));
  return null;
}

/** The client sends a flow's challenge besides, which is of no use for a password. */
const NONE = v.nullish(v.null());
export const NEW_PASSWORD = v.strictObject({
  password: v.string(),
  current_password: TEXT,
  code_challenge: NONE,
  code_challenge_method: NONE,
});

const currentPassword = (code: string) =>
  new Refusal(400, code, "Current password required when setting new password.");

const FACTOR_REQUIRED = "AAL2 session is required to update email or password when MFA is enabled.";

const isCurrent = (call: OwnCall<unknown>, password: string) =>
  call.hasher.verify(password, call.caller.passwordHash ?? "", hashedFor(call, call.caller.user.email));

/**
 * The caller's device, as limits count it. For an account with a second factor only a device that showed the factor counts. A thief may
 * have had the password before the factor was set up, and have made any number of devices that know the password.
 */
export const findOwnDevice = (call: OwnCall<unknown>): string | null =>
  findDevice(call, call.caller.user.email, call.caller.hasFactor ? "factor" : "password");

/** Throws a Refusal unless this is the caller's password: a borrowed session does not become the account. */
export async function proveCurrent(call: OwnCall<unknown>, current: string): Promise<void> {
  if (current === "") throw currentPassword("current_password_required");
  const who = { account: call.caller.accountId, device: findOwnDevice(call) };
  await attempt(call, "proofs", who, async () => {
    if (!(await isCurrent(call, current))) throw currentPassword("current_password_invalid");
  });
}

/** Changes the password, with the current one unless another person chose that. This login stays and the others end. */
export async function changePassword(call: OwnCall<v.InferOutput<typeof NEW_PASSWORD>>): Promise<User> {
  const { caller } = call;
  const { password, current_password: current } = call.body;
  await countOwn(call);
  // A stolen token, or a stolen password, is not enough to shut out the owner of a second factor.
  if (caller.hasFactor && caller.aal === "aal1") throw new Refusal(401, "insufficient_aal", FACTOR_REQUIRED);
  await checkNew(call, password, caller.user.email);
  if (!caller.mustChoosePassword) await proveCurrent(call, current);
  if (await isCurrent(call, password))
    throw new Refusal(422, "same_password", "New password should be different from the old password.");
  const hash = await call.hasher.hash(password, hashedFor(call, caller.user.email));
  await inNameOf(call, async (database) => {
    // The later one of two changes at the same time fails: the password that it proved is not the current one any more.
    const changed = await database.query(sql`
      update auth.users set encrypted_password = ${hash}, updated_at = now()
      where id = ${caller.accountId}::uuid and encrypted_password is not distinct from ${caller.passwordHash}`);
    if (changed.rowCount === 0) throw sessionNotFound();
    await endLogins(database, caller, "others");
    await database.query(sql`select private.note_own_password(${caller.accountId}::uuid)`);
  });
  return findUser(call.pool, caller.accountId);
}
