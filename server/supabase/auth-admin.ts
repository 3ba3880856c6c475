// The five calls of supabase.auth.admin on users, for the secret key only.
//
// Why: @supabase/lite has no admin routes and the edge function that makes accounts needs them.
// Contract test: tests/backend/auth.test.ts ("auth.admin").
import { type Context, Hono } from "hono";
import sql, { type Sql } from "sql-template-tag";
import { z } from "zod";
import { type Database, type DatabasePool, inTransaction } from "#server/database/connect.ts";
import { sameSecret } from "./same-secret.ts";

const metadata = z.record(z.string(), z.json());
const newUser = z.object({
  email: z.email("Unable to validate email address: invalid format"),
  password: z
    .string()
    .min(6, "Password should be at least 6 characters.")
    .max(72, "Password cannot be longer than 72 characters")
    .optional(),
  email_confirm: z.boolean().optional(),
  user_metadata: metadata.optional(),
  app_metadata: metadata.optional(),
});
const changes = newUser.partial();

/** Beyond it there are no accounts, and no offset that PostgreSQL can count. */
const MAX_PAGE = 1_000_000;

type UserRow = {
  id: string;
  aud: string | null;
  role: string | null;
  email: string | null;
  phone: string | null;
  raw_app_meta_data: object | null;
  raw_user_meta_data: object | null;
  email_confirmed_at: Date | null;
  last_sign_in_at: Date | null;
  created_at: Date;
  updated_at: Date;
  is_anonymous: boolean;
  identities: object[];
};

/** Makes the routes below `/auth/v1/admin`; `pool` is of the database's owner. */
export function createAuthAdmin(options: { pool: DatabasePool; secretKey: string }): Hono {
  const { pool } = options;
  const routes = new Hono();

  routes.use(async (context, next) => {
    // A browser that holds the secret key has leaked it, as hosted Supabase says too.
    const isBrowser = /^\s*Mozilla\//i.test(context.req.header("user-agent") ?? "");
    if (!isBrowser && sameSecret(context.req.header("apikey") ?? "", options.secretKey)) return next();
    return failure(context, 401, "no_authorization", "This endpoint requires the secret key");
  });

  routes.get("/users", async (context) => {
    const page = Math.min(MAX_PAGE, Math.max(1, Math.trunc(Number(context.req.query("page"))) || 1));
    const size = Math.min(1000, Math.max(1, Math.trunc(Number(context.req.query("per_page"))) || 50));
    const [total, rows] = await Promise.all([
      pool.query<{ count: number }>(sql`
        select count(*)::int as count from auth.users where deleted_at is null`),
      pool.query<UserRow>(sql`
        ${SELECT_USERS} where u.deleted_at is null order by u.created_at desc, u.id
        limit ${size} offset ${(page - 1) * size}`),
    ]);
    context.header("x-total-count", String(total.rows[0]?.count ?? 0));
    return context.json({ users: rows.rows.map(toUser), aud: "authenticated" });
  });

  routes.post("/users", async (context) => {
    const body = newUser.safeParse(await readJson(context));
    if (!body.success)
      return failure(context, 422, "validation_failed", body.error.issues[0]?.message ?? "Invalid body");
    const { email, password, email_confirm, user_metadata, app_metadata } = body.data;
    try {
      const id = await inTransaction(pool, async (transaction) => {
        const {
          rows: [row],
        } = await transaction.query<{ id: string }>(sql`
          insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
          values (gen_random_uuid(), 'authenticated', 'authenticated', ${email.toLowerCase()},
            ${password === undefined ? null : hashOf(password)}, ${email_confirm ? sql`now()` : null},
            ${JSON.stringify({ provider: "email", providers: ["email"], ...app_metadata })},
            ${JSON.stringify(user_metadata ?? {})})
          returning id`);
        if (!row) throw new Error("The account was not returned.");
        await transaction.query(sql`
          insert into auth.identities (id, provider, provider_id, user_id, identity_data)
          values (gen_random_uuid(), 'email', ${row.id}, ${row.id},
            ${JSON.stringify({ sub: row.id, email: email.toLowerCase(), email_verified: email_confirm ?? false, phone_verified: false })})`);
        return row.id;
      });
      return context.json(await findUser(pool, id));
    } catch (error) {
      if (isDuplicate(error))
        return failure(context, 422, "email_exists", "A user with this email address has already been registered");
      throw error;
    }
  });

  routes.get("/users/:id{[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}}", async (context) => {
    const user = await findUser(pool, context.req.param("id"));
    return user ? context.json(user) : notFound(context);
  });

  routes.put("/users/:id{[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}}", async (context) => {
    const id = context.req.param("id");
    const body = changes.safeParse(await readJson(context));
    if (!body.success)
      return failure(context, 422, "validation_failed", body.error.issues[0]?.message ?? "Invalid body");
    const { email, password, email_confirm, user_metadata, app_metadata } = body.data;
    try {
      await inTransaction(pool, async (transaction) => {
        await transaction.query(sql`
        update auth.users set updated_at = now(),
          email = coalesce(${email?.toLowerCase() ?? null}, email),
          encrypted_password = ${password === undefined ? sql`encrypted_password` : hashOf(password)},
          email_confirmed_at = ${email_confirm ? sql`coalesce(email_confirmed_at, now())` : sql`email_confirmed_at`},
          raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || ${JSON.stringify(user_metadata ?? {})}::jsonb,
          raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || ${JSON.stringify(app_metadata ?? {})}::jsonb
        where id = ${id}`);
        // As GoTrue: whoever had the old password is out.
        if (password !== undefined) await transaction.query(sql`delete from auth.sessions where user_id = ${id}`);
      });
    } catch (error) {
      if (isDuplicate(error))
        return failure(context, 422, "email_exists", "A user with this email address has already been registered");
      throw error;
    }
    const user = await findUser(pool, id);
    return user ? context.json(user) : notFound(context);
  });

  routes.delete("/users/:id{[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}}", async (context) => {
    const user = await findUser(pool, context.req.param("id"));
    if (!user) return notFound(context);
    await pool.query(sql`delete from auth.users where id = ${user.id}`);
    return context.json(user);
  });

  return routes;
}

