// The product's routes: limit, size and rights of each table and function that has its own, one row a route. server/app.ts hands the table to
// the services, and docs/security.md shows it (tools/route-bounds.ts). The limits stand in contract/rate-limits.ts.
import type { LimitedAction } from "#contract/rate-limits.ts";
import { CHANGE_BYTES, EDGE_FUNCTION, type OwnRoute, type OwnRoutes } from "#server/http/bounds.ts";
import { isMiss, lookedAt, triedOf } from "./case-looks.ts";

const KB = 1024;
const MB = 1024 * KB;

/** A call whose whole body is stored counts by its size too, as changes of tables do. */
const keptAs = (as: LimitedAction): OwnRoute => ({ counts: { as, bytesEach: CHANGE_BYTES } });

const countedAs = (as: LimitedAction): OwnRoute => (as === "work" ? keptAs(as) : { counts: { as } });

/** A plate check does not wait for its count, since an attendant stands in the rain and waits for the answer. */
const CHECK: OwnRoute = { counts: { as: "checks", isAhead: true } };

/** A wrong key counts for the address. A right key is never limited. */
const BY_KEY: OwnRoute = { misses: { as: "wrongKeys", isMiss } };

/** A change of a parking by its receipt counts for the receipt, and not for the caller. */
const BY_RECEIPT: OwnRoute = { ...BY_KEY, counts: { as: "receiptChanges", account: ({ key }) => triedOf(key) } };

/** A bid on a broker's list counts for its key. */
const BY_BIDDER: OwnRoute = { counts: { as: "bids", account: ({ key }) => triedOf(key) } };

/** A press of a unit's crew counts for its key; its alarm never does. */
const BY_CREW: OwnRoute = {
  ...BY_KEY,
  counts: { as: "dispatch", account: ({ key }) => triedOf(key), isFree: ({ step }) => step === "alarm" },
};

/** A whole plate is found by an index, with a plan that is kept (supabase/schemas/parkings/parkings.sql). */
const isWholePlate = ({ query }: Readonly<Record<string, unknown>>) =>
  typeof query === "string" && /^\s*[a-z]{3}\d{2}[a-z\d]\s*$/i.test(query);

