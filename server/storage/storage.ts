// The storage service: the calls of the client that the product makes, and nothing else (docs/security.md, Storage).
//
// Contract tests: tests/backend/storage/, tests/access/photos.test.ts.
import type { IncomingMessage } from "node:http";
import type { Logger } from "pino";
import sql from "sql-template-tag";
import type { AddressReader } from "#server/callers/client-address.ts";
import type { Credentials } from "#server/callers/identity.ts";
import { type DatabasePool, endPool, openPool, poolOfRequest } from "#server/database/driver/connect.ts";
import { CONNECTIONS, ROUTES } from "#server/http/bounds.ts";
import { readWhole, refuseCompressed, tooLarge, withBody, withoutLength, parseObject } from "#server/http/bodies.ts";
import { requestId } from "#server/http/request-log.ts";
import type { Counters } from "#server/limits/counters.ts";
import { InShare } from "#server/http/turns.ts";
import { tooMany } from "#server/limits/limits.ts";
import { type Call, type Kind, mostBytes, readCall } from "./address.ts";
import { type Caller, type Target, asCaller, asOwnerAgain, callerOf, readCaller, readSigner, sign } from "./caller.ts";
import type { FileRules } from "./file-rules.ts";
import { type FileStore, type StoredRow, storedName } from "./file-store.ts";
import { type PhotoLimits, type PhotoMaker, createPhotoMaker } from "./photo-maker.ts";
import { invalid, refused, renderRefusal } from "./refusal.ts";
import { giveRoomBack } from "./quota.ts";
import { startSweeping } from "./sweep.ts";
import { storeUpload, tryUpload } from "./uploads.ts";

export type StorageOptions = {
  /** Connections to the database with the rights of its owner. */
  databaseUrl: string;
  /** Address past a pooler. */
  directUrl: string;
  store: FileStore;
  credentials: Credentials;
  /** Counts an upload; gives the seconds to wait when there were too many. */
  count: Counters["count"];
  addressOf: AddressReader;
  /** The product's rules for files. */
  rules: FileRules;
  /** Limits of making photos anew in place of the service's own. */
  photos: Partial<PhotoLimits> | undefined;
  log: Logger;
};

const SETTINGS = {
  TimeZone: "UTC",
  statement_timeout: "10000",
  // An upload waits in its transaction for the store, which has a limit of its own.
  idle_in_transaction_session_timeout: "90000",
};

/** Most calls of one address that run at a time. Uploads are not part of it, since they have a limit of their own. */
const AT_ONCE_OF_ADDRESS = 16;

/**
 * Makes the service, which answers requests below /storage/v1 (`incoming` is null for the server's own) until it is closed. Its first
 * connection is made with the first request. A body is read once it is known who asks, for what, and whether they may.
 */
export async function createStorage(options: StorageOptions) {
  const { store, log, rules } = options;
  const open = (max: number) => openPool(options.databaseUrl, { name: "parkering storage", max, settings: SETTINGS });
  const photos = createPhotoMaker(log, options.photos);
  const share = new InShare(AT_ONCE_OF_ADDRESS);
  const addressIn = (incoming: IncomingMessage | null) => (incoming === null ? null : options.addressOf(incoming));
  const parts = { ...options, photos, pool: open(CONNECTIONS.photos), uploads: open(CONNECTIONS.uploads) };
  await store.prepare(log);
  const sweeping = startSweeping({ databaseUrl: options.directUrl, store, rules, log });
  return {
    answer: async (request: Request, incoming: IncomingMessage | null): Promise<Response> => {
      const id = incoming === null ? null : requestId(incoming);
      const own = { ...parts, pool: poolOfRequest(parts.pool, id), uploads: poolOfRequest(parts.uploads, id) };
      const ask = async () => {
        const call = readCall(request);
        requireReadable(request, incoming, mostBytes(call.kind));
        const who = () => whoAsks(own, call, request);
        const asked = { call, request, incoming };
        if (HAS_TEXT.has(call.kind)) {
          const caller = await who();
          // A text that never comes takes no place from the other calls of its address.
          const text = await readText(asked);
          return share.run(addressIn(incoming), () => ANSWERS[call.kind](own, { ...asked, caller, text }));
        }
        const address = ANSWERS[call.kind] === upload ? null : addressIn(incoming);
        return share.run(address, async () => ANSWERS[call.kind](own, { ...asked, caller: await who(), text: "" }));
      };
      const answer = await ask().catch((error: unknown) => {
        const refusal = renderRefusal(error);
        if (refusal === null) throw error;
        if (refusal.status >= 500) log.warn({ id, message: (error as Error).message }, "the storage could not answer");
        return refusal;
      });
      // A browser shows a stored file only as the type that it says, and runs nothing in it.
      answer.headers.set("Content-Security-Policy", "default-src 'none'; sandbox");
      if (!answer.headers.has("Cache-Control")) answer.headers.set("Cache-Control", "no-store");
      return answer;
    },
    close: async () => {
      await sweeping.stop();
      await photos.close();
      await Promise.all([parts.pool, parts.uploads].map((each) => endPool(each, 5000)));
    },
  };
}

