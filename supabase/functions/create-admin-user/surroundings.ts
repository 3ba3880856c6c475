/** What the function is given of the place that it runs in, and its calls of the services there. */

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

/** An answer that ends the work: its status and the text of `{ error }`. */
export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const FAILED = "The services behind this function failed. Please try again.";

/** The surroundings, whose services fail alike when they cannot be reached and when they answer that they failed: by a Refusal, 502. */
export function reaching(surroundings: Surroundings): Surroundings {
  const fetch = async (request: Request): Promise<Response> => {
    try {
      return await surroundings.fetch(request);
    } catch {
      throw new Refusal(502, FAILED);
    }
  };
  return { ...surroundings, fetch };
}

/** The body of a request, which anybody may have written. */
export type Body = Readonly<Record<string, unknown>>;

/** Calls of the services with the secret key. */
export type Services = {
  /** Headers that say for whom the calls are made and in which request: the trail of the database keeps them. */
  acting: Readonly<Record<string, string>>;
  /** Gives the answer's JSON, null for none. Throws a Refusal: 409 with `taken`, 404, 400 with the service's words, or 502. */
  call: (method: string, path: string, body?: object, taken?: string) => Promise<unknown>;
  /** The rows of a table that a filter of the table API finds. */
  rows: <Row>(path: string) => Promise<Row[]>;
};

/** The services for a caller: an account, or in `specified` whom the screen names in the header `x-acting-as`. */
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
    const answer = await fetch(new Request(supabaseUrl + path, init));
    const told = (await answer.json().catch(() => null)) as Told | null;
    if (answer.ok) return told;
    if (answer.status === 409 || told?.error_code === "email_exists") throw new Refusal(409, taken);
    if (answer.status === 404 && told?.error_code === "user_not_found") throw new Refusal(404, "No such account");
    if (answer.status === 422 && told?.msg !== undefined) throw new Refusal(400, told.msg);
    throw new Refusal(502, FAILED);
  };
  return { acting, call, rows: async (path) => (await call("GET", `/rest/v1/${path}`)) as never };
}

/** An error of the sign-in service. */
type Told = { msg?: string; error_code?: string };

/** A value in a filter of the table API. */
export const eq = (value: string): string => `eq.${encodeURIComponent(value)}`;
