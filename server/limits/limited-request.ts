// Which limit a request falls under, and how many rows it brings. Pure.
import type { LimitedAction } from "#contract/rate-limits.ts";
import { isUpload } from "#server/supabase/storage-upload.ts";

const TABLES: ReadonlyMap<string, LimitedAction> = new Map<string, LimitedAction>([
  ["parkings", "parkings"],
  ["contact_messages", "contactMessages"],
  ["property_bids", "bids"],
  ["web_activity_logs", "activity"],
]);

/** The action of a request, or null when it is not limited here: the sign-in service counts at its routes. `url` is the request's own. */
export function actionOf(method: string, url: URL): LimitedAction | null {
  const path = url.pathname;
  if (method === "POST" && path === "/functions/v1/create-admin-user") return "accountCalls";
  if (path.startsWith("/rest/v1/")) return inserts(method) ? (TABLES.get(tableOf(path)) ?? null) : null;
  return isUpload(method, path) ? "uploads" : null;
}

/** PUT makes the row that it does not find. */
const inserts = (method: string) => method === "POST" || method === "PUT";

/** The table of a path, found as the table API finds it. */
function tableOf(path: string): string {
  try {
    return decodeURIComponent(path)
      .slice("/rest/v1".length)
      .replaceAll(/^\/+|\/+$/g, "");
  } catch {
    return "";
  }
}

/** How many rows a body of the table API brings, at least 1; of text that is no JSON every line counts. */
export function countRows(body: string, contentType: string | null): number {
  if (contentType?.includes("text/csv")) return Math.max(1, body.trim().split(/\r\n|\r|\n/).length - 1);
  try {
    const parsed: unknown = JSON.parse(body);
    return Array.isArray(parsed) ? Math.max(1, parsed.length) : 1;
  } catch {
    // The table API refuses it.
    return 1;
  }
}