export const PRODUCT_ROUTES = {
  "POST /rest/v1/parkings": countedAs("parkings"),
  // A message may hold a signature as a picture, so it may be larger.
  "POST /rest/v1/contact_messages": { ...countedAs("contactMessages"), bytes: 1200 * KB },
  "POST /rest/v1/property_bids": countedAs("bids"),
  "POST /rest/v1/rpc/place_bid": BY_BIDDER,
  "POST /rest/v1/rpc/withdraw_bid": BY_BIDDER,
  "POST /rest/v1/rpc/sign_up_for_viewing": countedAs("viewingSignups"),
  "POST /rest/v1/rpc/follow_property": countedAs("follows"),
  "POST /rest/v1/rpc/send_own_link": countedAs("follows"),
  // An entry of the log usually has some hundred bytes; the largest entry that the table takes counts as five.
  "POST /rest/v1/web_activity_logs": { counts: { as: "activity", bytesEach: 4 * KB } },
  "POST /rest/v1/shift_registrations": countedAs("shifts"),
  "POST /rest/v1/parking_deletion_logs": countedAs("removals"),
  "POST /rest/v1/attendant_deletion_logs": countedAs("removals"),

  "POST /rest/v1/rpc/search_parkings": { isQuick: isWholePlate },
  "POST /rest/v1/rpc/check_plate": CHECK,
  "POST /rest/v1/rpc/record_offline_check": CHECK,
  "POST /rest/v1/rpc/note_camera_check": CHECK,
  "POST /rest/v1/rpc/offline_data": countedAs("offlineData"),
  "POST /rest/v1/rpc/issue_fine": countedAs("issuing"),
  "POST /rest/v1/rpc/correct_fine": countedAs("issuing"),
  "POST /rest/v1/rpc/reserve_case_numbers": countedAs("issuing"),
  "POST /rest/v1/rpc/hold_case_numbers": countedAs("issuing"),
  "POST /rest/v1/rpc/void_case_numbers": countedAs("issuing"),

  "POST /rest/v1/rpc/match_payments": countedAs("money"),
  // Booking a bank's file is one call: the 5 MB that a screen reads of a file, and a key for each of its 5000 rows of six values. Only
  // admins may send as much, since a body is read before the database says who calls.
  "POST /rest/v1/rpc/book_payments": {
    counts: { as: "money", bytesEach: 512 * KB },
    bytes: 6 * MB,
    values: 60_000,
    rows: 5000,
    kind: "admin",
    grant: "a key, EXECUTE, an admin's token in `hardened`",
  },
  "POST /rest/v1/rpc/place_payment": countedAs("money"),
  "POST /rest/v1/rpc/undo_import": countedAs("money"),
  "POST /rest/v1/rpc/end_payment": countedAs("money"),
  "POST /rest/v1/rpc/close_ledger_month": countedAs("money"),
  "POST /rest/v1/rpc/step_refunds": countedAs("money"),
  "POST /rest/v1/rpc/send_refunds": countedAs("money"),
  "POST /rest/v1/rpc/record_case_events": keptAs("money"),
  "POST /rest/v1/rpc/add_permits": keptAs("money"),
  "POST /rest/v1/rpc/person_extract": countedAs("money"),
  "POST /rest/v1/rpc/erase_plate": countedAs("money"),

  "POST /rest/v1/rpc/count_cases": countedAs("caseSums"),
  "POST /rest/v1/rpc/find_cases": countedAs("caseSums"),
  "POST /rest/v1/rpc/sum_payments": countedAs("caseSums"),
  "POST /rest/v1/rpc/list_unplaced": countedAs("caseSums"),
  "POST /rest/v1/rpc/list_payer_plates": countedAs("caseSums"),
  "POST /rest/v1/rpc/list_ended": countedAs("caseSums"),
  "POST /rest/v1/rpc/list_file_rows": countedAs("caseSums"),
  "POST /rest/v1/rpc/list_refunds": countedAs("caseSums"),
  "POST /rest/v1/rpc/read_refund_file": countedAs("caseSums"),
  "POST /rest/v1/rpc/list_similar_fines": countedAs("caseSums"),
  "POST /rest/v1/rpc/list_case_work": countedAs("caseSums"),
  "POST /rest/v1/rpc/list_sent_cases": countedAs("caseSums"),
  "POST /rest/v1/rpc/match_owners": countedAs("caseSums"),
  "POST /rest/v1/rpc/site_overview": countedAs("caseSums"),
  "POST /rest/v1/rpc/site_statistics": countedAs("caseSums"),
  "POST /rest/v1/rpc/site_ledger": countedAs("caseSums"),
  "POST /rest/v1/rpc/list_ledger_rows": countedAs("caseSums"),
  "POST /rest/v1/rpc/erase_expired": countedAs("caseSums"),
  "POST /rest/v1/rpc/list_unused_numbers": countedAs("caseSums"),

  "POST /rest/v1/rpc/record_case_event": countedAs("caseEvents"),
  "POST /rest/v1/rpc/assign_objection": countedAs("caseEvents"),
  "POST /rest/v1/rpc/set_objection_ground": countedAs("caseEvents"),
  "POST /rest/v1/rpc/record_access": countedAs("caseEvents"),
  "POST /rest/v1/rpc/send_test_message": countedAs("messages"),
  "POST /rest/v1/rpc/send_message_again": countedAs("messages"),
  "POST /rest/v1/rpc/send_decision": countedAs("messages"),

  // Alarms count for nothing: no limit refuses them.
  "POST /rest/v1/rpc/raise_alarm": {},
  // Naming a place writes a row of the alarm's history each time, and clearing lets the unit's next alarm be told outside and kept, so both
  // count. Acknowledging counts for nothing. A caller who is refused a clearing finds the alarm open, and another press changes nothing.
  "POST /rest/v1/rpc/record_alarm_event": { counts: { as: "dispatch", isFree: ({ kind }) => kind === "acknowledged" } },
  "POST /rest/v1/units": countedAs("dispatch"),
  "POST /rest/v1/rpc/set_unit_status": countedAs("dispatch"),
  "POST /rest/v1/rpc/confirm_unit": countedAs("dispatch"),
  "POST /rest/v1/rpc/undo_press": countedAs("dispatch"),
  "POST /rest/v1/rpc/set_all_off_duty": countedAs("dispatch"),
  "POST /rest/v1/rpc/undo_all_off_duty": countedAs("dispatch"),
  "POST /rest/v1/rpc/skip_off_duty": countedAs("dispatch"),
  "POST /rest/v1/rpc/receive_call": countedAs("dispatch"),
  "POST /rest/v1/rpc/change_call": countedAs("dispatch"),
  "POST /rest/v1/rpc/assign_units": countedAs("dispatch"),
  "POST /rest/v1/rpc/record_unit_step": countedAs("dispatch"),
  "POST /rest/v1/rpc/record_call_event": countedAs("dispatch"),
  "POST /rest/v1/rpc/mark_duplicate": countedAs("dispatch"),
  "POST /rest/v1/rpc/open_caller": countedAs("dispatch"),
  "POST /rest/v1/rpc/keep_note": countedAs("dispatch"),
  "POST /rest/v1/rpc/finish_note": countedAs("dispatch"),
  "POST /rest/v1/rpc/set_statuses": countedAs("dispatch"),
  "POST /rest/v1/rpc/set_minimums": countedAs("dispatch"),
  "POST /rest/v1/rpc/make_link": countedAs("dispatch"),

  "POST /rest/v1/rpc/clock_in": countedAs("work"),
  "POST /rest/v1/rpc/clock_break": countedAs("work"),
  "POST /rest/v1/rpc/clock_out": countedAs("work"),
  "POST /rest/v1/rpc/resume_turn": countedAs("work"),
  "POST /rest/v1/rpc/type_turn": countedAs("work"),
  "POST /rest/v1/rpc/correct_turn": countedAs("work"),
  "POST /rest/v1/rpc/change_vehicle": countedAs("work"),
  "POST /rest/v1/rpc/review_turns": countedAs("work"),
  "POST /rest/v1/rpc/publish_notice": countedAs("work"),
  "POST /rest/v1/rpc/save_planned_shifts": countedAs("work"),
  "POST /rest/v1/rpc/ask_for_shift": countedAs("work"),
  "POST /rest/v1/rpc/assign_place": countedAs("work"),
  "POST /rest/v1/rpc/decide_place": countedAs("work"),
  "POST /rest/v1/rpc/remove_place": countedAs("work"),
  "POST /rest/v1/rpc/leave_shift": countedAs("work"),
  "POST /rest/v1/rpc/report_absence": countedAs("work"),
  "POST /rest/v1/rpc/ask_person": countedAs("work"),
  "POST /rest/v1/rpc/confirm_place": countedAs("work"),
  "POST /rest/v1/rpc/offer_place": countedAs("work"),
  "POST /rest/v1/rpc/answer_offer": countedAs("work"),
  "POST /rest/v1/rpc/set_ase_list": countedAs("work"),
  "POST /rest/v1/rpc/record_certificate": countedAs("work"),
  "POST /rest/v1/rpc/check_vehicle": countedAs("work"),
  "POST /rest/v1/rpc/take_back_fault": countedAs("work"),
  "POST /rest/v1/rpc/take_car": countedAs("work"),
  "POST /rest/v1/rpc/return_car": countedAs("work"),
  "POST /rest/v1/rpc/undo_return": countedAs("work"),
  "POST /rest/v1/rpc/end_turn": countedAs("work"),
  "POST /rest/v1/rpc/extend_turn": countedAs("work"),
  "POST /rest/v1/rpc/ask_for_car": countedAs("work"),
  "POST /rest/v1/rpc/answer_request": countedAs("work"),
  "POST /rest/v1/rpc/take_over_car": countedAs("work"),
  "POST /rest/v1/rpc/report_fault": countedAs("work"),
  "POST /rest/v1/rpc/set_vehicle": countedAs("work"),
  "POST /rest/v1/rpc/fix_fault": countedAs("work"),
  "POST /rest/v1/rpc/correct_odometer": countedAs("work"),
  "POST /rest/v1/rpc/correct_turn_km": countedAs("work"),
  "POST /rest/v1/rpc/enter_bid": countedAs("work"),
  "POST /rest/v1/rpc/set_bid_visibility": countedAs("work"),
  "POST /rest/v1/rpc/join_bidders": countedAs("work"),
  "POST /rest/v1/rpc/record_sale_event": countedAs("work"),
  "POST /rest/v1/rpc/set_viewing": countedAs("work"),
  "POST /rest/v1/rpc/open_contact": countedAs("work"),
  "POST /rest/v1/rpc/make_bid_link": countedAs("work"),
  // Lists of contacts are noted in the trail each time.
  "POST /rest/v1/rpc/bid_list": countedAs("work"),
  "POST /rest/v1/rpc/list_signups": countedAs("work"),
  "POST /rest/v1/rpc/set_settings": countedAs("work"),
  "POST /rest/v1/rpc/set_company_sites": countedAs("work"),
  "POST /rest/v1/rpc/set_handler_sites": countedAs("work"),
  "POST /rest/v1/rpc/order_violations": countedAs("work"),
  "POST /rest/v1/rpc/set_person_active": countedAs("work"),
  "POST /rest/v1/rpc/end_logins": countedAs("work"),
  "POST /rest/v1/rpc/end_own_login": countedAs("work"),
  "POST /rest/v1/rpc/make_recovery_codes": countedAs("work"),
  "POST /rest/v1/rpc/demand_second_factor": countedAs("work"),
  "POST /rest/v1/rpc/work_hours": countedAs("caseSums"),
  "POST /rest/v1/rpc/taxi_hours": countedAs("caseSums"),
  "POST /rest/v1/rpc/list_takers": countedAs("caseSums"),
  "POST /rest/v1/rpc/list_certificates": countedAs("caseSums"),

  "POST /rest/v1/rpc/object_to_case": {
    ...BY_KEY,
    counts: { as: "objections", account: ({ public_key: key }) => triedOf(key) },
  },
  "POST /rest/v1/rpc/leave_refund_account": {
    ...BY_KEY,
    counts: { as: "refundAccounts", account: ({ public_key: key }) => triedOf(key) },
  },
  "POST /rest/v1/rpc/end_parking": BY_RECEIPT,
  "POST /rest/v1/rpc/extend_parking": BY_RECEIPT,
  "POST /rest/v1/rpc/look_up_case": { counts: { as: "caseLookUps", account: lookedAt } },
  "POST /rest/v1/rpc/case_by_key": BY_KEY,
  "POST /rest/v1/rpc/read_reply": BY_KEY,
  "POST /rest/v1/rpc/parking_by_receipt": BY_KEY,
  "POST /rest/v1/rpc/my_bids": BY_KEY,
  "POST /rest/v1/rpc/confirm_follow": BY_KEY,
  "POST /rest/v1/rpc/end_follow": BY_KEY,
  "POST /rest/v1/rpc/unit_board": BY_KEY,
  "POST /rest/v1/rpc/act_as_unit": BY_CREW,
  "POST /rest/v1/rpc/undo_as_unit": BY_CREW,
  "POST /rest/v1/rpc/wall_board": BY_KEY,
  "POST /rest/v1/rpc/wall_alarms": BY_KEY,

  "POST /functions/v1/create-admin-user": { ...EDGE_FUNCTION, limits: ["accountCalls"] },
  "POST /functions/v1/public-case": {
    ...EDGE_FUNCTION,
    limits: ["caseReads", "caseLookUps", "wrongKeys", "uploads"],
  },
} as const satisfies OwnRoutes;
