// What the storage answers to each of its calls.
import type { IncomingMessage } from "node:http";
import type pg from "pg";
import { parseObject } from "#server/http/readable-json.ts";
import { tooMany } from "#server/limits/refusal.ts";
import type { Call, Kind } from "./address.ts";
import { type Caller, isLoginAlive, readCaller } from "./caller.ts";
import { type FileStore, storedName } from "./file-store.ts";
import { type Found, findPublic, findReadable, listFolder, removeObjects } from "./objects.ts";
import { invalid, noObject } from "./refusal.ts";
import { LONGEST_SECONDS, OVER, type Signatures } from "./signatures.ts";
import type { StorageOptions } from "./storage.ts";
import { storeUpload, tryUpload } from "./uploads.ts";

/** A request, `incoming` is null for the server's own. */
export type Asked = { call: Call; request: Request; incoming: IncomingMessage | null };

type Parts = Omit<StorageOptions, "databaseUrl"> & {
  pool: pg.Pool;
  /** Connections of uploads, each of which keeps one until its bytes are stored. */
  uploads: pg.Pool;
  signatures: Signatures;
};

/** How many paths one call may name: a page of shifts with all their photos. */
const MOST_PATHS = 5000;

const bodyOf = async ({ request }: Asked) => parseObject(await request.text());

/** Makes what answers each kind of call; every one throws Refusal, or the error of the database or the store. */
export function createAnswers(parts: Parts): Record<Kind, (asked: Asked) => Promise<Response>> {
  const { pool, store, signatures } = parts;
  const callerOf = ({ request }: Asked) => readCaller(request.headers, parts.credentials);
  const signerOf = async (use: "read" | "upload", { call }: Asked): Promise<Caller> => {
    const signer = await signatures.verify(use, call, call.token);
    if (!(await isLoginAlive(pool, signer))) throw invalid(OVER);
    return signer;
  };
  const readable = async (caller: Caller, { bucket, key }: Call) =>
    (await findReadable(pool, caller, bucket, [key]))[0] ?? null;
  const addressOf = async (bucket: string, key: string, caller: Caller, seconds: number) =>
    `/object/sign/${bucket}/${key}?token=${await signatures.sign("read", { bucket, key }, caller, seconds)}`;
  const upload = async ({ call, request, incoming }: Asked, caller: Caller) => {
    // Who has the secret key is not counted, nor are calls inside of the server.
    const isCounted = incoming !== null && caller.role !== "service_role";
    const who = isCounted && { address: parts.addressOf(incoming), account: caller.account };
    const seconds = who && (await parts.count("uploads", who));
    if (seconds) return tooMany("/storage/v1/", seconds);
    const Id = await storeUpload({ pool, uploads: parts.uploads, store }, caller, call, request);
    return Response.json({ Key: `${call.bucket}/${call.key}`, Id });
  };

  return {
    upload: async (asked) => upload(asked, callerOf(asked)),
    "signed-upload": async (asked) => upload(asked, await signerOf("upload", asked)),
    "sign-upload": async (asked) => {
      const { bucket, key } = asked.call;
      const caller = callerOf(asked);
      await tryUpload(pool, caller, asked.call);
      const token = await signatures.sign("upload", asked.call, caller, LONGEST_SECONDS);
      return Response.json({ url: `/object/upload/sign/${bucket}/${key}?token=${token}`, token });
    },
    public: async ({ call, request }) => sendFile(store, await findPublic(pool, call), request, true),
    download: async (asked) => sendFile(store, await readable(callerOf(asked), asked.call), asked.request, false),
    signed: async (asked) =>
      sendFile(store, await readable(await signerOf("read", asked), asked.call), asked.request, false),
    sign: async (asked) => {
      const { bucket, key } = asked.call;
      const caller = callerOf(asked);
      const seconds = secondsOf(await bodyOf(asked));
      if ((await readable(caller, asked.call)) === null) throw noObject();
      return Response.json({ signedURL: await addressOf(bucket, key, caller, seconds) });
    },
    "sign-many": async (asked) => {
      const { bucket } = asked.call;
      const caller = callerOf(asked);
      const body = await bodyOf(asked);
      const paths = textsOf(body["paths"], "paths");
      const seconds = secondsOf(body);
      const found = new Set((await findReadable(pool, caller, bucket, paths)).map(({ name }) => name));
      const error = "Either the object does not exist or you do not have access to it";
      const signed = paths.map(async (path) =>
        found.has(path)
          ? { path, signedURL: await addressOf(bucket, path, caller, seconds), error: null }
          : { path, signedURL: null, error },
      );
      return Response.json(await Promise.all(signed));
    },
    list: async (asked) =>
      Response.json(await listFolder(pool, callerOf(asked), asked.call.bucket, await bodyOf(asked))),
    "remove-many": async (asked) => {
      const prefixes = textsOf((await bodyOf(asked))["prefixes"], "prefixes");
      return Response.json(await removeObjects(parts, callerOf(asked), asked.call.bucket, prefixes));
    },
    remove: async (asked) => {
      const { bucket, key } = asked.call;
      if ((await removeObjects(parts, callerOf(asked), bucket, [key])).length === 0) throw noObject();
      return Response.json({ message: "Successfully deleted" });
    },
  };
}

/** Sends the file of an object. What only some may see is kept by nobody on the way. */
async function sendFile(
  store: FileStore,
  object: Found | null,
  request: Request,
  isPublic: boolean,
): Promise<Response> {
  const file = object && (await store.read(storedName(object)));
  if (!file) throw noObject();
  const { bytes, facts } = file;
  const headers = { ETag: facts.eTag, "Cache-Control": isPublic ? facts.cacheControl : "no-store" };
  if (isPublic && request.headers.get("if-none-match") === facts.eTag)
    return new Response(null, { status: 304, headers });
  const about = { "Content-Type": facts.mimetype, "Content-Length": String(bytes.byteLength) };
  return new Response(new Uint8Array(bytes), { headers: { ...headers, ...about } });
}

function secondsOf({ expiresIn }: Record<string, unknown>): number {
  if (typeof expiresIn !== "number" || !(expiresIn >= 1)) throw invalid("/expiresIn: Expected a number of seconds");
  return Math.floor(expiresIn);
}

function textsOf(value: unknown, name: string): string[] {
  if (Array.isArray(value) && value.length <= MOST_PATHS && value.every((each) => typeof each === "string"))
    return value;
  throw invalid(`/${name}: must be a list of at most ${MOST_PATHS} paths.`);
}
