/**
 * A case for its driver, who has no account (document 4 §4, §5): the database's facts of the case, with addresses of its photos that are
 * good for 15 minutes, and addresses to send an objection's photos to. The file serves two places: `index.ts` starts the function on
 * Supabase, `server/functions` on the single server.
 */
import { answerPost } from "../create-admin-user/answer-post.ts";
import { failureOf, readAnswer, Refusal, type Surroundings } from "../create-admin-user/surroundings.ts";

const BUCKET = "case-photos";
const SECONDS = 15 * 60;

/**
 * Answers POST with JSON, and is kept by nobody on the way:
 * - `{ case_number, plate }` or `{ public_key, reply_key? }` → the case as `look_up_case` and `case_by_key` tell it, with `photos`
 *   (`taken_at`, `category`, `address`; null while its file has not arrived) and, for a right reply key, `reply` as `read_reply` tells it,
 *   with `photos` (`address`). A wrong number, plate or key answers `{ outcome: "none" }`, a wrong reply key a case whose `reply` is null.
 *   With `photos_later: true`, which a server adds to the calls of an address that asks very often, no address is signed, and the answer
 *   says `photos_later` too
 * - `{ action: "send-photos", public_key, reply_key }` → `{ outcome: "found", uploads: [{ id, path, token }] }`: where to send those photos
 *   that the key's objection lists and that have not arrived, while nobody has decided it
 *
 * An `address` is below the back end's own. Errors are `{ error }`: 400, 405 and 415 for what is no such call, 502 when the services behind it fail.
 */
export const handlePublicCase = (request: Request, surroundings: Surroundings): Promise<Response> =>
  answerPost(request, surroundings, async (services) => {
    const body = await readBody(request);
    const { action = "look-up" } = body;
    if (action === "look-up") return { status: 200, body: await lookUp(body, services) };
    if (action === "send-photos") return { status: 200, body: await sendPhotos(body, services) };
    throw new Refusal(400, "There is no such action");
  });

type Json = Readonly<Record<string, unknown>>;

async function readBody(request: Request): Promise<Json> {
  const body: unknown = await request.json().catch(() => null);
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new Refusal(400, "The body must be an object");
  return body as Json;
}

/**
 * Texts of a body. A value that is no text, is too long or holds a NUL counts as missing, since it can be nobody's number, plate or key.
 */
const textOf = (value: unknown): string =>
  typeof value === "string" && value.length <= 100 && !value.includes("\0") ? value.toWellFormed() : "";

type Found = Json & { outcome: string; public_key: string };
type Files = {
  photos: { path: string; taken_at: string; category: string | null }[];
  sent: { id: string; path: string; may_be_sent: boolean }[];
};

async function lookUp(body: Json, surroundings: Surroundings): Promise<Json> {
  const call = caller(surroundings);
  const found = (await ("public_key" in body
    ? call("/rest/v1/rpc/case_by_key", { public_key: textOf(body["public_key"]) })
    : call("/rest/v1/rpc/look_up_case", {
        case_number: textOf(body["case_number"]),
        plate: textOf(body["plate"]),
      }))) as Found;
  if (found.outcome !== "found") return { outcome: "none" };
  const keys = { public_key: found.public_key, reply_key: textOf(body["reply_key"]) };
  const [files, reply] = (await Promise.all([
    call("/rest/v1/rpc/list_case_files", keys),
    call("/rest/v1/rpc/read_reply", keys),
  ])) as [Files, Json];
  const isLater = body["photos_later"] === true;
  const addresses = await signAll(call, isLater ? [] : [...files.photos, ...files.sent]);
  const addressOf = ({ path }: { path: string }) => addresses.get(path) ?? null;
  const { outcome, ...told } = reply;
  return {
    ...found,
    ...(isLater && { photos_later: true }),
    photos: files.photos.map((photo) => ({
      taken_at: photo.taken_at,
      category: photo.category,
      address: addressOf(photo),
    })),
    reply: outcome === "found" ? { ...told, photos: files.sent.map((photo) => ({ address: addressOf(photo) })) } : null,
  };
}

/** Addresses of the files that have arrived, by path. */
async function signAll(call: Call, files: readonly { path: string }[]): Promise<ReadonlyMap<string, string>> {
  if (files.length === 0) return new Map();
  const paths = files.map(({ path }) => path);
  const signed = (await call(`/storage/v1/object/sign/${BUCKET}`, { paths, expiresIn: SECONDS })) as {
    path: string;
    signedURL: string | null;
  }[];
  return new Map(
    signed.flatMap(({ path, signedURL }) => (signedURL === null ? [] : [[path, `/storage/v1${signedURL}`]])),
  );
}

/** A path as part of an address, encoded so that it leads nowhere else. */
const inAddress = (path: string) => path.split("/").map(encodeURIComponent).join("/");

async function sendPhotos(body: Json, surroundings: Surroundings): Promise<Json> {
  const call = caller(surroundings);
  const keys = { public_key: textOf(body["public_key"]), reply_key: textOf(body["reply_key"]) };
  const reply = (await call("/rest/v1/rpc/read_reply", keys)) as Json;
  if (reply["outcome"] !== "found") return { outcome: "none" };
  const { sent } = (await call("/rest/v1/rpc/list_case_files", keys)) as Files;
  const uploads = sent
    .filter((photo) => photo.may_be_sent)
    .map(async ({ id, path }) => {
      const signed = (await call(`/storage/v1/object/upload/sign/${BUCKET}/${inAddress(path)}`, {}, [400, 409])) as {
        url?: string;
      } | null;
      const token = new URLSearchParams(signed?.url?.split("?")[1]).get("token");
      return token === null ? [] : [{ id, path, token }];
    });
  return { outcome: "found", uploads: (await Promise.all(uploads)).flat() };
}

/** Asks a service with the secret key. Gives null for a refusal with one of these statuses; throws a Refusal for any other. */
type Call = (path: string, body: object, refusals?: readonly number[]) => Promise<unknown>;

const caller =
  ({ supabaseUrl, secretKey, fetch }: Surroundings): Call =>
  async (path, body, refusals = []) => {
    const headers = { apikey: secretKey, Authorization: `Bearer ${secretKey}`, "Content-Type": "application/json" };
    const request = new Request(supabaseUrl + path, { method: "POST", headers, body: JSON.stringify(body) });
    const answer = await fetch(request);
    if (answer.ok) return readAnswer(request, answer);
    if (refusals.includes(answer.status)) return null;
    throw failureOf(request, answer);
  };
