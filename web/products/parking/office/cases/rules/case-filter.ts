import { CASE_STATUSES } from "#contract/cases.ts";
import { type CaseFilter, OTHER_VIOLATION } from "#data/fines/lists.ts";
import { parseDateValue } from "#shared/format/dates.ts";

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The filter in an address; invalid parts are ignored. */
export function filterOf(search: URLSearchParams): CaseFilter {
  const param = (name: keyof CaseFilter) => search.get(name) ?? "";
  const day = (name: "from" | "to") => (parseDateValue(param(name)) === undefined ? "" : param(name));
  const violation = param("violation");
  return {
    from: day("from"),
    to: day("to"),
    status: CASE_STATUSES.find((status) => status === param("status")) ?? "",
    violation: violation === OTHER_VIOLATION || UUID.test(violation) ? violation : "",
    attendant: param("attendant").slice(0, 50),
  };
}

/** The number of active filters. */
export const countOf = (filter: CaseFilter): number => Object.values(filter).filter((part) => part !== "").length;
