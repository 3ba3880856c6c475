/** Calls the function create-admin-user. Only this function makes, changes and removes accounts of the sign-in service. */
import type { Acting } from "../acting.ts";
import { DataError, toDataError } from "../data-error.ts";

/** The codes of the tables' own errors, for statuses of the function. */
const CODES: Readonly<Record<number, string>> = { 404: "gone", 409: "23505" };

/**
 * Sends a body to the function, and gives its answer.
 * @throws DataError 23505 when a name is taken, `gone` when the account is, the function's own code (`own_account`, `weak_password`,
 * `current_password_required`, `current_password_invalid`) or `refused` with its words when it refuses, another code when it failed.
 */
export async function callAccountFunction<Answer = void>(acting: Acting, body: object, codes = CODES): Promise<Answer> {
  const client = await acting.client();
  const { data, error } = await client.functions.invoke("create-admin-user", { body: { ...body } });
  if (error === null) return data as Answer;
  const answer: unknown = (error as { context?: unknown }).context;
  if (!(answer instanceof Response)) throw new DataError("network", String(error));
  const told = (await answer.json().catch(() => null)) as {
    error?: unknown;
    error_code?: string;
    reasons?: string[];
  } | null;
  const words = typeof told?.error === "string" ? told.error : undefined;
  if (answer.status === 429) throw toDataError({ message: words ?? "", status: answer.status });
  const isRefused = answer.status < 500 && words !== undefined;
  throw toDataError({
    code: isRefused ? (told?.error_code ?? codes[answer.status] ?? "refused") : `http-${answer.status}`,
    message: words ?? answer.statusText,
    status: answer.status,
    reasons: told?.reasons,
  });
}
