// The calls of supabase.auth.admin that the product's own functions make, for the secret key only.
import { type Context, Hono } from "hono";
import sql from "sql-template-tag";
import { USER, type User, changeAccount, findUser, insertAccount } from "./accounts.ts";
import { unenrol } from "./factors.ts";
import { inNameOf } from "./in-name-of.ts";
import { checkPassword } from "./password-rules.ts";
import { Refusal, invalid, userNotFound } from "./refusals.ts";
import {
  type Body,
  readBody,
  readEmail,
  readId,
  readObject,
  readOptionalBody,
  readQuery,
  readText,
} from "./requests.ts";
import { type Surroundings, hasSecretKey } from "./surroundings.ts";

/** Beyond it there are no accounts, and no offset that PostgreSQL can count. */
const MAX_PAGE = 1_000_000;

export function createAdminRoutes(here: Surroundings): Hono {
  const routes = new Hono();
  routes.use(async (context, next) => {
    // A browser that holds the secret key has leaked it, as hosted Supabase says too.
    const isBrowser = /^\s*Mozilla\//i.test(context.req.header("user-agent") ?? "");
    if (isBrowser || !hasSecretKey(context, here))
      throw new Refusal(401, "no_authorization", "This endpoint requires the secret key");
    await next();
  });
  addAccountRoutes(routes, here);
  addChangeRoutes(routes, here);
  return routes;
}

/** Finding and making accounts. */
function addAccountRoutes(routes: Hono, here: Surroundings): void {
  const { pool } = here;
  routes.get("/users", async (context) => {
    const { page, per_page: perPage } = readQuery(context, "page", "per_page");
    const size = Math.min(1000, atLeastOne(perPage, 50));
    const offset = (Math.min(MAX_PAGE, atLeastOne(page, 1)) - 1) * size;
    const { rows } = await pool.query<{ found: User[]; total: number }>(sql`
      select (select count(*)::int from auth.users where deleted_at is null) as total,
        coalesce((select jsonb_agg(${USER}) from (
          select * from auth.users where deleted_at is null order by created_at desc, id limit ${size} offset ${offset}
        ) u), '[]') as found`);
    context.header("x-total-count", String(rows[0]?.total ?? 0));
    return context.json({ users: rows[0]?.found ?? [], aud: "authenticated" });
  });

  routes.post("/users", async (context) => {
    readQuery(context);
    const body = await readBody(context);
    const email = readEmail(body);
    const { passwordHash = null, isConfirmed, appMetadata, userMetadata } = await readChanges(body, email, here);
    const account = { email, passwordHash, isConfirmed: isConfirmed ?? false, appMetadata, userMetadata };
    const id = await refuseTaken(() => inNameOf(pool, context, (database) => insertAccount(database, account)));
    return answerUser(context, id, here);
  });

  routes.get("/users/:id", (context) => {
    readQuery(context);
    return answerUser(context, readId(context.req.param("id"), userNotFound), here);
  });
}

/** Changing and removing accounts and their factors. */
function addChangeRoutes(routes: Hono, here: Surroundings): void {
  const { pool } = here;
  routes.put("/users/:id", async (context) => {
    readQuery(context);
    const id = readId(context.req.param("id"), userNotFound);
    const body = await readBody(context);
    const email = body["email"] === undefined ? undefined : readEmail(body);
    const before = await findUser(pool, id);
    if (before === null) throw userNotFound();
    const changes = await readChanges(body, email ?? before.email, here);
    await refuseTaken(() =>
      inNameOf(pool, context, (database) => changeAccount(database, id, { ...changes, ...(email ? { email } : {}) })),
    );
    return answerUser(context, id, here);
  });

  routes.delete("/users/:id", async (context) => {
    readQuery(context);
    const id = readId(context.req.param("id"), userNotFound);
    await readOptionalBody(context);
    const user = await findUser(pool, id);
    if (user === null) throw userNotFound();
    await inNameOf(pool, context, (database) => database.query(sql`delete from auth.users where id = ${id}::uuid`));
    return context.json(user);
  });

  routes.delete("/users/:id/factors/:factor", async (context) => {
    readQuery(context);
    const id = readId(context.req.param("id"), userNotFound);
    const factor = readId(context.req.param("factor"), userNotFound);
    await inNameOf(pool, context, (database) => unenrol(database, id, factor, "aal2"));
    return context.json({ id: factor });
  });
}

const atLeastOne = (text: string | null, otherwise: number) => Math.max(1, Math.trunc(Number(text)) || otherwise);

async function readChanges(body: Body, email: string, { hasher, rules }: Surroundings) {
  const [password, isConfirmed] = [readText(body, "password"), body["email_confirm"]];
  if (isConfirmed !== undefined && typeof isConfirmed !== "boolean")
    throw invalid("email_confirm must be true or false");
  const metadata = { appMetadata: readObject(body, "app_metadata"), userMetadata: readObject(body, "user_metadata") };
  if (password !== null) checkPassword(password, email, rules);
  return {
    ...metadata,
    ...(isConfirmed === undefined ? {} : { isConfirmed }),
    ...(password === null ? {} : { passwordHash: await hasher.hash(password) }),
  };
}

async function refuseTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "23505")
      throw new Refusal(422, "email_exists", "A user with this email address has already been registered");
    if (code === "23514") throw new Refusal(422, "email_address_not_authorized", "This address is reserved.");
    throw error;
  }
}

async function answerUser(context: Context, id: string, { pool }: Surroundings): Promise<Response> {
  const user = await findUser(pool, id);
  if (user === null) throw userNotFound();
  return context.json(user);
}
