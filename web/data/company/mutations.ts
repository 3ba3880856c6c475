/** Changes the company and the list of its sites. A faster change by another person is not overwritten. */
import type { Acting } from "../acting.ts";
import { COMPANY_CODE } from "#contract/projects.ts";
import { DataError } from "../data-error.ts";
import { defineMutation } from "../define-mutation.ts";
import { siteSettingsQueries } from "../site_settings/queries.ts";
import { unwrap } from "../unwrap.ts";
import { type Company, companyQueries } from "./queries.ts";

export type CompanyDraft = Omit<Company, "updated_at">;

/**
 * Saves the company. `readAt` is the `updated_at` that the form began from. @throws DataError `changed` when another person saved since.
 */
async function saveCompany(acting: Acting, { readAt, company }: { readAt: string; company: CompanyDraft }) {
  const client = await acting.client();
  const row = client.from("company").update(company).eq("project_id", COMPANY_CODE).eq("updated_at", readAt);
  const written = unwrap(await row.select("updated_at"));
  if (written.length === 0) throw new DataError("changed", "The company has changed since it was read");
}

async function setCompanySites(acting: Acting, sites: readonly string[]): Promise<void> {
  const client = await acting.client();
  unwrap(await client.rpc("set_company_sites", { sites: [...sites] }));
}

const CHANGED = [companyQueries.all, siteSettingsQueries.all];

export const useSaveCompany = defineMutation(saveCompany, CHANGED);
export const useSetCompanySites = defineMutation(setCompanySites, CHANGED);
