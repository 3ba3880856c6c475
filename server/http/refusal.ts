// The Refusal of every service: the error that ends a call. Each service words the body as its client reads it.

/** An answer that ends a request: its status, a code of the service, and a text for the caller. */
export class Refusal extends Error {
  override name = "Refusal";
  readonly status: number;
  readonly code: string;
  /** Headers of this refusal, besides those of every answer. */
  readonly headers: Record<string, string>;
  /** Further fields of the body. */
  readonly more: Record<string, unknown>;

  constructor(
    status: number,
    code: string,
    message: string,
    { headers = {}, ...more }: { headers?: Record<string, string>; [field: string]: unknown } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.more = more;
  }
}
