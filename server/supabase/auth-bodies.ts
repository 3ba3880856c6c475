// Refuses bodies of the sign-in service that are no JSON object, or hold what the database cannot store.
//
// Why: @supabase/lite answers 500 to them. Contract test: tests/backend/bad-input-accounts.test.ts.
import type { MiddlewareHandler } from "hono";
import { UnreadableError, parseObject } from "#server/http/readable-json.ts";

/** The middleware; it reads bodies, so their size must have been limited before. An empty body is left to the route. */
export const refuseUnreadableBody: MiddlewareHandler = async (context, next) => {
  if (["GET", "HEAD", "OPTIONS"].includes(context.req.method)) return next();
  try {
    const text = await context.req.raw.clone().text();
    if (text !== "") refuseWrongTypes(parseObject(text));
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    context.header("X-Sb-Error-Code", "bad_json");
    return context.json({ code: 400, error_code: "bad_json", msg: error.message }, 400);
  }
  return next();
};

/** As wide as the column of auth.users. */
const EMAIL_MAX = 255;

const TEXTS = ["email", "password", "phone", "refresh_token"];

function refuseWrongTypes(body: Record<string, unknown>): void {
  for (const name of TEXTS) {
    if (name in body && body[name] !== null && typeof body[name] !== "string")
      throw new UnreadableError(`The field ${name} must be a text.`);
  }
  if (typeof body["email"] === "string" && body["email"].length > EMAIL_MAX)
    throw new UnreadableError(`The address must not be longer than ${EMAIL_MAX} letters.`);
}
