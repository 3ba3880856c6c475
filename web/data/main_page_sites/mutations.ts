/** Changes the customer sites of the main page. */
import { ask, reachOne } from "../ask.ts";
import { defineMutation } from "../define-mutation.ts";
import { type Site, siteQueries } from "./queries.ts";

export type SiteDraft = Omit<Site, "id">;

/** Adds a site (document 1 §7). @throws DataError 23505 when the path is taken. */
export async function insertSite(draft: SiteDraft): Promise<void> {
  await ask((client) => client.from("main_page_sites").insert(draft));
}

/** Changes a site (document 1 §7). @throws DataError 23505 when the path is taken, `gone` when the site no longer exists. */
export async function updateSite({ id, name, path, description }: Site): Promise<void> {
  await reachOne("The site no longer exists", (client) =>
    client
      .from("main_page_sites")
      .update({ name, path, description, updated_at: new Date().toISOString() })
      .eq("id", id)
      .select("id"),
  );
}

/** Removes a site (document 1 §7). @throws DataError `gone` when another person removed it first. */
export async function deleteSite(id: string): Promise<void> {
  await reachOne("The site no longer exists", (client) =>
    client.from("main_page_sites").delete().eq("id", id).select("id"),
  );
}

export const useInsertSite = defineMutation(insertSite, [siteQueries.all]);
export const useUpdateSite = defineMutation(updateSite, [siteQueries.all]);
export const useDeleteSite = defineMutation(({ id }: { id: string }) => deleteSite(id), [siteQueries.all]);
