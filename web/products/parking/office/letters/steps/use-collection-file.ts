import { useQueryClient } from "@tanstack/react-query";
import { useActingPerson } from "#data/acting.ts";
import type { Sent } from "#data/fines/letters.ts";
import { siteSettingsQueries } from "#data/site_settings/queries.ts";
import { askedBy } from "#data/use-query.ts";
import { letterTexts } from "../letter-texts.ts";
import { collectionTable } from "../rules/case-tables.ts";
import { useSavedCases } from "./use-saved-cases.ts";

/** Saves the debt collector's file of cases that were handed over. */
export function useCollectionFile(project: string) {
  const acting = useActingPerson();
  const cache = useQueryClient();
  const saved = useSavedCases();

  async function save(sent: Sent) {
    // The creditor is taken from the current settings. Without them, the file still has all that the database has noted.
    const settings = await cache.fetchQuery(askedBy(acting, siteSettingsQueries.of(project))).catch(() => null);
    const table = (cases: Parameters<typeof collectionTable>[0]) => collectionTable(cases, settings);
    await saved.run({ project, step: "handed_to_collection", sent, table, fileName: letterTexts.collect.fileName });
  }
  return { save, isSaving: saved.isPending() };
}
