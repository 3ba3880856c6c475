/** Reads the customer sites of the main page. */
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../ask.ts";
import { getClient } from "../client.ts";
import { fetchOrStored } from "../fetch-or-stored.ts";
import type { Row } from "../live.ts";
import { unwrap } from "../unwrap.ts";

export type Site = Pick<Row<"main_page_sites">, "id" | "name" | "path" | "description">;

const COLUMNS = "id, name, path, description" as const;

/** The site of a typed project code, in any case of letters, or null (document 1 §7). */
export async function findSiteByPath(path: string): Promise<Site | null> {
  const client = await getClient();
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
      queryFn: async (): Promise<Site[]> => {
        return ask((client) =>
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
      queryFn: () => fetchOrStored(`site ${path}`, () => findSiteByPath(path)),
    }),
};
