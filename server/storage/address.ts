// Reads what a request asks of the storage. The service part of its address is plain, a key is decoded once; what it does not know
// is refused, so that no second reader of an address can find something else in it.
import { refuseBrokenText } from "#server/http/readable-json.ts";
import { Refusal, invalid } from "./refusal.ts";

export type Kind =
  | "upload"
  | "sign-upload"
  | "signed-upload"
  | "public"
  | "download"
  | "sign"
  | "sign-many"
  | "signed"
  | "list"
  | "remove"
  | "remove-many";

/** `key` and `token` are "" where the kind has none. */
export type Call = { kind: Kind; bucket: string; key: string; token: string };

type Service = { path: string; ofKey?: Record<string, Kind>; ofBucket?: Record<string, Kind> };

/** The first one fits whose path the address begins with. */
const SERVICES: readonly Service[] = [
  { path: "object/upload/sign/", ofKey: { POST: "sign-upload", PUT: "signed-upload" } },
  { path: "object/public/", ofKey: { GET: "public", HEAD: "public" } },
  { path: "object/authenticated/", ofKey: { GET: "download", HEAD: "download" } },
  { path: "object/sign/", ofKey: { POST: "sign", GET: "signed", HEAD: "signed" }, ofBucket: { POST: "sign-many" } },
  { path: "object/list/", ofBucket: { POST: "list" } },
  {
    path: "object/",
    ofKey: { POST: "upload", GET: "download", HEAD: "download", DELETE: "remove" },
    ofBucket: { DELETE: "remove-many" },
  },
];

const KB = 1024;
/** Largest body of a call in bytes: a photo of 10 MB travels inside a form, and a page of shifts has hundreds of paths. The others are short. */
const BYTES: Partial<Record<Kind, number>> = {
  upload: 11 * 1024 * KB,
  "signed-upload": 11 * 1024 * KB,
  "sign-many": 512 * KB,
  "remove-many": 512 * KB,
};
const OTHER_BYTES = 64 * KB;

/** How many bytes the body of a request may have. An address that is none gets what most have: its call is refused later. */
export function mostBytes(request: Request): number {
  try {
    return BYTES[readCall(request).kind] ?? OTHER_BYTES;
  } catch {
    return OTHER_BYTES;
  }
}

const ROOT = "/storage/v1/";
const BUCKET = /^[A-Za-z0-9][\w.-]{0,99}$/;
const TOKENS: ReadonlySet<Kind> = new Set(["signed", "signed-upload"]);

/** The call of a request. Throws Refusal or UnreadableError. */
export function readCall(request: Request): Call {
  const { pathname, search } = new URL(request.url);
  const path = pathname.startsWith(ROOT) ? pathname.slice(ROOT.length) : "";
  const service = SERVICES.find((each) => path.startsWith(each.path));
  if (!service) throw unknown(request.method, pathname);
  const rest = path.slice(service.path.length);
  const slash = rest.indexOf("/");
  const bucket = slash === -1 ? rest : rest.slice(0, slash);
  const kinds = slash === -1 ? service.ofBucket : service.ofKey;
  if (kinds === undefined || !BUCKET.test(bucket)) throw unknown(request.method, pathname);
  const kind = Object.hasOwn(kinds, request.method) ? kinds[request.method] : undefined;
  if (kind === undefined) throw new Refusal(405, "MethodNotAllowed", `${request.method} is not supported here.`);
  const key = slash === -1 ? "" : readKey(rest.slice(slash + 1));
  return { kind, bucket, key, token: readToken(kind, search) };
}

const unknown = (method: string, pathname: string) =>
  new Refusal(404, "not_found", `${method} ${pathname.slice(0, 100)} is not an address of the storage.`);

/** Longest key, and what no part of it may be: what a client cannot put into an address, and what a path would resolve. */
const MAX_KEY = 1024;
const FORBIDDEN = /[\p{C}\\?#]/u;

function readKey(encoded: string): string {
  let key: string;
  try {
    key = decodeURIComponent(encoded);
  } catch {
    throw invalid("The address is not encoded as UTF-8.");
  }
  refuseBrokenText(key);
  if (key.length > MAX_KEY || FORBIDDEN.test(key) || key.split("/").some((part) => /^\.{0,2}$/.test(part)))
    throw new Refusal(400, "InvalidKey", "Invalid key: the name of a file has parts that are not supported.");
  return key;
}

/** The one parameter that there is, where there is one. */
function readToken(kind: Kind, search: string): string {
  const [parameter, ...more] = search.length > 1 ? search.slice(1).split("&") : [];
  if (!TOKENS.has(kind)) {
    if (parameter !== undefined) throw invalid("Parameters are not supported here.");
    return "";
  }
  const token = /^token=([\w.-]+)$/.exec(parameter ?? "")?.[1];
  if (more.length > 0 || (parameter !== undefined && !parameter.startsWith("token=")))
    throw invalid("The address may have one parameter, called token.");
  if (parameter === undefined) throw invalid("The parameter token is missing.");
  if (token === undefined) throw invalid("The signed address is not valid.");
  return token;
}
