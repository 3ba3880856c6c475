import type { CaseFilter, CaseList } from "#data/fines/lists.ts";
import { paths } from "#shared/paths.ts";

/** The address of the cases that a figure counts: a list with the filters that `Ärenden` keeps in its address. */
export const casesOf = (project: string, of: Partial<CaseFilter> & { list?: CaseList }): string =>
  `${paths.cases(project)}?${new URLSearchParams(of)}`;
