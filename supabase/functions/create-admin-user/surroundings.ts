/** Surroundings of the function: the place that it runs in, and its calls of the services there. */

export type Surroundings = {
  supabaseUrl: string;
  /** The secret key, which may do everything and never leaves the server. */
  secretKey: string;
  securityProfile: "specified" | "hardened";
  /** Origin whose pages may call; null where the front end has the same origin. */
  allowedOrigin: string | null;
  /** Fetches from the sign-in service and the tables below `supabaseUrl`. */
  fetch: (request: Request) => Response | Promise<Response>;
};

/** An answer that ends the work: its status, the text of `{ error }`, and further fields of the body, such as an `error_code` for screens. */
export class Refusal extends Error {
  readonly status: number;
  readonly more: Readonly<Record<string, unknown>>;
  constructor(status: number, message: string, more: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.status = status;
    this.more = more;
  }
}

export const FAILED = "The services behind this function failed. Please try again.";

/**
 * Logs why a call of a service failed, for the operator; callers are told nothing of it. Addresses and answers hold ids and e-mail
 * addresses, so the line has only the method and the table, function or part that was called, and nothing of an answer.
 */
export function noteFailure(request: Request, cause: unknown): void {
  const asked = new URL(request.url).pathname.split("/").slice(0, 5).join("/");
  console.error(`${request.method} ${asked} failed: ${reasonOf(cause)}`);
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  // The message of a SyntaxError quotes the answer, so it is not logged.
  if (cause instanceof SyntaxError) return "the answer is no JSON";
  const { message, code } = cause as Error & { code?: string };
  // Deno's message holds the whole address with its query.
  const told = (message || code || cause.name).replaceAll(/https?:\/\/[^\s)]+/g, "…");
  return cause.cause === undefined ? told : `${told} (${reasonOf(cause.cause)})`;
}

/** A Refusal 502 for a service that answered wrongly; the answer's status stands in the log. */
export function failureOf(request: Request, { status }: Response, message = FAILED): Refusal {
  noteFailure(request, `it answered ${status}`);
  return new Refusal(502, message);
}

/**
 * The JSON of a service's good answer; null for an empty one with another status than 200. Throws a Refusal, 502, when the answer is cut
 * off or is no JSON.
 */
export async function readAnswer(request: Request, answer: Response): Promise<unknown> {
  try {
    const text = await answer.text();
    return text === "" && answer.status !== 200 ? null : JSON.parse(text);
  } catch (error) {
    noteFailure(request, error);
    throw new Refusal(502, FAILED);
  }
}

/**
 * Adds one failure to the surroundings: a service that cannot be reached, and a service that answers that it failed, both give a Refusal
 * 502.
 */
export function reaching(surroundings: Surroundings): Surroundings {
  const fetch = async (request: Request): Promise<Response> => {
    try {
      return await surroundings.fetch(request);
    } catch (error) {
      noteFailure(request, error);
      throw new Refusal(502, FAILED);
    }
  };
  return { ...surroundings, fetch };
}

/** Body of a request, whose fields anybody may have written. */
export type Body = Readonly<Record<string, unknown>>;

/** Calls of the services with the secret key. */
export type Services = {
  /** Headers that say for whom the calls are made, and in which request: the trail of the database keeps them. */
  acting: Readonly<Record<string, string>>;
  /**
   * Gives the JSON of an answer to GET or POST, null for an empty answer and for other methods. Throws a Refusal: 409 with `taken`, 404,
   * 400 with the service's words, or 502.
   */
  call: (method: string, path: string, body?: object, taken?: string) => Promise<unknown>;
  /** The rows of a table that a filter of the table API finds. */
  rows: <Row>(path: string) => Promise<Row[]>;
};

/** The services for a caller: an account, or in `specified` the person whom the screen names in the header `x-acting-as`. */
export function servicesOf(
  { supabaseUrl, secretKey, fetch }: Surroundings,
  by: { account: string } | { screen: string | null },
): Services {
  const acting = {
    "x-request-id": crypto.randomUUID(),
    ...("account" in by ? { "x-acting-account": by.account } : by.screen !== null && { "x-acting-as": by.screen }),
  };
  const authorization = { apikey: secretKey, Authorization: `Bearer ${secretKey}` };
  const headers = { ...authorization, "Content-Type": "application/json", ...acting };
  const call: Services["call"] = async (method, path, body, taken = "This name is taken") => {
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const request = new Request(supabaseUrl + path, init);
    const answer = await fetch(request);
    if (answer.ok && !["GET", "POST"].includes(method)) {
      // The change or removal is done, however the answer ends: nobody needs the text of the answer.
      await answer.text().catch(() => "");
      return null;
    }
    if (answer.ok) return readAnswer(request, answer);
    const told = (await answer.json().catch(() => null)) as Told | null;
    if (answer.status === 409 || told?.error_code === "email_exists") throw new Refusal(409, taken);
    if (answer.status === 404 && told?.error_code === "user_not_found") throw new Refusal(404, "No such account");
    // The sign-in service may refuse a value of the caller's, since it reads values more strictly than this function.
    const isRefused = answer.status === 422 || told?.error_code === "validation_failed";
    if (isRefused && told?.msg !== undefined) throw new Refusal(400, told.msg, weaknessOf(told));
    throw failureOf(request, answer);
  };
  return { acting, call, rows: async (path) => (await call("GET", `/rest/v1/${path}`)) as never };
}

/** An error of the sign-in service. */
export type Told = { msg?: string; error_code?: string; weak_password?: { reasons?: readonly string[] } };

/** Code and reasons of a refused password; nothing for another refusal. */
export const weaknessOf = ({ error_code: code, weak_password: weakness }: Told) =>
  code === "weak_password" ? { error_code: code, reasons: weakness?.reasons ?? [] } : {};

/** A value in a filter of the table API. */
export const eq = (value: string): string => `eq.${encodeURIComponent(value)}`;
