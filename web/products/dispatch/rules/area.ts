/** The areas of the address `/721075`. */
export type Area = "centre" | "administration" | "admin-login" | "operator-login" | "choice";

/**
 * The area at `/721075` for this query and these sessions (document 2 §6; decisions §3: the administrator has both areas). Without a role,
 * a logged-in person gets the dispatch centre, and everybody else chooses a role first.
 */
export function areaFor(role: string | null, sessions: { operator: boolean; administrator: boolean }): Area {
  if (role === "administrator") return sessions.administrator ? "administration" : "admin-login";
  if (role === "operator") return sessions.operator ? "centre" : "operator-login";
  return sessions.operator || sessions.administrator ? "centre" : "choice";
}
