/** Calls the function public-case, which answers people without an account (document 4 §4). */
import type { Acting } from "../acting.ts";
import { DataError, toDataError } from "../data-error.ts";

/**
 * Sends a body to the function and returns its answer.
 * @throws DataError `network` when it was not reached, `rate-limited` after too many wrong keys, another code when it failed.
 */
export async function callPublicCase<Answer>(acting: Acting, body: Record<string, unknown>): Promise<Answer> {
  const client = await acting.client();
  const { data, error } = (await client.functions.invoke("public-case", { body })) as {
    data: Answer | null;
    error: { message: string; context?: unknown } | null;
  };
  if (error === null && data !== null) return data;
  const answer = error?.context;
  if (!(answer instanceof Response)) throw new DataError("network", error?.message ?? "No answer");
  const told = (await answer.json().catch(() => null)) as { error?: unknown } | null;
  const message = typeof told?.error === "string" ? told.error : answer.statusText;
  throw toDataError({ message, status: answer.status });
}
