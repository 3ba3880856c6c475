// What the storage answers to each of its calls.
import type { IncomingMessage } from "node:http";
import type pg from "pg";
import type { AddressReader } from "#server/callers/client-address.ts";
import type { Credentials } from "#server/callers/identity.ts";
import { parseObject } from "#server/http/readable-json.ts";
import type { Counters } from "#server/limits/counters.ts";
import { tooMany } from "#server/limits/refusal.ts";
import type { Call, Kind } from "./address.ts";
import { type Caller, isLoginAlive, readCaller } from "./caller.ts";
import { type FileStore, storedName } from "./file-store.ts";
import { type Found, findPublic, findReadable, listFolder, removeObjects } from "./objects.ts";
import { invalid, noObject } from "./refusal.ts";
import { LONGEST_SECONDS, OVER, type Signatures } from "./signatures.ts";
import { storeUpload, tryUpload } from "./uploads.ts";

/** A request, `incoming` is null for the server's own. */
export type Asked = { call: Call; request: Request; incoming: IncomingMessage | null };

/** What the answers rest on. */
export type StorageParts = {
  pool: pg.Pool;
  /** Connections of uploads, each of which keeps one until its bytes are stored. */
  uploads: pg.Pool;
  store: FileStore;
  credentials: Credentials;
  signatures: Signatures;
  /** Counts an upload; seconds to wait when there were too many. */
  count: Counters["count"];
  addressOf: AddressReader;
};

/** How many paths one call may name: a page of shifts with all their photos. */
const MOST_PATHS = 5000;

const bodyOf = async ({ request }: Asked) => parseObject(await request.text());

type Answer = (asked: Asked) => Promise<Response>;

/** Makes what answers each kind of call; every one throws Refusal, or the error of the database or the store. */
export const createAnswers = (parts: StorageParts): Record<Kind, Answer> => ({
  ...uploadAnswers(parts),
  ...readAnswers(parts),
  ...addressAnswers(parts),
  list: async (asked) =>
    Response.json(await listFolder(parts.pool, callerOf(parts, asked), asked.call.bucket, await bodyOf(asked))),
  "remove-many": async (asked) => {
    const prefixes = textsOf((await bodyOf(asked))["prefixes"], "prefixes");
    return Response.json(await removeObjects(parts, callerOf(parts, asked), asked.call.bucket, prefixes));
  },
  remove: async (asked) => {
    const { bucket, key } = asked.call;
    if ((await removeObjects(parts, callerOf(parts, asked), bucket, [key])).length === 0) throw noObject();
    return Response.json({ message: "Successfully deleted" });
  },
});

const callerOf = ({ credentials }: StorageParts, { request }: Asked): Caller =>
  readCaller(request.headers, credentials);

/** Who signed the address that is asked for, while their login lives. */
async function signerOf({ pool, signatures }: StorageParts, use: "read" | "upload", { call }: Asked): Promise<Caller> {
  const signer = await signatures.verify(use, call, call.token);
  if (!(await isLoginAlive(pool, signer))) throw invalid(OVER);
  return signer;
}

const findOne = async ({ pool }: StorageParts, caller: Caller, { bucket, key }: Call): Promise<Found | null> =>
  (await findReadable(pool, caller, bucket, [key]))[0] ?? null;

function uploadAnswers(parts: StorageParts): Record<"upload" | "signed-upload" | "sign-upload", Answer> {
  const { pool, signatures } = parts;
  const upload = async ({ call, request, incoming }: Asked, caller: Caller) => {
    // Who has the secret key is not counted, nor are calls inside of the server. Whoever was given an address by them is.
    const isCounted = incoming !== null && (caller.role !== "service_role" || call.kind === "signed-upload");
    const who = isCounted && { address: parts.addressOf(incoming), account: caller.account };
    const seconds = who && (await parts.count("uploads", who));
    if (seconds) return tooMany("/storage/v1/", seconds);
    const Id = await storeUpload(parts, caller, call, request);
    return Response.json({ Key: `${call.bucket}/${call.key}`, Id });
  };
  return {
    upload: async (asked) => upload(asked, callerOf(parts, asked)),
    "signed-upload": async (asked) => upload(asked, await signerOf(parts, "upload", asked)),
    "sign-upload": async (asked) => {
      const { bucket, key } = asked.call;
      const caller = callerOf(parts, asked);
      await tryUpload(pool, caller, asked.call);
      const token = await signatures.sign("upload", asked.call, caller, LONGEST_SECONDS);
      return Response.json({ url: `/object/upload/sign/${bucket}/${key}?token=${token}`, token });
    },
  };
}

function readAnswers(parts: StorageParts): Record<"public" | "download" | "signed", Answer> {
  const { pool, store } = parts;
  const send = async (caller: Caller, { call, request }: Asked) =>
    sendFile(store, await findOne(parts, caller, call), request, false);
  return {
    public: async ({ call, request }) => sendFile(store, await findPublic(pool, call), request, true),
    download: (asked) => send(callerOf(parts, asked), asked),
    signed: async (asked) => send(await signerOf(parts, "read", asked), asked),
  };
}

function addressAnswers(parts: StorageParts): Record<"sign" | "sign-many", Answer> {
  const { pool, signatures } = parts;
  const addressOf = async (bucket: string, key: string, caller: Caller, seconds: number) =>
    `/object/sign/${bucket}/${key}?token=${await signatures.sign("read", { bucket, key }, caller, seconds)}`;
  return {
    sign: async (asked) => {
      const { bucket, key } = asked.call;
      const caller = callerOf(parts, asked);
      const seconds = secondsOf(await bodyOf(asked));
      if ((await findOne(parts, caller, asked.call)) === null) throw noObject();
      return Response.json({ signedURL: await addressOf(bucket, key, caller, seconds) });
    },
    "sign-many": async (asked) => {
      const { bucket } = asked.call;
      const caller = callerOf(parts, asked);
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
