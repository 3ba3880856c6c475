// Holds the built front end in memory, each file with its types, tags and compressed forms.
import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { getMimeType } from "hono/utils/mime";

export type Encoding = "br" | "gzip";

export type SiteFile = {
  /** Address from the root, like `/assets/index-3Kd0aZq1.js`. */
  path: string;
  type: string;
  etag: string;
  body: Buffer;
  /** Gives a compressed form, or null for files that do not shrink. */
  compressed(encoding: Encoding): Promise<Buffer | null>;
};

export type Site = {
  find(path: string): SiteFile | undefined;
  /** The hashes of the inline scripts of all pages, as a content security policy names them. */
  scriptHashes: readonly string[];
};

const COMPRESSIBLE = /\.(html|js|mjs|css|svg|json|txt|xml|webmanifest|map|wasm|onnx)$/;
const SUFFIX: Record<Encoding, string> = { br: ".br", gzip: ".gz" };

/** Text to add to a file, by the file's path in the folder. */
export type Additions = Readonly<Record<string, string>>;

/**
 * Reads a folder (absolute path) with all files below it. A folder that is not there gives an empty site: the API then runs alone.
 * Files `x.br` and `x.gz` beside `x` are its compressed forms, as the build makes them; without them a file is compressed once when first asked for.
 */
export async function loadSite(folder: string, additions: Additions = {}): Promise<Site> {
  const paths = await listFiles(folder);
  const bodies = new Map(
    await Promise.all(
      paths.map(async (path) => {
        const body = await readFile(join(folder, path));
        return [path, path in additions ? Buffer.concat([body, Buffer.from(additions[path] ?? "")]) : body] as const;
      }),
    ),
  );
  const files = new Map<string, SiteFile>();
  for (const [path, body] of bodies) {
    if (/\.(br|gz)$/.test(path) && bodies.has(path.replace(/\.(br|gz)$/, ""))) continue;
    files.set(`/${path}`, toFile(path, body, { prebuilt: (encoding) => bodies.get(path + SUFFIX[encoding]) }));
  }
  const pages = [...files.values()].filter((file) => file.path.endsWith(".html"));
  return {
    find: (path) => files.get(path),
    scriptHashes: [...new Set(pages.flatMap((page) => hashInlineScripts(page.body.toString("utf8"))))],
  };
}

async function listFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

/** Most files that are compressed at a time, so that a flood of new pages leaves processors to others. */
const MOST_COMPRESSED_AT_ONCE = 2;
let compressedNow = 0;

/** Gives a form that the build compressed. */
type Prebuilt = (encoding: Encoding) => Buffer | undefined;

/** A file of the site, or one made of it; `tag` is all that its tag has to tell apart. While others are compressed, a file without compressed forms is sent as it is. */
export function toFile(
  path: string,
  body: Buffer,
  { prebuilt = () => undefined, tag = body }: { prebuilt?: Prebuilt; tag?: string | Buffer } = {},
): SiteFile {
  const made = new Map<Encoding, Promise<Buffer | null>>();
  return {
    path: `/${path}`,
    type: getMimeType(path) ?? "application/octet-stream",
    etag: createHash("sha256").update(tag).digest("base64url").slice(0, 22),
    body,
    compressed(encoding) {
      if (!COMPRESSIBLE.test(path) || body.length < 512) return Promise.resolve(null);
      const known = made.get(encoding);
      if (known !== undefined) return known;
      const built = prebuilt(encoding);
      if (built === undefined && compressedNow >= MOST_COMPRESSED_AT_ONCE) return Promise.resolve(null);
      const making = compress(encoding, body, built);
      made.set(encoding, making);
      return making;
    },
  };
}

async function compress(encoding: Encoding, body: Buffer, prebuilt: Buffer | undefined): Promise<Buffer | null> {
  const small = prebuilt ?? (await compressNow(encoding, body));
  return small.length < body.length ? small : null;
}

async function compressNow(encoding: Encoding, body: Buffer): Promise<Buffer> {
  compressedNow += 1;
  try {
    return encoding === "br"
      ? await promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      : await promisify(gzip)(body, { level: 6 });
  } finally {
    compressedNow -= 1;
  }
}

/** The `'sha256-…'` sources of a page's scripts that have no address. */
export function hashInlineScripts(html: string): string[] {
  const scripts = html.matchAll(/<script(?![^>]*\ssrc\s*=)[^>]*>([\s\S]*?)<\/script>/gi);
  return [...scripts].map(([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
}