type Parts = Omit<StorageOptions, "photos"> & { pool: DatabasePool; uploads: DatabasePool; photos: PhotoMaker };
/** A call that came; `text` is its body where the body is no file. */
type Asked = { call: Call; caller: Caller; request: Request; incoming: IncomingMessage | null; text: string };

/** The answers to each kind of call; each may throw Refusal, or the error of the database or the store. */
const ANSWERS: Record<Kind, (parts: Parts, asked: Asked) => Promise<Response>> = {
  "POST /bucket/key": upload,
  "PUT /upload/sign/bucket/key?token": upload,
  "POST /upload/sign/bucket/key": signUpload,
  "GET /bucket/key": show,
  "GET /sign/bucket/key?token": show,
  "GET /public/bucket/key": show,
  "POST /sign/bucket": signPaths,
  "DELETE /bucket": remove,
};

/** Calls with a text as their body. */
const HAS_TEXT: ReadonlySet<Kind> = new Set(["POST /sign/bucket", "DELETE /bucket"]);

/** Throws a Refusal for a body that would not be read in any case, before the caller is looked up. */
function requireReadable({ headers }: Request, incoming: IncomingMessage | null, most: number): void {
  if (incoming === null || most === 0) return;
  const refusal = refuseCompressed(headers.get("content-encoding") ?? undefined);
  if (refusal !== null) throw refusal;
  if (incoming.headers["transfer-encoding"] !== undefined) throw withoutLength();
  if (Number(incoming.headers["content-length"] ?? 0) > most) throw tooLarge(most);
}

/** Reads the text of a call's body. Throws as `readWhole` does. */
const readText = async ({ request, incoming, call }: Omit<Asked, "caller" | "text">): Promise<string> =>
  new TextDecoder().decode(await readWhole(request, incoming, mostBytes(call.kind)));

/** The caller with the right to be answered: a public address asks for no key, and a signed address stands for the person who signed it. */
async function whoAsks(parts: Parts, call: Call, { headers }: Request): Promise<Caller> {
  if (call.kind === "GET /public/bucket/key") return callerOf("anon", {});
  if (call.token === "") return readCaller(headers, parts.credentials);
  return readSigner(parts, call.kind.startsWith("PUT") ? "upload" : "read", call);
}

async function upload(parts: Parts, { call, caller, request, incoming }: Asked): Promise<Response> {
  // Holders of the secret key are not counted, nor are calls inside of the server. A person to whom they gave a signed address is counted.
  if (incoming !== null && (caller.role !== "service_role" || call.token !== "")) {
    const seconds = await parts.count("uploads", { address: parts.addressOf(incoming), account: caller.account });
    if (seconds) return tooMany("/storage/v1/", seconds);
  }
  if (request.headers.get("x-upsert") === "true")
    throw invalid("A stored file is never replaced: x-upsert is not supported.");
  // A caller without the right to store there sends nothing.
  await tryUpload(parts, caller, call);
  const bytes = await readWhole(request, incoming, mostBytes(call.kind));
  const address = incoming === null ? "" : parts.addressOf(incoming);
  const Id = await storeUpload(parts, caller, call, { request: withBody(request, bytes), address });
  return Response.json({ Key: `${call.bucket}/${call.key}`, Id });
}

