/**
 * Makes an account with a role: what admins' screens and the general sign-in call (document 2 §7). One file for two places:
 * `index.ts` starts it on Supabase, `server/functions` on the single server. It imports nothing, so that both can load it.
 */

/** What the function is given of the place that it runs in. */
export type Surroundings = {
  supabaseUrl: string;
  /** Key that may do everything; it never leaves the server. */
  secretKey: string;
  securityProfile: "specified" | "hardened";
  /** Pages of which origin may call; null where the front end has the same origin. */
  allowedOrigin: string | null;
  /** Reaches the sign-in service and the tables below `supabaseUrl`. */
  fetch: (request: Request) => Response | Promise<Response>;
};

/** Who may be made, and which role that gives; an admin is made by no screen and by nobody who only has the public key. */
const ROLE_OF = { employee: "employee", customer: "customer", member: "member" } as const;
const CREATORS = ["admin", "super-admin"];
const PASSWORD_MIN = 6;
/** bcrypt, which keeps the password of the account, reads no more bytes than these. */
const PASSWORD_MAX_BYTES = 72;
const EMAIL_MAX = 320;

type AccountType = keyof typeof ROLE_OF;
type Wanted = { email: string; password: string; accountType: AccountType };

/** An answer that ends the work: its status and the text of `{ error }`. */
class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Answers POST `{ email, password, accountType, createdBy? }` with 201 `{ message }`, or with `{ error }`: 400 for a body that
 * is wrong, 401 and 403 for callers that may not (profile hardened), 409 for an address that is taken, 502 when the services
 * behind it fail. In the profile `specified` the public key is enough, as document 2 §7 has it (a known weakness).
 */
export async function handleCreateAdminUser(request: Request, surroundings: Surroundings): Promise<Response> {
  const headers = crossOriginHeaders(surroundings.allowedOrigin);
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers });
  try {
    if (request.method !== "POST") throw new Refusal(405, "Only POST is answered");
    // Another site's form could send any other type without the browser asking first.
    if (!/^application\/json\b/i.test(request.headers.get("content-type") ?? "")) {
      throw new Refusal(415, "The body must be JSON");
    }
    if (surroundings.securityProfile !== "specified") await requireAdmin(request, surroundings);
    const wanted = readWanted(await request.json().catch(() => null));
    await createAccount(wanted, surroundings);
    return Response.json({ message: `Account created for ${wanted.email}` }, { status: 201, headers });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return Response.json({ error: error.message }, { status: error.status, headers });
  }
}

function crossOriginHeaders(allowedOrigin: string | null): Record<string, string> {
  if (allowedOrigin === null) return {};
  return {
    "Access-Control-Allow-Origin": allowedOrigin,
    "Access-Control-Allow-Methods": "POST, OPTIONS",
    "Access-Control-Allow-Headers": "authorization, x-client-info, apikey, content-type, x-region",
  };
}

/** The wanted account of a body. Throws a Refusal that says what is wrong with it. */
function readWanted(body: unknown): Wanted {
  const { email, password, accountType, createdBy } = (body ?? {}) as Record<string, unknown>;
  if (typeof email !== "string" || typeof password !== "string" || email.trim() === "" || password === "") {
    throw new Refusal(400, "Email and password are required");
  }
  const address = email.trim().toLowerCase();
  if (address.length > EMAIL_MAX || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address)) {
    throw new Refusal(400, "The email address is not valid");
  }
  if (password.length < PASSWORD_MIN) throw new Refusal(400, "Password must be at least 6 characters long");
  if (new TextEncoder().encode(password).length > PASSWORD_MAX_BYTES)
    throw new Refusal(400, "The password is too long");
  if (typeof accountType !== "string" || !Object.hasOwn(ROLE_OF, accountType)) {
    throw new Refusal(400, "The account type must be employee, customer or member");
  }
  if (createdBy !== undefined && !CREATORS.includes(createdBy as string)) {
    throw new Refusal(400, "createdBy must be admin or super-admin");
  }
  return { email: address, password, accountType: accountType as AccountType };
}

/** Makes the account with its role and its readable credential; what was made is taken back when a later part fails. */
async function createAccount(wanted: Wanted, surroundings: Surroundings): Promise<void> {
  const { email, password, accountType } = wanted;
  const call = caller(surroundings);
  // The profile is made by the database.
  const user = await call("POST", "/auth/v1/admin/users", { email, password, email_confirm: true });
  const { id } = (await user.json()) as { id: string };
  try {
    await call("POST", "/rest/v1/user_roles", { user_id: id, role: ROLE_OF[accountType] });
    // Readable passwords are a weakness that only the profile `specified` keeps (document 2 §3).
    if (surroundings.securityProfile === "specified") {
      const credential = { email, password_text: password, account_type: accountType };
      await call("POST", "/rest/v1/admin_user_credentials", credential);
    }
  } catch (error) {
    await call("DELETE", `/auth/v1/admin/users/${id}`).catch(() => undefined);
    throw error;
  }
}

/** Throws a Refusal unless the caller is signed in with the role admin. */
async function requireAdmin(request: Request, surroundings: Surroundings): Promise<void> {
  const token = /^Bearer (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  const url = `${surroundings.supabaseUrl}/auth/v1/user`;
  const headers = { apikey: surroundings.secretKey, Authorization: `Bearer ${token ?? ""}` };
  const answer = await surroundings.fetch(new Request(url, { headers }));
  if (!answer.ok) throw new Refusal(401, "Sign in first");
  const { id } = (await answer.json()) as { id: string };
  const role = await caller(surroundings)("POST", "/rest/v1/rpc/get_user_role", { _user_id: id });
  if ((await role.json()) !== "admin") throw new Refusal(403, "Access denied. Admin privileges required.");
}

/** Calls of the services with the secret key. They throw a Refusal with the service's words for what the caller can mend. */
function caller({ supabaseUrl, secretKey, fetch }: Surroundings) {
  const headers = { apikey: secretKey, Authorization: `Bearer ${secretKey}`, "Content-Type": "application/json" };
  return async (method: string, path: string, body?: object): Promise<Response> => {
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const answer = await fetch(new Request(supabaseUrl + path, init));
    if (answer.ok) return answer;
    const told = (await answer.json().catch(() => ({}))) as { msg?: string; message?: string; error_code?: string };
    if (answer.status === 409 || told.error_code === "email_exists") {
      throw new Refusal(409, "An account with this email address already exists");
    }
    if (answer.status === 422 && told.msg !== undefined) throw new Refusal(400, told.msg);
    throw new Refusal(502, "The account could not be created");
  };
}
