// Reads the call of a storage request. The service part of its address is plain, and a key is decoded once. An unknown spelling is refused,
// so that no second reader of an address can understand it otherwise.
import { boundsOf } from "#server/http/bounds.ts";
import { Refusal } from "#server/http/refusal.ts";
import { invalid } from "./refusal.ts";

/** The calls that are answered, and nothing else. */
const CALLS = [
  "POST /bucket/key",
  "GET /bucket/key",
  "DELETE /bucket",
  "GET /public/bucket/key",
  "POST /sign/bucket",
  "GET /sign/bucket/key?token",
  "POST /upload/sign/bucket/key",
  "PUT /upload/sign/bucket/key?token",
] as const;

export type Kind = (typeof CALLS)[number];

/** `key` and `token` are "" for kinds of calls that have no key or no token. */
export type Call = { kind: Kind; bucket: string; key: string; token: string };

const ADDRESS = /^\/storage\/v1\/object(\/public|\/sign|\/upload\/sign|)\/([^/]+)(?:\/(.*))?$/;
/** Names of buckets: no bucket has the name of a service, here or at hosted Supabase. */
const BUCKET = /^(?!(?:authenticated|copy|info|list|move|public|sign|upload)$)[A-Za-z0-9][\w.-]{0,99}$/;

/** Longest key, and signs that it must not hold: signs that a client cannot put into an address, and parts that a path would resolve. */
const MAX_KEY = 1024;
const FORBIDDEN = /[\p{C}\\?#]|(^|\/)\.{0,2}(\/|$)/u;

/** The call of a request; HEAD is asked as GET is. Throws Refusal or URIError. */
export function readCall({ method, url }: Request): Call {
  const { pathname, search } = new URL(url);
  const [, service = "", bucket = "", encoded] = ADDRESS.exec(pathname) ?? [];
  if (!BUCKET.test(bucket))
    throw new Refusal(404, "not_found", `${method} ${pathname.slice(0, 100)} is not an address of the storage.`);
  const path = `${method === "HEAD" ? "GET" : method} ${service}/bucket${encoded === undefined ? "" : "/key"}`;
  const kind = CALLS.find((each) => each.replace("?token", "") === path);
  if (kind === undefined) throw new Refusal(405, "MethodNotAllowed", `${method} is not supported here.`);
  const token = /^\?token=([\w.-]+)$/.exec(search)?.[1] ?? "";
  if (kind.endsWith("?token") ? token === "" : search !== "")
    throw invalid("A signed address has one parameter, called token, and no other address has any.");
  const key = decodeURIComponent(encoded ?? "");
  if (encoded !== undefined && (key.length > MAX_KEY || FORBIDDEN.test(key)))
    throw new Refusal(400, "InvalidKey", "Invalid key: the name of a file has parts that are not supported.");
  return { kind, bucket, key, token };
}

/** Name of a kind of call in the table of bounds. */
const routeOf = (kind: Kind) =>
  kind.replace(" ", " /storage/v1/object").replace("bucket", "<bucket>").replace("/key", "/<key>");
const MOST_BYTES: ReadonlyMap<Kind, number> = new Map(
  CALLS.map((kind): [Kind, number] => {
    const { bytes } = boundsOf(routeOf(kind));
    return [kind, typeof bytes === "number" ? bytes : bytes.others];
  }),
);

/** Most bytes of a body; 0: no body is read. */
export const mostBytes = (kind: Kind): number => MOST_BYTES.get(kind) ?? 0;
