/** Counts the data of a site, for an admin who is about to remove it. */
import type { Acting } from "../acting.ts";
import { ask } from "../ask.ts";

export type SiteContents = { people: number; parkings: number; shifts: number; log_rows: number };

/** The number of rows that are removed with a site. @throws DataError */
export async function countSiteContents(acting: Acting, id: string): Promise<SiteContents> {
  return ask(acting, (client) => client.rpc("count_site_contents", { site: id }).single());
}
