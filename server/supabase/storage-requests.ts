// Checks calls of the storage before @supabase/lite sees them, and words its refusals as supabase-js reads them.
//
// Why: lite answers 500 to a name or body that it cannot read, hands on the whole schema instead of a message when a field is wrong,
// and takes any key for the public one. Contract test: tests/backend/bad-input-storage.test.ts.
import { errors, jwtVerify } from "jose";
import { UnreadableError, parseObject, refuseBrokenText } from "#server/http/readable-json.ts";
import { sameSecret } from "#server/http/same-secret.ts";

export type Keys = { publishableKey: string; secretKey: string; jwtSecret: string };

/** The request that lite can read: the same one, or without the type of a body that is empty. Or the refusal. */
export async function readableStorageRequest(
  request: Request,
  isUpload: boolean,
  keys: Keys,
): Promise<Request | Response> {
  const key = request.headers.get("apikey");
  if (key !== null && !sameSecret(key, keys.publishableKey) && !sameSecret(key, keys.secretKey))
    return refusal(401, "Unauthorized", "Invalid API key");
  try {
    const url = new URL(request.url);
    refuseBrokenText(decode(url.pathname));
    await refuseForgedToken(url.searchParams.get("token"), keys.jwtSecret);
    if (isUpload || ["GET", "HEAD", "OPTIONS"].includes(request.method)) return request;
    const text = await request.text();
    if (text !== "") parseObject(text);
    return withBody(request, text);
  } catch (error) {
    if (error instanceof UnreadableError) return refusal(400, "InvalidRequest", error.message);
    throw error;
  }
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new UnreadableError("The address is not encoded as UTF-8.");
  }
}

/** The token of a signed address; what it allows is looked at by lite. */
async function refuseForgedToken(token: string | null, secret: string): Promise<void> {
  if (token === null) return;
  try {
    await jwtVerify(token, new TextEncoder().encode(secret), { algorithms: ["HS256"] });
  } catch (error) {
    const isOver = error instanceof errors.JWTExpired;
    throw new UnreadableError(isOver ? "The signed address is no longer valid." : "The signed address is not valid.");
  }
}

/** A body that is there is JSON, whatever it says; an empty one has no type. */
function withBody(request: Request, text: string): Request {
  const headers = new Headers(request.headers);
  headers.delete("content-length");
  headers.delete("transfer-encoding");
  if (text === "") headers.delete("content-type");
  else headers.set("content-type", "application/json");
  return new Request(request.url, { method: request.method, headers, ...(text === "" ? {} : { body: text }) });
}

type Validation = { valid: false; errors: { error: string; instanceLocation: string }[] };

const isValidation = (body: unknown): body is Validation =>
  typeof body === "object" && body !== null && "valid" in body && body.valid === false && "errors" in body;

/** An answer of lite; where it says which fields are wrong, in the shape of its other refusals. */
export async function wordRefusal(answer: Response): Promise<Response> {
  if (answer.status !== 400 || !answer.headers.get("content-type")?.includes("json")) return answer;
  const text = await answer.clone().text();
  // The answer to a HEAD has none.
  const body: unknown = text === "" ? null : JSON.parse(text);
  if (!isValidation(body)) return answer;
  const [first] = body.errors;
  return refusal(
    400,
    "InvalidRequest",
    `${first?.instanceLocation ?? "/"}: ${first?.error ?? "The body is not valid."}`,
  );
}

const refusal = (status: number, error: string, message: string) =>
  Response.json({ statusCode: String(status), error, message }, { status });
