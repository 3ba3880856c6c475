/** Changes the customer sites of the main page. */
import type { Acting } from "../acting.ts";
import { ask, reachOne } from "../ask.ts";
import { defineMutation } from "../define-mutation.ts";
import { type Site, siteQueries } from "./queries.ts";

export type SiteDraft = Omit<Site, "id">;

/** Adds a site (document 1 §7). @throws DataError 23505 when the path is taken. */
export async function insertSite(acting: Acting, draft: SiteDraft): Promise<void> {
  await ask(acting, (client) => client.from("main_page_sites").insert(draft));
}

/** Changes a site (document 1 §7). @throws DataError 23505 when the path is taken, `gone` when the site no longer exists. */
export async function updateSite(acting: Acting, { id, name, path, description }: Site): Promise<void> {
  await reachOne(acting, "The site no longer exists", (client) =>
    client
      .from("main_page_sites")
      .update({ name, path, description, updated_at: new Date().toISOString() })
      .eq("id", id)
      .select("id"),
  );
}

/** Removes a site (document 1 §7). @throws DataError `gone` when another person removed it first. */
export async function deleteSite(acting: Acting, id: string): Promise<void> {
  await reachOne(acting, "The site no longer exists", (client) =>
    client.from("main_page_sites").delete().eq("id", id).select("id"),
  );
}

export const useInsertSite = defineMutation(insertSite, [siteQueries.all]);
export const useUpdateSite = defineMutation(updateSite, [siteQueries.all]);
export const useDeleteSite = defineMutation(
  (acting, { id }: { id: string }) => deleteSite(acting, id),
  [siteQueries.all],
);
