// One's own account: reading it, and changing its password. Nothing else of it is changed: another address would ask for letters.
import { Hono } from "hono";
import sql from "sql-template-tag";
import { findUser } from "./accounts.ts";
import { attempt, count } from "./counted.ts";
import { inNameOf } from "./in-name-of.ts";
import { type Caller, endLogins } from "./logins.ts";
import { checkPassword } from "./password-rules.ts";
import { Refusal, sessionNotFound, unprocessable } from "./refusals.ts";
import { type Body, readBody, readQuery, readText } from "./requests.ts";
import { type Surroundings, hasSecretKey, readCaller, whoOf } from "./surroundings.ts";

export function createOwnAccountRoutes(here: Surroundings): Hono {
  const routes = new Hono();
  routes.get("/user", async (context) => {
    hasSecretKey(context, here);
    readQuery(context);
    return context.json((await readCaller(context, here)).user);
  });
  routes.put("/user", async (context) => {
    const isServer = hasSecretKey(context, here);
    readQuery(context, "redirect_to");
    const body = await readBody(context);
    const caller = await readCaller(context, here);
    const who = whoOf(context, here, caller.accountId);
    if (!isServer) await count(here.limits, "accountCalls", who);
    const { password, current } = readChange(body);
    requireSecondFactor(caller);
    checkPassword(password, caller.user.email, here.rules);
    if (!caller.mustChoosePassword) {
      if (current === null || current === "") throw currentPassword("current_password_required");
      await attempt(here.limits, "proofs", who, () => checkCurrent(current, caller, here));
    }
    if (await here.hasher.verify(password, caller.passwordHash ?? ""))
      throw new Refusal(422, "same_password", "New password should be different from the old password.");
    await changePassword(caller, await here.hasher.hash(password), here);
    return context.json(await findUser(here.pool, caller.accountId));
  });
  return routes;
}

/** What the client sends besides; a flow's challenge is of no use for a password. */
const EMPTY_FIELDS = ["code_challenge", "code_challenge_method"];

function readChange(body: Body): { password: string; current: string | null } {
  const others = Object.keys(body).filter((name) => name !== "password" && name !== "current_password");
  const wrong = others.find((name) => !EMPTY_FIELDS.includes(name) || body[name] !== null);
  if (wrong !== undefined) throw unprocessable(`Only the password can be changed, not ${wrong.slice(0, 50)}.`);
  const password = readText(body, "password");
  if (password === null) throw unprocessable("A password is required.");
  return { password, current: readText(body, "current_password") };
}

/** A stolen token, or a stolen password, is not enough to shut somebody with a second factor out. */
function requireSecondFactor({ hasFactor, aal }: Caller): void {
  if (hasFactor && aal === "aal1")
    throw new Refusal(
      401,
      "insufficient_aal",
      "AAL2 session is required to update email or password when MFA is enabled.",
    );
}

const currentPassword = (code: string) =>
  new Refusal(400, code, "Current password required when setting new password.");

async function checkCurrent(current: string, { passwordHash }: Caller, { hasher }: Surroundings): Promise<void> {
  if (!(await hasher.verify(current, passwordHash ?? ""))) throw currentPassword("current_password_invalid");
}

/** Keeps the login that asks, and ends the others. */
async function changePassword(caller: Caller, hash: string, { pool }: Surroundings): Promise<void> {
  await inNameOf(pool, { account: caller.accountId }, async (database) => {
    // Of two changes at once the later one fails: it proved a password that is none any more.
    const changed = await database.query(sql`
      update auth.users set encrypted_password = ${hash}, updated_at = now()
      where id = ${caller.accountId}::uuid and encrypted_password is not distinct from ${caller.passwordHash}`);
    if (changed.rowCount === 0) throw sessionNotFound();
    await endLogins(database, caller, "others");
    await database.query(sql`select private.note_own_password(${caller.accountId}::uuid)`);
  });
}
