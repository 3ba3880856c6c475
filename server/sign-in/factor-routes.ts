// The second factor: codes of an authenticator application (TOTP), as the client's auth.mfa calls ask for them.
import { Hono } from "hono";
import { renderSVG } from "uqr";
import { attempt, count } from "./counted.ts";
import { challenge, enrol, factorNotFound, unenrol, verify } from "./factors.ts";
import { inNameOf } from "./in-name-of.ts";
import { readLogin } from "./logins.ts";
import { Refusal, invalid } from "./refusals.ts";
import { readBody, readId, readOptionalBody, readQuery, readText } from "./requests.ts";
import { type Surroundings, deviceOf, grant, hasSecretKey, readCaller, whoOf } from "./surroundings.ts";

const NAME_MAX = 100;
/** What an authenticator shows the code under, when the client names nothing else. */
const ISSUER = "Parkering";

const challengeNotFound = () =>
  new Refusal(422, "mfa_factor_not_found", "MFA factor with the provided challenge ID not found");

export function createFactorRoutes(here: Surroundings): Hono {
  const { pool, limits } = here;
  const routes = new Hono();
  routes.use(async (context, next) => {
    hasSecretKey(context, here);
    readQuery(context);
    await next();
  });

  routes.post("/", async (context) => {
    const body = await readBody(context);
    const caller = await readCaller(context, here);
    await count(limits, "accountCalls", whoOf(context, here, caller.accountId));
    if (readText(body, "factor_type") !== "totp") throw invalid("factor_type needs to be totp");
    const [name, issuer] = [readText(body, "friendly_name") ?? "", readText(body, "issuer") ?? ISSUER];
    if (name.length > NAME_MAX || issuer.length > NAME_MAX)
      throw invalid(`A name of a factor has at most ${NAME_MAX} characters`);
    // Whoever chose the password would bring a factor of their own.
    if (caller.mustChoosePassword)
      throw new Refusal(403, "password_change_required", "Choose a password of your own first");
    const factor = await enrol(pool, caller, { name, issuer });
    const { id, uri, secret } = factor;
    return context.json({ id, type: "totp", friendly_name: name, totp: { qr_code: renderSVG(uri), secret, uri } });
  });

  routes.post("/:id/challenge", async (context) => {
    const id = readId(context.req.param("id"), factorNotFound);
    await readOptionalBody(context);
    const caller = await readCaller(context, here);
    await count(limits, "accountCalls", whoOf(context, here, caller.accountId));
    return context.json(await challenge(pool, caller, id, deviceOf(context, here)));
  });

  routes.post("/:id/verify", async (context) => {
    const factorId = readId(context.req.param("id"), factorNotFound);
    const body = await readBody(context);
    const challengeId = readId(body["challenge_id"], challengeNotFound);
    const code = readText(body, "code") ?? "";
    const caller = await readCaller(context, here);
    const login = await attempt(limits, "proofs", whoOf(context, here, caller.accountId), () =>
      inNameOf(pool, { account: caller.accountId }, async (database) => {
        await verify(database, caller, { factorId, challengeId, code });
        return readLogin(database, caller.sessionId);
      }),
    );
    return grant(context, login, here);
  });

  routes.delete("/:id", async (context) => {
    const id = readId(context.req.param("id"), factorNotFound);
    const caller = await readCaller(context, here);
    await count(limits, "accountCalls", whoOf(context, here, caller.accountId));
    await inNameOf(pool, { account: caller.accountId }, (database) =>
      unenrol(database, caller.accountId, id, caller.aal),
    );
    return context.json({ id });
  });
  return routes;
}
