// What the sign-in service refuses, worded as GoTrue words it, since the unmodified client reads code and text.

export type RefusalDetails = {
  /** Seconds until asking again makes sense. */
  retryAfter?: number;
  /** Why a password is refused, as the client knows the reasons. */
  weakPassword?: "length" | "characters" | "pwned";
};

/** An answer that ends the work. */
export class Refusal extends Error {
  override name = "Refusal";
  readonly status: number;
  readonly code: string;
  readonly details: RefusalDetails;

  constructor(status: number, code: string, message: string, details: RefusalDetails = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }

  toResponse(): Response {
    const { retryAfter, weakPassword } = this.details;
    const body = { code: this.status, error_code: this.code, msg: this.message };
    return Response.json(weakPassword === undefined ? body : { ...body, weak_password: { reasons: [weakPassword] } }, {
      status: this.status,
      headers: {
        "X-Sb-Error-Code": this.code,
        ...(retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) }),
      },
    });
  }
}

export const invalid = (message: string) => new Refusal(400, "validation_failed", message);
export const unprocessable = (message: string) => new Refusal(422, "validation_failed", message);
export const sessionNotFound = () =>
  new Refusal(403, "session_not_found", "Session from session_id claim in JWT does not exist");
export const userNotFound = () => new Refusal(404, "user_not_found", "User not found");
export const databaseGone = () =>
  new Refusal(503, "unexpected_failure", "The database does not answer. Please try again.", { retryAfter: 2 });

/** Whether an error of `pg` says that the database could not work now, and not that the statement was wrong. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  // 08: connections, 53: no room, 57: stopped or too slow, 40: deadlock, 25006: read only; else words of node's sockets and of the pool.
  if (/^[0-9A-Z]{5}$/.test(code)) return /^(08|53|57|40)/.test(code) || ["25006", "3D000", "55000"].includes(code);
  return code !== "" || /timeout|terminated|Connection|Client/.test(error.message);
}
