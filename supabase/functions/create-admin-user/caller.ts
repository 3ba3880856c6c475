/** Callers of the function in the profile `hardened`, and the accounts that each may touch (docs/security.md). */
import { COMPANY, type StaffAccount } from "./staff-kinds.ts";
import { failureOf, readAnswer, Refusal, type Surroundings } from "./surroundings.ts";

/** A row of the database's function get_caller. */
export type Caller = {
  account_id: string;
  /** Kind of staff; null for an account that signs in by e-mail. */
  kind: string | null;
  project_id: string | null;
  user_id: string | null;
  serves_all: boolean;
  must_change_password: boolean;
  /** Projects that the caller works at: a handler's sites. */
  projects: readonly string[];
  /** Whether the caller signs in by e-mail and has the role admin. */
  is_account_admin: boolean;
};

/** Facts of an account that decide who may make, change or remove it. */
export type Target = Pick<StaffAccount, "kind" | "project_id" | "serves_all">;

/** The token of the request; empty when it has none. */
export const tokenOf = (request: Request): string =>
  /^Bearer (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";

/** The person whose token the request carries. Throws a Refusal 401 when nobody is signed in, or not any more. */
export async function findCaller(request: Request, { supabaseUrl, secretKey, fetch }: Surroundings): Promise<Caller> {
  const headers = {
    apikey: secretKey,
    Authorization: `Bearer ${tokenOf(request)}`,
    "Content-Type": "application/json",
  };
  // The sign-in service knows whether the token is real and its login goes on.
  const login = new Request(`${supabaseUrl}/auth/v1/user`, { headers });
  const user = await fetch(login);
  if (user.status >= 500) throw failureOf(login, user, "The sign-in service does not answer. Please try again.");
  if (!user.ok) throw new Refusal(401, "Sign in first");
  const { id } = (await readAnswer(login, user)) as { id: string };
  const init = { method: "POST", headers, body: "{}" };
  const asked = new Request(`${supabaseUrl}/rest/v1/rpc/get_caller`, init);
  const answer = await fetch(asked);
  if (!answer.ok) throw failureOf(asked, answer, "The database does not answer. Please try again.");
  const [caller] = (await readAnswer(asked, answer)) as Caller[];
  if (caller?.account_id !== id) throw new Refusal(401, "Sign in again");
  return caller;
}

/** Throws a Refusal 403 while the caller still has a password that somebody else chose. */
export function requireOwnPassword(caller: Caller): void {
  if (caller.must_change_password) throw new Refusal(403, "Choose a password of your own first");
}

/** Kinds of people that each kind makes, gives passwords to and removes. The main admin does so with everybody who has an ID. */
const MANAGES: Readonly<Record<string, readonly string[]>> = {
  admin: ["admin", "attendant"],
  "dispatch-admin": ["operator"],
  "chauffeur-admin": ["chauffeur"],
  "ase-admin": ["ase-employee"],
};

/** Whether the caller manages this account: of a kind below or beside the caller's own, in a project of the caller's. Handlers are the main admin's. */
export function manages(caller: Caller, target: Target): boolean {
  if (caller.kind === "main-admin") return true;
  if (caller.kind === null || target.serves_all || target.project_id === COMPANY) return false;
  if (!MANAGES[caller.kind]?.includes(target.kind)) return false;
  if (caller.project_id === COMPANY) return target.project_id !== null && caller.projects.includes(target.project_id);
  return caller.serves_all || (caller.project_id !== null && caller.project_id === target.project_id);
}
