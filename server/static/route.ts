// Serves the built front end: hashed files are kept for a year, pages are always asked for anew, unknown addresses go to the application.
import type { Context, Handler } from "hono";
import { type PageHead, headHtml, splitAtHead } from "./page-head.ts";
import { type Encoding, type Site, type SiteFile, toFile } from "./site.ts";

/** Vite names a built file by its content: `name-<8 characters>.ext`. */
const HASHED = /^\/assets\/.*-[\w-]{7,}\.\w+$/;
const YEAR = 31_536_000;

/** The product's pages whose addresses hold a key. */
export type KeyPages = {
  isKeyPage: (path: string) => boolean;
  /** The file that was drawn at build time for an address, or undefined. */
  drawnPage: (path: string) => string | undefined;
};

/** Finds the head that a page has for search engines and link previews; undefined for a page without one. */
export type FindHead = (address: { path: string; query: URLSearchParams }) => Promise<PageHead | undefined>;

/** Makes the handler for everything that is not an address of the API. */
export function serveSite(site: Site, pages: KeyPages, findHead: FindHead): Handler {
  const heads = new HeadedFiles();
  return async (context) => {
    const { method, path } = context.req;
    if (method !== "GET" && method !== "HEAD") return context.text("Method not allowed", 405, { Allow: "GET, HEAD" });
    const file = find({ site, pages }, decode(path), context);
    if (file && pages.isKeyPage(path)) return keptByNobody(await send(context, file));
    if (file)
      return send(context, file.type.startsWith("text/html") ? await headed(file, context, findHead, heads) : file);
    context.header("Cache-Control", "no-store");
    if (isNavigation(context) && !site.find("/index.html"))
      return context.text("The front end is not built yet. Run: npm run build", 503);
    return context.text("Not found", 404);
  };
}

/** Makes the handler for a file that is made when somebody asks for it. */
export const serveMade =
  (make: () => Promise<SiteFile | undefined>): Handler =>
  async (context) => {
    const file = await make();
    return file ? send(context, file) : context.text("Not found", 404);
  };

/**
 * The file of an address. A page of the application's router starts from the file that was drawn for it, else from `app.html`, or from
 * `index.html` where there is no `app.html`.
 */
function find({ site, pages }: { site: Site; pages: KeyPages }, path: string, context: Context): SiteFile | undefined {
  if (path === "/") return site.find("/index.html");
  const file = site.find(path);
  if (file) return file;
  if (!isNavigation(context)) return undefined;
  return site.find(pages.drawnPage(path) ?? "/app.html") ?? site.find("/app.html") ?? site.find("/index.html");
}

/** The page with the head of its address. A head that cannot be found keeps nobody from the page. */
async function headed(file: SiteFile, { req }: Context, findHead: FindHead, heads: HeadedFiles): Promise<SiteFile> {
  const query = new URL(req.url).searchParams;
  const head = await findHead({ path: decode(req.path), query }).catch(() => undefined);
  return head === undefined ? file : heads.get(file, head);
}

/** Most pages with a head of their own that are kept. */
const MOST_HEADED = 200;

/**
 * Pages with their heads, kept with their compressed forms. Compressing a page at each visit would hold up everybody when a hundred people
 * open it.
 */
class HeadedFiles {
  readonly #kept = new Map<string, SiteFile>();
  /** The drawn pages, cut where their heads stand: cutting takes longer than all else of a visit. */
  readonly #cut = new Map<string, readonly [before: Buffer, after: Buffer]>();

  get(file: SiteFile, head: PageHead): SiteFile {
    const html = headHtml(head);
    const key = `${file.path} ${html}`;
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const made = this.#make(file, html);
    if (this.#kept.size >= MOST_HEADED) this.#kept.clear();
    this.#kept.set(key, made);
    return made;
  }

  #make(file: SiteFile, head: string): SiteFile {
    const { path, etag } = file;
    const cut = this.#cut.get(path) ?? cutAtHead(file);
    this.#cut.set(path, cut);
    const [before, after] = cut;
    return toFile(path.slice(1), Buffer.concat([before, Buffer.from(head), after]), { tag: `${etag} ${head}` });
  }
}

function cutAtHead({ body }: SiteFile): readonly [Buffer, Buffer] {
  const [before, after] = splitAtHead(body.toString("utf8"));
  return [Buffer.from(before), Buffer.from(after)];
}

/** Names with an ending are files, and so is everything in these folders. */
const FILE = /\.\w+$|^\/(assets|\.well-known)\//;

/**
 * Whether the request opens a page: by a browser, or by a program that takes any answer, as link previews and monitors do. A request for a
 * part of a page (an image, a script, a call of its code) does not; browsers name its purpose.
 */
function isNavigation(context: Context): boolean {
  if (FILE.test(context.req.path)) return false;
  const mode = context.req.header("sec-fetch-mode");
  if (mode === "navigate") return true;
  // A Node program's fetch names a mode too, and no destination.
  if (mode === "no-cors" || context.req.header("sec-fetch-dest") !== undefined) return false;
  return /text\/html|\*\/\*/.test(context.req.header("accept") ?? "*/*");
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

async function send(context: Context, file: SiteFile): Promise<Response> {
  const encoding = chooseEncoding(context.req.header("accept-encoding") ?? "");
  const small = encoding ? await file.compressed(encoding) : null;
  const etag = `"${file.etag}${small ? `-${encoding}` : ""}"`;
  const headers = new Headers({
    "Content-Type": file.type,
    "Cache-Control": HASHED.test(file.path) ? `public, max-age=${YEAR}, immutable` : "no-cache",
    ETag: etag,
    Vary: "Accept-Encoding",
  });
  if (isKnown(context.req.header("if-none-match"), etag)) return new Response(null, { status: 304, headers });

  const body = small ?? file.body;
  if (small && encoding) headers.set("Content-Encoding", encoding);
  headers.set("Content-Length", String(body.length));
  // The bytes are never copied: with copies, a thousand slow readers of the largest file would hold a thousand of it.
  return new Response(context.req.method === "HEAD" ? null : (body as BodyInit), { headers });
}

/** The answer with headers for a page whose address is a key: no cache and no search engine keeps the page, and its requests do not name it. */
function keptByNobody(answer: Response): Response {
  answer.headers.set("Cache-Control", "no-store");
  answer.headers.set("X-Robots-Tag", "noindex");
  answer.headers.set("Referrer-Policy", "no-referrer");
  return answer;
}

function chooseEncoding(accepted: string): Encoding | null {
  const offers = accepted.split(",").map((offer) => offer.trim());
  const takes = (name: string) =>
    offers.some((offer) => offer === name || (offer.startsWith(`${name};`) && !/q=0(\.0+)?$/.test(offer)));
  if (takes("br")) return "br";
  return takes("gzip") ? "gzip" : null;
}

function isKnown(header: string | undefined, etag: string): boolean {
  return (header ?? "").split(",").some((known) => known.trim().replace(/^W\//, "") === etag);
}
