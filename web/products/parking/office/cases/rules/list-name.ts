import type { CaseList, CaseScope } from "#data/fines/lists.ts";
import { formatCount } from "#shared/format/money.ts";
import { caseTexts } from "../../case/case-texts.ts";
import { countOf } from "./case-filter.ts";

const texts = caseTexts.list;

/**
 * The name of a list's tab, and its count behind it. Counts cover all cases of the site, so a search or filter hides them; unknown ones are hidden
 * too. While they load, the tab keeps room for them.
 */
export function listName(
  list: CaseList,
  counts: Readonly<Record<CaseList, number>> | "coming" | undefined,
  { search, filter }: Pick<CaseScope, "search" | "filter">,
): { label: string; number?: string } {
  const isNarrowed = search !== "" || countOf(filter) > 0;
  const label = texts.names[list];
  if (counts === undefined || isNarrowed) return { label };
  return { label, number: counts === "coming" ? "…" : formatCount(counts[list]) };
}
