// Keeps stored files in a bucket of S3, or of what speaks as S3 does; the facts are headers of each object.
import { createHash } from "node:crypto";
import { AwsClient } from "aws4fetch";
import { NoRoomError } from "./durable-files.ts";
import { type FileStore, STORED_NAME, StoreError } from "./file-store.ts";

export type S3Place = {
  bucket: string;
  /** Ends with `/`, or is empty. */
  prefix: string;
  /** Another service than Amazon's, as an address without a path. */
  endpoint: string | null;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** Longest wait for one answer, in milliseconds: a page gives up later. */
const LONGEST_WAIT_MS = 20_000;
const ATTEMPTS_AGAIN = 2;
const AT_ONCE = 8;
const ETAG = "x-amz-meta-etag";

/** Opens the store; nothing is asked before the first call. */
export function openS3Store(place: S3Place): FileStore {
  const { address, ask, page, pathOf, unanswered, noBucket } = openBucket(place);
  return {
    address,
    prepare: (log) => {
      // The server starts without it too, and answers everything else.
      page("", 1).catch((error: Error) => log.error({ message: error.message }, "the photos cannot be reached"));
      return Promise.resolve();
    },
    check: async () => void (await page("", 1)),
    write: async (name, { bytes, facts }) => {
      const headers = {
        "content-type": facts.mimetype,
        "cache-control": facts.cacheControl,
        [ETAG]: facts.eTag,
        "x-amz-content-sha256": createHash("sha256").update(bytes).digest("hex"),
      };
      const answer = await ask(pathOf(name), { method: "PUT", headers, body: new Uint8Array(bytes) });
      if (answer.status === 404) throw noBucket();
    },
    read: async (name) => {
      const answer = await ask(pathOf(name));
      if (answer.status === 404) return null;
      const header = (called: string) => answer.headers.get(called) ?? "";
      const facts = {
        mimetype: header("content-type"),
        cacheControl: header("cache-control") || "no-cache",
        eTag: header(ETAG),
      };
      return { bytes: new Uint8Array(await answer.arrayBuffer().catch(unanswered)), facts };
    },
    remove: async (names) => {
      for (let at = 0; at < names.length; at += AT_ONCE)
        await Promise.all(names.slice(at, at + AT_ONCE).map((name) => ask(pathOf(name), { method: "DELETE" })));
    },
    async *list() {
      for (let after: string | undefined = ""; after !== undefined;) {
        const text: string = await page(after);
        let last: string | undefined;
        for (const [, entry = ""] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          last = tagOf(entry, "Key") ?? "";
          const name = last.slice(place.prefix.length);
          if (STORED_NAME.test(name)) yield { name, writtenAt: Date.parse(tagOf(entry, "LastModified") ?? "") };
        }
        after = tagOf(text, "IsTruncated") === "true" ? last : undefined;
      }
    },
  };
}

/** The calls of one bucket, signed. */
function openBucket({ bucket, prefix, endpoint, region, accessKeyId, secretAccessKey }: S3Place) {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: ATTEMPTS_AGAIN });
  const base = endpoint === null ? `https://${bucket}.s3.${region}.amazonaws.com` : `${endpoint}/${bucket}`;
  const address = `s3://${bucket}/${prefix}`;
  const unanswered = (error: unknown): never => {
    throw new StoreError(`${address} does not answer: ${(error as Error).message}`, { cause: error });
  };
  const noBucket = () => new StoreError(`There is no bucket ${bucket} at ${new URL(base).origin}.`);
  /** An answer that is good, or says that there is nothing; everything else is thrown. */
  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const signal = AbortSignal.timeout(LONGEST_WAIT_MS);
    const answer = await client.fetch(`${base}${path}`, { ...init, signal }).catch(unanswered);
    if (answer.ok || answer.status === 404) return answer;
    const text = (await answer.text()).replaceAll(/\s+/g, " ").slice(0, 300);
    if (answer.status === 507 || /QuotaExceeded|StorageFull/.test(text)) throw new NoRoomError(text);
    throw new StoreError(`${address} answered ${answer.status}: ${text}`);
  };
  const pathOf = (name: string) => `/${(prefix + name).split("/").map(encodeURIComponent).join("/")}`;
  /** A page of the list, by the first version of the call: all that speak as S3 does know it, and it needs no token. */
  const page = async (after: string, size = 1000): Promise<string> => {
    const query = new URLSearchParams({ "max-keys": String(size), prefix });
    if (after !== "") query.set("marker", after);
    const answer = await ask(`/?${query.toString()}`);
    if (answer.status === 404) throw noBucket();
    return answer.text();
  };
  return { address, ask, page, pathOf, unanswered, noBucket };
}

/** The text of an element; what stands in these has no characters that XML writes otherwise. */
const tagOf = (xml: string, tag: string): string | undefined => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1];