const hashOf = (password: string): Sql => sql`extensions.crypt(${password}, extensions.gen_salt('bf', 10))`;

const SELECT_USERS = sql`
  select u.id, u.aud, u.role, u.email, u.phone, u.raw_app_meta_data, u.raw_user_meta_data, u.email_confirmed_at, u.last_sign_in_at,
    u.created_at, u.updated_at, u.is_anonymous,
    coalesce((
      select jsonb_agg(jsonb_build_object('identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id, 'identity_data', i.identity_data,
        'provider', i.provider, 'last_sign_in_at', i.last_sign_in_at, 'created_at', i.created_at, 'updated_at', i.updated_at))
      from auth.identities i where i.user_id = u.id), '[]'::jsonb) as identities
  from auth.users u`;

async function findUser(database: Database, id: string) {
  const {
    rows: [row],
  } = await database.query<UserRow>(sql`${SELECT_USERS} where u.id = ${id} and u.deleted_at is null`);
  return row ? toUser(row) : null;
}

function toUser({ raw_app_meta_data, raw_user_meta_data, ...row }: UserRow) {
  return {
    ...row,
    email: row.email ?? "",
    phone: row.phone ?? "",
    app_metadata: raw_app_meta_data ?? {},
    user_metadata: raw_user_meta_data ?? {},
    confirmed_at: row.email_confirmed_at,
  };
}

const readJson = (context: Context): Promise<unknown> => context.req.json().catch(() => null);

const isDuplicate = (error: unknown) => error instanceof Error && "code" in error && error.code === "23505";

const notFound = (context: Context) => failure(context, 404, "user_not_found", "User not found");

/** An error as GoTrue writes it, which supabase-js reads. */
function failure(context: Context, status: 401 | 404 | 422, code: string, message: string): Response {
  context.header("X-Sb-Error-Code", code);
  return context.json({ code: status, error_code: code, msg: message }, status);
}
