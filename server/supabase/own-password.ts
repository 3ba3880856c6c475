// Changing one's own password: PUT /auth/v1/user, of which nothing else is answered (a changed address would send letters).
//
// Why: lite's own keeps the account's other logins. GoTrue ends them and keeps the one that asks.
// Contract test: tests/backend/auth.test.ts ("one's own password").
import { decodeJwt } from "jose";
import sql from "sql-template-tag";
import { z } from "zod";
import { type DatabasePool, inTransaction } from "#server/database/connect.ts";

/** What supabase-js sends; a flow's challenge is of no use for a password. */
const wanted = z.strictObject({
  password: z.string().min(6, "Password should be at least 6 characters.").max(128),
  code_challenge: z.null().optional(),
  code_challenge_method: z.null().optional(),
});

/** bcrypt reads no more bytes of a password than these. */
const MAX_BYTES = 72;

/**
 * Answers the request of a person whom `getUser` has just recognised by the same token: 200 with the account, 422 for a password
 * that may not be, or for another change than that of the password.
 */
export async function changeOwnPassword(
  request: Request,
  options: { pool: DatabasePool; getUser: () => Promise<Response> },
): Promise<Response> {
  const body = wanted.safeParse(
    await request
      .clone()
      .json()
      .catch(() => null),
  );
  const user = await options.getUser();
  if (!user.ok) return user;
  if (!body.success) return refuse("validation_failed", body.error.issues[0]?.message ?? "Invalid body");
  const { password } = body.data;
  if (Buffer.byteLength(password) > MAX_BYTES || password.includes("\0"))
    return refuse("validation_failed", "Password cannot be longer than 72 bytes");
  const { sub = "", session_id: session } = decodeJwt(
    request.headers.get("authorization")?.slice("Bearer ".length) ?? "",
  );
  const isChanged = await inTransaction(options.pool, async (transaction) => {
    const changed = await transaction.query(sql`
      update auth.users set updated_at = now(), encrypted_password = extensions.crypt(${password}, extensions.gen_salt('bf', 10))
      where id = ${sub} and encrypted_password is distinct from extensions.crypt(${password}, encrypted_password)`);
    if (changed.rowCount === 0) return false;
    await transaction.query(sql`
      delete from auth.sessions where user_id = ${sub} and id::text is distinct from ${String(session)}`);
    return true;
  });
  return isChanged ? user : refuse("same_password", "New password should be different from the old password.");
}

/** An error as GoTrue writes it, which supabase-js reads. */
const refuse = (code: string, msg: string): Response =>
  Response.json({ code: 422, error_code: code, msg }, { status: 422, headers: { "X-Sb-Error-Code": code } });
