// What counts for a limit (contract/rate-limits.ts), beside the table or the function that is asked for it.
import type { LimitedAction } from "#contract/rate-limits.ts";
import { lookedAt, triedOf } from "#server/limits/misses.ts";
import type { Row } from "./rows.ts";

/** Tables whose new rows are limited, with the action that counts them. */
export const LIMITED_TABLES: ReadonlyMap<string, LimitedAction> = new Map([
  ["parkings", "parkings"],
  ["contact_messages", "contactMessages"],
  ["property_bids", "bids"],
  ["web_activity_logs", "activity"],
  ["shift_registrations", "shifts"],
  ["ase_shifts", "shifts"],
  ["parking_deletion_logs", "removals"],
  ["attendant_deletion_logs", "removals"],
]);

type Limited = {
  /** What a call counts as. */
  action?: LimitedAction;
  /** What it names, where it counts for that and not for who calls. */
  named?: (row: Row) => string | readonly string[] | null;
  /** Whether a wrong key counts besides (server/limits/misses.ts). */
  hasKey?: true;
};

const byReceipt: Limited = { action: "receiptChanges", named: (row) => triedOf(row["key"]), hasKey: true };

const LIMITED_BY_ACTION: readonly [LimitedAction, string][] = [
  ["checks", "check_plate record_offline_check note_camera_check"],
  ["offlineData", "offline_data"],
  ["issuing", "issue_fine correct_fine reserve_case_numbers hold_case_numbers void_case_numbers"],
  ["money", "match_payments book_payments place_payment undo_import end_payment record_case_events person_extract"],
  [
    "caseSums",
    "count_cases sum_payments list_unplaced list_ended list_file_rows list_similar_fines list_case_work list_sent_cases match_owners",
  ],
  ["caseSums", "site_overview erase_expired list_unused_numbers"],
  ["caseEvents", "record_case_event assign_objection set_objection_ground record_access"],
  ["messages", "send_test_message send_message_again send_decision"],
];

/** Functions whose calls or misses are limited. */
export const LIMITED_CALLS: ReadonlyMap<string, Limited> = new Map<string, Limited>([
  ...LIMITED_BY_ACTION.flatMap(([action, names]) =>
    names.split(" ").map((name): [string, Limited] => [name, { action }]),
  ),
  ["object_to_case", { action: "objections", named: (row) => triedOf(row["public_key"]), hasKey: true }],
  ["end_parking", byReceipt],
  ["extend_parking", byReceipt],
  ["look_up_case", { action: "caseLookUps", named: lookedAt }],
  ...["case_by_key", "read_reply", "parking_by_receipt"].map((name): [string, Limited] => [name, { hasKey: true }]),
]);
