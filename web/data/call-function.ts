/** Calls a function of the database that answers one JSON object, with `outcome` first (document 4 §4). */
import type { Acting } from "./acting.ts";
import type { Database } from "./database.gen.ts";
import { unwrap } from "./unwrap.ts";

type CaseFunction = Extract<
  keyof Database["public"]["Functions"],
  | "check_plate"
  | "record_offline_check"
  | "note_camera_check"
  | "reserve_case_numbers"
  | "hold_case_numbers"
  | "list_unused_numbers"
  | "void_case_numbers"
  | "issue_fine"
  | "correct_fine"
  | "record_case_event"
  | "look_up_case"
  | "case_by_key"
  | "object_to_case"
  | "count_cases"
  | "find_cases"
  | "match_payments"
  | "book_payments"
  | "place_payment"
  | "undo_import"
  | "end_payment"
  | "list_ended"
  | "list_file_rows"
  | "sum_payments"
  | "list_unplaced"
  | "list_objections"
  | "list_similar_fines"
  | "assign_objection"
  | "set_objection_ground"
  | "list_case_work"
  | "list_sent_cases"
  | "match_owners"
  | "record_case_events"
  | "site_overview"
  | "site_statistics"
  | "site_ledger"
  | "list_ledger_rows"
  | "leave_refund_account"
  | "list_refunds"
  | "step_refunds"
  | "send_refunds"
  | "read_refund_file"
  | "close_ledger_month"
  | "erase_expired"
  | "person_extract"
  | "erase_plate"
  | "parking_by_receipt"
  | "end_parking"
  | "extend_parking"
  | "list_people"
  | "set_person_active"
  | "get_person"
  | "end_logins"
>;

/**
 * Calls the function as the acting person and returns its answer. The generated types lack null arguments and the answer's shape, so the caller names it
 * (`Answer`).
 * @throws DataError with the SQLSTATE of the refusal (contract/cases.ts) and a text that a screen can show.
 */
export async function callFunction<Answer>(
  acting: Acting,
  name: CaseFunction,
  args: Record<string, unknown>,
): Promise<Answer> {
  const client = await acting.client();
  return unwrap(await client.rpc(name, args as never)) as unknown as Answer;
}
