// Which limit a request of the sign-in service and the functions falls under. Pure.
import type { LimitedAction } from "#contract/rate-limits.ts";

/** The action of a request, or null when it is not limited. `url` is the request's own. */
export function actionOf(method: string, url: URL): LimitedAction | null {
  const path = url.pathname;
  if (method === "POST" && path === "/auth/v1/signup") return "signUp";
  if (method === "POST" && path === "/auth/v1/token")
    // As the sign-in service reads it: the first of several.
    return url.searchParams.get("grant_type") === "refresh_token" ? null : "login";
  if (method === "PUT" && path === "/auth/v1/user") return "accountCalls";
  if (method === "POST" && path === "/functions/v1/create-admin-user") return "accountCalls";
  return null;
}

/** The account that a login tries, in one way of writing it; "" when the body names none. */
export function triedAccount(body: string): string {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed === "object" && parsed !== null && "email" in parsed && typeof parsed.email === "string")
      return parsed.email.trim().normalize("NFKC").toLowerCase();
  } catch {
    // The sign-in service refuses it.
  }
  return "";
}
