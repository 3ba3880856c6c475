import { useQueryClient } from "@tanstack/react-query";
import { useActingPerson } from "#data/acting.ts";
import type { Sent } from "#data/fines/letters.ts";
import { siteSettingsQueries } from "#data/site_settings/queries.ts";
import { askedBy } from "#data/use-query.ts";
import { letterTexts } from "../letter-texts.ts";
import { collectionTable } from "../rules/case-tables.ts";
import { useSavedCases } from "./use-saved-cases.ts";
import { useSiteCodes } from "../../shell/use-site-names.ts";

/** Saves the debt collector's file of cases that were handed over. */
export function useCollectionFile(project: string) {
  const acting = useActingPerson();
  const cache = useQueryClient();
  const saved = useSavedCases();
  const codes = useSiteCodes(project);

  async function save(sent: Sent) {
    // The creditor is taken from the current settings. Without them, the file still has all that the database has noted.
    const query = askedBy(acting, siteSettingsQueries.ofMany(codes));
    const settings = await cache.fetchQuery(query).catch(() => new Map());
    const table = (cases: Parameters<typeof collectionTable>[0]) => collectionTable(cases, settings);
    await saved.run({ project, step: "handed_to_collection", sent, table, fileName: letterTexts.collect.fileName });
  }
  return { save, isSaving: saved.isPending() };
}
