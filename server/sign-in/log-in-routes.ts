// Signing up, logging in, renewing and ending logins.
import { type Context, Hono } from "hono";
import { findByEmail, insertAccount } from "./accounts.ts";
import { attempt, count } from "./counted.ts";
import { inNameOf } from "./in-name-of.ts";
import { beginLogin, endLogins, renewLogin } from "./logins.ts";
import { NOBODYS_HASH } from "./password-hasher.ts";
import { checkPassword } from "./password-rules.ts";
import { Refusal, invalid } from "./refusals.ts";
import {
  type Body,
  isReserved,
  readBody,
  readEmail,
  readObject,
  readOptionalBody,
  readQuery,
  readText,
} from "./requests.ts";
import { type Surroundings, deviceOf, grant, hasSecretKey, readCaller, whoOf } from "./surroundings.ts";

export function createLogInRoutes(here: Surroundings): Hono {
  const routes = new Hono();
  routes.post("/signup", async (context) => {
    const isServer = hasSecretKey(context, here);
    readQuery(context, "redirect_to");
    const body = await readBody(context);
    if (!isServer) await count(here.limits, "signUp", whoOf(context, here, null));
    return signUp(context, body, here);
  });
  routes.post("/token", async (context) => {
    const isServer = hasSecretKey(context, here);
    const { grant_type: kind } = readQuery(context, "grant_type");
    const body = await readBody(context);
    if (kind === "password") return logIn(context, body, here, isServer);
    if (kind === "refresh_token") return renew(context, body, here);
    throw new Refusal(400, "invalid_credentials", "unsupported_grant_type");
  });
  routes.post("/logout", async (context) => {
    hasSecretKey(context, here);
    const { scope } = readQuery(context, "scope");
    await readOptionalBody(context);
    const caller = await readCaller(context, here);
    await endLogins(here.pool, caller, readScope(scope ?? "global"));
    return context.body(null, 204);
  });
  return routes;
}

function readScope(scope: string): "global" | "local" | "others" {
  if (scope === "global" || scope === "local" || scope === "others") return scope;
  throw invalid(`Unsupported logout scope ${scope.slice(0, 50)}`);
}

/** Makes an account of somebody who asks for one (document 1 §7, §8) and logs it in. */
async function signUp(context: Context, body: Body, here: Surroundings): Promise<Response> {
  const password = readText(body, "password");
  if (password === null || password === "") throw invalid("Signup requires a valid password");
  // Before the form of the address is looked at: however it is written, the refusal is one and the same.
  if (here.rules.refuseGuessable && isReserved(readText(body, "email") ?? "")) throw reserved();
  const email = readEmail(body);
  checkPassword(password, email, here.rules);
  const data = readObject(body, "data");
  const passwordHash = await here.hasher.hash(password);
  try {
    const login = await inNameOf(here.pool, "visitor", async (database) => {
      const account = { email, passwordHash, isConfirmed: true, appMetadata: {} };
      const userMetadata = { ...data, email, email_verified: true, phone_verified: false };
      const id = await insertAccount(database, { ...account, userMetadata });
      return beginLogin(database, id, deviceOf(context, here));
    });
    here.devices.remember(context, email);
    return await grant(context, login, here);
  } catch (error) {
    if (codeOf(error) === "23505") throw new Refusal(422, "user_already_exists", "User already registered");
    if (codeOf(error) === "23514") throw reserved();
    throw error;
  }
}

const reserved = () => new Refusal(422, "email_address_not_authorized", "This address is reserved.");

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined);

/** Logs in; an account that is not there takes the same steps as one with another password. */
async function logIn(context: Context, body: Body, here: Surroundings, isServer: boolean): Promise<Response> {
  const email = (readText(body, "email") ?? "").trim().toLowerCase();
  const password = readText(body, "password") ?? "";
  const work = async () => {
    const account = await findByEmail(here.pool, email);
    const isRight = await here.hasher.verify(password, account?.hash ?? NOBODYS_HASH);
    if (account === null || account.hash === null || !isRight)
      throw new Refusal(400, "invalid_credentials", "Invalid login credentials");
    if (account.is_banned) throw new Refusal(400, "user_banned", "User is banned");
    if (!account.is_confirmed) throw new Refusal(400, "email_not_confirmed", "Email not confirmed");
    return beginLogin(here.pool, account.id, deviceOf(context, here));
  };
  const device = here.devices.find(context, email);
  const who = whoOf(context, here, email.normalize("NFKC"));
  // A device that was logged in to the account is counted by itself.
  const counted = device === null ? who : { ...who, address: `device ${device}` };
  const login = isServer ? await work() : await attempt(here.limits, "login", counted, work);
  here.devices.remember(context, email);
  return grant(context, login, here);
}

async function renew(context: Context, body: Body, here: Surroundings): Promise<Response> {
  const token = readText(body, "refresh_token");
  if (token === null || token === "" || token.length > 255) throw invalid("refresh_token required");
  return grant(context, await renewLogin(here.pool, token, deviceOf(context, here)), here);
}
