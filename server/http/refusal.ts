// The Refusal of every service: the error that ends a call. Each service words the body as its client reads it.

/** An answer that ends a request: its status, a code of the service, and a text for whoever asked. */
export class Refusal extends Error {
  override name = "Refusal";
  readonly status: number;
  readonly code: string;
  /** Headers besides those of every answer. */
  readonly headers: Record<string, string>;
  /** Fields that the body has besides. */
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
