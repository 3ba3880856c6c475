// Facts about the listings for search engines and link previews (document 5 §5): a sitemap, and the heads of /YSTAD and of its properties.
import sql from "sql-template-tag";
import { REAL_ESTATE_PATH } from "#contract/projects.ts";
import { askTogether } from "#server/database/ask-together.ts";
import type { Database } from "#server/database/driver/connect.ts";
import type { FindHead } from "#server/static/route.ts";
import { type SiteFile, toFile } from "#server/static/site.ts";

/** A sitemap holds at most this many addresses (sitemaps.org). */
const MOST_ADDRESSES = 50_000;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
// The head of the list. Its title is the title that the page itself gives its window.
const LIST = {
  title: "Homes in and around Ystad · Ystadbostäder",
  description: "See what is for sale, place a bid, and follow the bidding as it happens.",
};

const addressOf = (publicUrl: string, property?: string) =>
  `${publicUrl}/${REAL_ESTATE_PATH}${property === undefined ? "" : `?property=${property}`}`;

/**
 * Makes the question for the sitemap. Callers who ask at the same time share one answer, since it has megabytes where there are many
 * properties.
 */
export function createSitemap(database: Database, publicUrl: string): () => Promise<SiteFile | undefined> {
  const ask = askTogether(async () => {
    const text = await findSitemap(database, publicUrl);
    return new Map([["", toFile("sitemap.xml", Buffer.from(text))]]);
  });
  return () => ask("");
}

/** Finds the sitemap: the page of listings, and each property for sale. */
async function findSitemap(database: Database, publicUrl: string): Promise<string> {
  const { rows } = await database.query<{ id: string; day: string }>(sql`
    select id, to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD') as day from public.properties where status = 'available'
    order by created_at desc, id desc limit ${MOST_ADDRESSES - 1}`);
  const properties = rows.map(
    ({ id, day }) => `<url><loc>${addressOf(publicUrl, id)}</loc><lastmod>${day}</lastmod></url>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    `<url><loc>${addressOf(publicUrl)}</loc></url>`,
    ...properties,
    "</urlset>",
    "",
  ].join("\n");
}

type Listed = { title: string; description: string; pictures: string[] };

/** Makes the question for an address's head: of the listings, or of a property that everybody may see; undefined for every other address. */
export function createPageHeads(database: Database, publicUrl: string | null): FindHead {
  const findListed = askTogether((ids) => findAllListed(database, ids));
  return async ({ path, query }) => {
    if (path.replace(/\/$/, "").toLowerCase() !== `/${REAL_ESTATE_PATH.toLowerCase()}`) return undefined;
    const id = (query.get("property") ?? "").toLowerCase();
    const property = UUID.test(id) ? await findListed(id) : undefined;
    const { pictures, ...words } = property ?? { ...LIST, pictures: [] };
    const image = pictures.map((url) => wholeAddress(url, publicUrl)).find((url) => url !== undefined);
    return {
      ...words,
      ...(publicUrl === null ? {} : { url: addressOf(publicUrl, property && id) }),
      ...(image === undefined ? {} : { image }),
    };
  };
}

async function findAllListed(database: Database, ids: readonly string[]): Promise<ReadonlyMap<string, Listed>> {
  const { rows } = await database.query<Listed & { id: string }>(sql`
    select id, title || ' · ' || city as title, short_description as description, array_prepend(front_image_url, image_urls) as pictures
    from public.properties where id = any (${ids}::uuid[]) and status in ('available', 'sold')`);
  return new Map(rows.map(({ id, ...listed }) => [id, listed]));
}

/** The address of a picture as other servers fetch it; undefined where they cannot. */
function wholeAddress(url: string, publicUrl: string | null): string | undefined {
  if (/^https:\/\//i.test(url)) return url;
  return publicUrl !== null && /^\/(?!\/)/.test(url) ? publicUrl + url : undefined;
}
