// The calls of supabase.auth.admin that the product's own functions make, for the secret key only.
import sql from "sql-template-tag";
import * as v from "valibot";
import { Refusal } from "#server/http/refusal.ts";
import { type User, changeAccount, findUser, insertAccount, readEmail } from "./accounts.ts";
import { type Call, type Door, inNameOf } from "./call.ts";
import { removeOf } from "./factors.ts";
import { METADATA, hashNew } from "./own-account.ts";

/** Lets in the product's own functions. Throws a Refusal 401 for anybody else. */
export const requireServer: Door = ({ context, role }) => {
  // A browser that holds the secret key has leaked it, so it is refused, as hosted Supabase does.
  const isBrowser = /^\s*Mozilla\//i.test(context.req.header("user-agent") ?? "");
  if (isBrowser || role !== "service_role")
    throw new Refusal(401, "no_authorization", "This endpoint requires the secret key");
};

const PASSWORD = v.nullish(v.string(), null);
const FIELDS = { email_confirm: v.optional(v.boolean(), false), app_metadata: METADATA, user_metadata: METADATA };
export const NEW_ACCOUNT = v.object({ ...FIELDS, email: v.string(), password: PASSWORD });
export const CHANGES = v.object({ ...FIELDS, email: v.optional(v.string()), password: PASSWORD });

/** Makes an account; without a password nobody can log in to it. */
export async function create(call: Call<v.InferOutput<typeof NEW_ACCOUNT>>): Promise<User> {
  const { password, ...fields } = call.body;
  const email = readEmail(fields.email);
  const passwordHash = password === null ? null : await hashNew(call, password, email);
  const id = await inNameOf(call, (database) => insertAccount(database, { ...fields, email, passwordHash }));
  return findUser(call.pool, id);
}

/** Gives an account by its id. */
export const read = ({ pool, id }: Call): Promise<User> => findUser(pool, id);

/** Changes an account, whose logins end with its old password. */
export async function change(call: Call<v.InferOutput<typeof CHANGES>>): Promise<User> {
  const { password, ...fields } = call.body;
  const before = await findUser(call.pool, call.id);
  const email = fields.email === undefined ? null : readEmail(fields.email);
  const passwordHash = password === null ? null : await hashNew(call, password, email ?? before.email);
  await inNameOf(call, (database) => changeAccount(database, before.id, { ...fields, email, passwordHash }));
  return findUser(call.pool, before.id);
}

/** Removes an account with all its logins and factors. */
export async function remove(call: Call): Promise<User> {
  const user = await findUser(call.pool, call.id);
  await inNameOf(call, (database) => database.query(sql`delete from auth.users where id = ${user.id}::uuid`));
  return user;
}

/** Removes a second factor of somebody who lost it. */
export async function removeFactor(call: Call): Promise<object> {
  const { id, factor } = call;
  await inNameOf(call, (database) => removeOf(database, id, factor, "aal2"));
  return { id: factor };
}