async function signUpload({ credentials, ...parts }: Parts, { call, caller }: Asked): Promise<Response> {
  await tryUpload(parts, caller, call);
  const token = await sign(credentials, "upload", call, caller);
  return Response.json({ url: `/object/upload/sign/${call.bucket}/${call.key}?token=${token}`, token });
}

/** Sends a file. A file that only some may see is kept by no cache on the way. */
async function show({ pool, store }: Parts, { call, caller, request }: Asked): Promise<Response> {
  const isPublic = call.kind === "GET /public/bucket/key";
  const [row] = isPublic ? await findPublic(pool, call) : await findReadable(pool, caller, call.bucket, [call.key]);
  const file = row && (await store.open(storedName(row)));
  if (!file) throw refused(404, "not_found", "Object not found");
  const { content, size, facts } = file;
  const headers = { ETag: facts.eTag, "Cache-Control": isPublic ? facts.cacheControl : "no-store" };
  const isKnown = isPublic && request.headers.get("if-none-match") === facts.eTag;
  const about = { "Content-Type": facts.mimetype, "Content-Length": String(size) };
  if (!isKnown && request.method !== "HEAD") return new Response(content, { headers: { ...headers, ...about } });
  await content.cancel();
  return new Response(null, isKnown ? { status: 304, headers } : { headers: { ...headers, ...about } });
}

/** Finds an object of a public bucket, for any caller. */
async function findPublic(pool: DatabasePool, { bucket, key }: Target): Promise<StoredRow[]> {
  const { rows } = await pool.query<StoredRow>(sql`
    select o.bucket_id, o.name, o.version from storage.objects o join storage.buckets b on b.id = o.bucket_id
    where b.id = ${bucket} and b.public and o.name = ${key}`);
  return rows;
}

/** The named objects that the caller may read. */
async function findReadable(pool: DatabasePool, caller: Caller, bucket: string, keys: string[]): Promise<StoredRow[]> {
  const { rows } = await asCaller(pool, caller, (database) =>
    database.query<StoredRow>(sql`
      select bucket_id, name, version from storage.objects where bucket_id = ${bucket} and name = any(${keys}::text[])`),
  );
  return rows;
}

async function signPaths({ pool, credentials }: Parts, { call, caller, text }: Asked): Promise<Response> {
  const { bucket } = call;
  const body = parseObject(text);
  const paths = textsOf(body, "paths");
  const { expiresIn: seconds } = body;
  if (typeof seconds !== "number" || !(seconds >= 1)) throw invalid("/expiresIn: Expected a number of seconds");
  const found = new Set((await findReadable(pool, caller, bucket, paths)).map(({ name }) => name));
  const error = "Either the object does not exist or you do not have access to it";
  const signed = paths.map(async (path) => {
    if (!found.has(path)) return { path, signedURL: null, error };
    const token = await sign(credentials, "read", { bucket, key: path }, caller, seconds);
    return { path, signedURL: `/object/sign/${bucket}/${path}?token=${token}`, error: null };
  });
  return Response.json(await Promise.all(signed));
}

/** Removes those of the named objects that the caller may remove, and gives their rows. */
async function remove({ pool, store }: Parts, { call, caller, text }: Asked): Promise<Response> {
  const keys = textsOf(parseObject(text), "prefixes");
  const removed = await asCaller(pool, caller, async (database) => {
    const { rows } = await database.query<StoredRow & { metadata: object }>(sql`
      delete from storage.objects where bucket_id = ${call.bucket} and name = any(${keys}::text[]) returning *`);
    await asOwnerAgain(database);
    await giveRoomBack(database, rows);
    return rows;
  });
  // If this fails, the sweep finds files that no row names.
  await store.remove(removed.map(storedName));
  return Response.json(removed);
}

/** Most paths that one call may name. */
const MOST_PATHS = ROUTES["POST /storage/v1/object/sign/<bucket>"].rows;

function textsOf(body: Record<string, unknown>, name: string): string[] {
  const value = body[name];
  if (Array.isArray(value) && value.length <= MOST_PATHS && value.every((each) => typeof each === "string"))
    return value;
  throw invalid(`/${name}: must be a list of at most ${MOST_PATHS} paths.`);
}
