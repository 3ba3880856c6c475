/** Changing the customer sites of the main page. */
import { getClient } from "../client.ts";
import { DataError } from "../data-error.ts";
import { defineMutation } from "../define-mutation.ts";
import { unwrap } from "../unwrap.ts";
import { type Site, siteQueries } from "./queries.ts";

export type SiteDraft = Omit<Site, "id">;

/** Adds a site (document 1 §7). @throws DataError 23505 when the path is taken. */
export async function insertSite(draft: SiteDraft): Promise<void> {
  const client = await getClient();
  unwrap(await client.from("main_page_sites").insert(draft));
}

/**
 * Changes a site (document 1 §7).
 * @throws DataError 23505 when the path is taken, `gone` when the site no longer exists.
 */
export async function updateSite({ id, name, path, description }: Site): Promise<void> {
  const client = await getClient();
  const changed = unwrap(
    await client
      .from("main_page_sites")
      .update({ name, path, description, updated_at: new Date().toISOString() })
      .eq("id", id)
      .select("id"),
  );
  if (changed.length === 0) throw new DataError("gone", "The site no longer exists");
}

/** Removes a site (document 1 §7). @throws DataError `gone` when somebody else removed it first. */
export async function deleteSite(id: string): Promise<void> {
  const client = await getClient();
  const removed = unwrap(await client.from("main_page_sites").delete().eq("id", id).select("id"));
  if (removed.length === 0) throw new DataError("gone", "The site no longer exists");
}

export const useInsertSite = defineMutation(insertSite, [siteQueries.all]);
export const useUpdateSite = defineMutation(updateSite, [siteQueries.all]);
export const useDeleteSite = defineMutation(({ id }: { id: string }) => deleteSite(id), [siteQueries.all]);
