/** Reads the customer sites of the main page. */
import type { Acting } from "../acting.ts";
import { ask } from "../ask.ts";
import { fetchOrStored } from "../fetch-or-stored.ts";
import type { Row } from "../live.ts";
import { unwrap } from "../unwrap.ts";
import { queryOptions } from "../use-query.ts";

export type Site = Pick<Row<"main_page_sites">, "id" | "name" | "path" | "description">;

const COLUMNS = "id, name, path, description" as const;

/** The site of a typed project code, in any case of letters, or null (document 1 §7). */
export async function findSiteByPath(acting: Acting, path: string): Promise<Site | null> {
  const client = await acting.client();
  const sites = () => client.from("main_page_sites").select(COLUMNS);
  const found = unwrap(await sites().eq("path", path).maybeSingle());
  return found ?? unwrap(await sites().eq("path_key", path.toLowerCase()).maybeSingle());
}

export const siteQueries = {
  all: ["main_page_sites"] as const,
  /** All sites, oldest first (document 1 §7). */
  list: () =>
    queryOptions({
      queryKey: ["main_page_sites", "list"] as const,
      queryFn: async (acting): Promise<Site[]> => {
        return ask(acting, (client) =>
          client
            .from("main_page_sites")
            .select(COLUMNS)
            .order("created_at", { ascending: true })
            .order("id")
            .limit(1000),
        );
      },
    }),
  byPath: (path: string) =>
    queryOptions({
      queryKey: ["main_page_sites", "path", path] as const,
      queryFn: (acting) => fetchOrStored(acting, `site ${path}`, () => findSiteByPath(acting, path)),
    }),
};
