/** Reads all cases of a list, search and filter for a file, page by page, so that the browser never holds more than one page. */
import type { Acting } from "../acting.ts";
import { askCount } from "../ask.ts";
import type { Row } from "../live.ts";
import { type NewestCursor, newestPage, nextNewest } from "../keyset-pager.ts";
import { unwrap } from "../unwrap.ts";
import type { CaseScope } from "./lists.ts";
import { filtered, inList } from "./queries.ts";

const COLUMNS =
  "id, created_at, kind, case_number, status, plate, car_model, car_color, street, violation_code, violation_text, amount, fee, paid_ore, left_ore, issued_at, issued_by, due_date, delivery, needs_review" as const;

/** A case as the file has it. */
export type ExportedCase = Pick<
  Row<"fines">,
  | "id"
  | "created_at"
  | "kind"
  | "case_number"
  | "status"
  | "plate"
  | "car_model"
  | "car_color"
  | "street"
  | "violation_code"
  | "violation_text"
  | "amount"
  | "fee"
  | "paid_ore"
  | "left_ore"
  | "issued_at"
  | "issued_by"
  | "due_date"
  | "delivery"
  | "needs_review"
>;

/** Rows in one answer. */
const PAGE_SIZE = 1000;

/** The number of cases in a scope now. @throws DataError */
export const countCases = (acting: Acting, scope: CaseScope, signal: AbortSignal): Promise<number> =>
  askCount(acting, (client) => {
    const rows = inList(client.from("fines").select("id", { count: "exact", head: true }), scope.project, scope.list);
    return filtered(rows, scope).abortSignal(signal);
  });

/** The cases of a scope, newest first, in pages. Cases that are issued meanwhile are not among them. @throws DataError */
export async function* pagesOfCases(
  acting: Acting,
  scope: CaseScope,
  signal: AbortSignal,
): AsyncGenerator<ExportedCase[], void> {
  const client = await acting.client();
  let after: NewestCursor | null = null;
  do {
    const rows = filtered(inList(client.from("fines").select(COLUMNS), scope.project, scope.list), scope);
    const page: ExportedCase[] = unwrap(await newestPage(rows, { after, size: PAGE_SIZE, signal }));
    yield page;
    after = nextNewest(page, PAGE_SIZE);
  } while (after !== null);
}
