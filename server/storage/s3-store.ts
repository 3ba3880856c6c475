// Keeps stored files in a bucket of S3, or of another service that speaks S3; the facts are headers of each object.
import { createHash } from "node:crypto";
import { AwsClient } from "aws4fetch";
import { type Facts, type FileStore, NoRoomError, STORED_NAME, StoreError } from "./file-store.ts";

export type S3Place = {
  bucket: string;
  /** Beginning of every name in the bucket; ends with `/`, or is empty. */
  prefix: string;
  /** Address of another service than Amazon's, without a path. */
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

/** Opens the store, which lists names of this form. Nothing is asked before the first call. */
export function openS3Store(place: S3Place, form: RegExp = STORED_NAME): FileStore {
  const { prefix } = place;
  const { address, open, ask, askBucket } = openBucket(place);
  const pathOf = (name: string) => `/${(prefix + name).split("/").map(encodeURIComponent).join("/")}`;
  /** A page of the list, by the first version of the call: every service that speaks S3 knows it, and it needs no token. */
  const listPage = async (marker: string, size = 1000): Promise<string> => {
    const query = new URLSearchParams({ "max-keys": String(size), prefix, ...(marker !== "" && { marker }) });
    return (await askBucket(`/?${query.toString()}`)).bytes.toString();
  };
  const check = async () => void (await listPage("", 1));
  return {
    address,
    check,
    // Nobody waits for the bucket: the server starts without S3 too, and answers everything else.
    prepare: async (log) =>
      void check().catch(({ message }: Error) => log.error({ message }, "the photos cannot be reached")),
    write: async (name, { bytes, facts }) => {
      const headers = {
        "content-type": facts.mimetype,
        "cache-control": facts.cacheControl,
        [ETAG]: facts.eTag,
        "x-amz-content-sha256": createHash("sha256").update(bytes).digest("hex"),
      };
      await askBucket(pathOf(name), { method: "PUT", headers, body: new Uint8Array(bytes) });
    },
    read: async (name) => {
      const found = await ask(pathOf(name));
      return found && { bytes: found.bytes, facts: factsOf(found.headers) };
    },
    open: async (name) => {
      // The limit of time ends when the bucket begins to answer. After that a reader may take as long as its network needs.
      const waiting = new AbortController();
      const timer = setTimeout(() => waiting.abort(), LONGEST_WAIT_MS);
      const found = await open(pathOf(name), { signal: waiting.signal }).finally(() => clearTimeout(timer));
      if (!found?.body) return null;
      return { content: found.body, size: Number(found.headers.get("content-length")), facts: factsOf(found.headers) };
    },
    remove: async (names) => {
      for (let at = 0; at < names.length; at += AT_ONCE)
        await Promise.all(names.slice(at, at + AT_ONCE).map((name) => ask(pathOf(name), { method: "DELETE" })));
    },
    async *list() {
      for (let after: string | undefined = ""; after !== undefined;) {
        const page: string = await listPage(after);
        let last: string | undefined;
        for (const [, entry = ""] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          last = tagOf(entry, "Key") ?? "";
          const name = last.slice(prefix.length);
          if (form.test(name)) yield { name, writtenAt: Date.parse(tagOf(entry, "LastModified") ?? "") };
        }
        after = tagOf(page, "IsTruncated") === "true" ? last : undefined;
      }
    },
  };
}

const factsOf = (headers: Headers): Facts => ({
  mimetype: headers.get("content-type") ?? "",
  cacheControl: headers.get("cache-control") || "no-cache",
  eTag: headers.get(ETAG) ?? "",
});

/** The signed calls of a bucket: `open` and `ask` give null for a missing object. All throw StoreError or NoRoomError. */
function openBucket({ bucket, prefix, endpoint, region, accessKeyId, secretAccessKey }: S3Place) {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: ATTEMPTS_AGAIN });
  const base = endpoint === null ? `https://${bucket}.s3.${region}.amazonaws.com` : `${endpoint}/${bucket}`;
  const address = `s3://${bucket}/${prefix}`;
  const dead = (error: Error): never => {
    throw new StoreError(`${address} does not answer: ${error.message}`, { cause: error });
  };
  /** Gives a success whose body nobody has read yet. */
  const open = async (path: string, init: RequestInit) => {
    const answer = await client.fetch(base + path, init).catch(dead);
    if (answer.ok) return answer;
    const text = (await answer.text().catch(dead)).replaceAll(/\s+/g, " ").slice(0, 300);
    if (answer.status === 404) return null;
    if (answer.status === 507 || /QuotaExceeded|StorageFull/.test(text)) throw new NoRoomError(text);
    throw new StoreError(`${address} answered ${answer.status}: ${text}`);
  };
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await open(path, { ...init, signal: AbortSignal.timeout(LONGEST_WAIT_MS) });
    return answer && { headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer().catch(dead)) };
  };
  const askBucket = async (path: string, init?: RequestInit) => {
    const answer = await ask(path, init);
    if (answer === null) throw new StoreError(`There is no bucket ${bucket} at ${new URL(base).origin}.`);
    return answer;
  };
  return { address, open, ask, askBucket };
}

/** The text of an XML element; these texts hold no signs that XML would escape. */
const tagOf = (xml: string, tag: string): string | undefined => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1];
