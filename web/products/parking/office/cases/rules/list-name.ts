import type { CaseList, CaseScope } from "#data/fines/lists.ts";
import { formatCount } from "#shared/format/money.ts";
import { caseTexts } from "../case-texts.ts";
import { countOf } from "./case-filter.ts";

const texts = caseTexts.list;

/**
 * What a list's tab says: its name, with how many cases stand in it. The counts are of all cases of the site, so they are left out while
 * they are unknown and while a search or a filter narrows what is shown. Where they are on their way, the tab keeps room for them.
 */
export function listName(
  list: CaseList,
  counts: Readonly<Record<CaseList, number>> | "coming" | undefined,
  { search, filter }: Pick<CaseScope, "search" | "filter">,
): string {
  const isNarrowed = search !== "" || countOf(filter) > 0;
  const name = texts.names[list];
  if (counts === undefined || isNarrowed) return name;
  return texts.withCount(name, counts === "coming" ? "…" : formatCount(counts[list]));
}
