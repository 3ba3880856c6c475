/** The fine as a case (document 4): its states, the events of each state, and the answers of its functions. */

export const CASE_STATUSES = [
  "issued",
  "reminded",
  "disputed",
  "paid",
  "withdrawn",
  "written_off",
  "collection",
] as const;
export type CaseStatus = (typeof CASE_STATUSES)[number];

/** Outcomes of a check; the first that holds is the answer. */
export const CHECK_OUTCOMES = ["valid", "permit", "grace", "not_yet", "expired", "none"] as const;
export type CheckOutcome = (typeof CHECK_OUTCOMES)[number];

export const DELIVERIES = ["fixed", "handed", "not_delivered"] as const;
export type Delivery = (typeof DELIVERIES)[number];

export const PHOTO_CATEGORIES = ["car", "plate", "sign", "notice"] as const;
export type PhotoCategory = (typeof PHOTO_CATEGORIES)[number];

/** Reasons to withdraw a case; the last reason asks for a note. */
export const WITHDRAWAL_GROUNDS = [
  "felskrivet",
  "giltig rätt",
  "skyltning",
  "stöld",
  "uppenbart oskäligt",
  "ej överlämnad",
  "dömd",
  "annat",
] as const;

/** Warnings that an attendant must accept with a reason before a fine is stored. */
export const FINE_WARNINGS = [
  "valid-parking",
  "valid-permit",
  "in-grace",
  "observed-too-short",
  "removed-parking",
  "similar-plate",
  "above-legal-maximum",
  "no-place",
  "few-photos",
  "fined-within-6-hours",
  "fined-today",
  "fined-five-times",
] as const;
export type FineWarningCode = (typeof FINE_WARNINGS)[number];

/**
 * Warning of a phone without a network that was not told all parkings: the phone does not know whether the car may stand there, and asks
 * for a reason. The database knows, and never asks this.
 */
export const RIGHT_UNKNOWN = "right-unknown";

/** The only reason that lifts the warnings of fines before this one (SFS 1984:318 §5). */
export const NEW_PARKING_REASON = "Ny parkering: bilen har varit borta";

/** SQLSTATEs of refusals; `details` names the field, and the message is a text to show. A missing right is 42501. @public */
export const CASE_REFUSALS = {
  amount: "PK001",
  dueDate: "PK002",
  caseNumber: "PK003",
  tooLate: "PK004",
  state: "PK005",
  conflict: "PK006",
  notFound: "PK007",
  invalid: "PK008",
  tooManyNumbers: "PK009",
  alreadyUsed: "PK010",
  ownFine: "PK011",
  parkingEnded: "PK012",
  parkingTooLong: "PK013",
  tooManyMails: "PK014",
  tooManyFines: "PK017",
  noticeGaps: "PK018",
} as const;

/** Gaps of a notice (`notice_gaps`): its issuer, how to pay, a contact, and the address at which its driver reads it. */
export const NOTICE_GAPS = ["issuer", "payment", "contact", "address"] as const;
export type NoticeGap = (typeof NOTICE_GAPS)[number];

/**
 * Limits of a fine: photos, numbers in a phone's store, minutes in which an attendant may change or withdraw, the law's highest amount.
 * @public
 */
export const CASE_LIMITS = {
  photos: 8,
  numbersAtOnce: 50,
  unusedNumbers: 100,
  storedNumbers: 20,
  correctMinutes: 10,
  legalMaximum: 1300,
} as const;

export type CaseRole = "admin" | "issuer" | "driver" | "system";

/** A row of the table of document 4 §4; the database's `private.case_transitions` holds the same rows. */
export type CaseTransition = {
  kind: string;
  /** State before the step; null for any state. */
  from: readonly CaseStatus[] | null;
  by: readonly CaseRole[];
  /** Conditions of the step, in the words of the database's `private.case_facts`. */
  needs: readonly string[];
  /** State after the step. Null: the state stays; `before`: the state before the case was paid, or reminded. */
  to: CaseStatus | "before" | null;
  /** Whether the step changes status, money, recipient or decision. */
  moves: boolean;
  wants: readonly ("note" | "due_date")[];
};

const UNPAID = ["issued", "reminded", "collection"] as const;
const BANK = ["admin", "system"] as const;
const STAFF = ["admin", "issuer"] as const;
const DRIVER = ["admin", "driver"] as const;
const ADMIN = ["admin"] as const;

const stays = (kind: string, by: readonly CaseRole[], wants: readonly "note"[] = []): CaseTransition => ({
  kind,
  from: null,
  by,
  needs: [],
  to: null,
  moves: false,
  wants,
});

/** The steps; the first row that fits counts. */
export const CASE_TRANSITIONS: readonly CaseTransition[] = [
  { kind: "payment", from: UNPAID, by: BANK, needs: ["settled"], to: "paid", moves: true, wants: [] },
  { kind: "payment", from: null, by: BANK, needs: [], to: null, moves: true, wants: [] },
  { kind: "refunded", from: null, by: ADMIN, needs: ["too-much"], to: null, moves: true, wants: [] },
  {
    kind: "payment_undone",
    from: ["paid"],
    by: BANK,
    needs: ["by-hand", "unsettled"],
    to: "before",
    moves: true,
    wants: [],
  },
  { kind: "payment_undone", from: null, by: BANK, needs: ["by-hand"], to: null, moves: true, wants: [] },
  { kind: "payment_moved", from: ["paid"], by: ADMIN, needs: ["unsettled"], to: "before", moves: true, wants: [] },
  { kind: "payment_moved", from: null, by: ADMIN, needs: [], to: null, moves: true, wants: [] },
  { kind: "objected", from: [...UNPAID, "paid"], by: DRIVER, needs: [], to: "disputed", moves: true, wants: ["note"] },
  { kind: "supplemented", from: ["disputed"], by: DRIVER, needs: [], to: null, moves: false, wants: ["note"] },
  {
    kind: "objection_accepted",
    from: ["disputed"],
    by: ADMIN,
    needs: ["not-own"],
    to: "withdrawn",
    moves: true,
    wants: ["note"],
  },
  {
    kind: "objection_rejected",
    from: ["disputed"],
    by: ADMIN,
    needs: ["not-own", "settled"],
    to: "paid",
    moves: true,
    wants: ["note"],
  },
  {
    kind: "objection_rejected",
    from: ["disputed"],
    by: ADMIN,
    needs: ["not-own"],
    to: "issued",
    moves: true,
    wants: ["note", "due_date"],
  },
  {
    kind: "withdrawn",
    from: ["issued", "reminded", "disputed", "paid", "collection"],
    by: ADMIN,
    needs: [],
    to: "withdrawn",
    moves: true,
    wants: [],
  },
  { kind: "withdrawn", from: ["issued"], by: ["issuer"], needs: ["fresh"], to: "withdrawn", moves: true, wants: [] },
  {
    kind: "reopened",
    from: ["withdrawn", "written_off"],
    by: ADMIN,
    needs: ["not-by-objection", "settled"],
    to: "paid",
    moves: true,
    wants: ["note"],
  },
  {
    kind: "reopened",
    from: ["withdrawn", "written_off"],
    by: ADMIN,
    needs: ["not-by-objection"],
    to: "issued",
    moves: true,
    wants: ["note", "due_date"],
  },
  {
    kind: "reminded",
    from: ["issued"],
    by: ADMIN,
    needs: ["waited", "delivered", "has-recipient", "reviewed", "in-time"],
    to: "reminded",
    moves: true,
    wants: ["due_date"],
  },
  {
    kind: "reminded",
    from: ["reminded"],
    by: ADMIN,
    needs: ["delivered", "has-recipient", "untold-recipient", "reviewed", "in-time"],
    to: null,
    moves: true,
    wants: ["due_date"],
  },
  {
    kind: "handed_to_collection",
    from: ["reminded"],
    by: ADMIN,
    needs: ["overdue", "told-recipient", "in-time"],
    to: "collection",
    moves: true,
    wants: [],
  },
  { kind: "recalled", from: ["collection"], by: ADMIN, needs: [], to: "reminded", moves: true, wants: [] },
  { kind: "written_off", from: UNPAID, by: ADMIN, needs: [], to: "written_off", moves: true, wants: ["note"] },
  {
    kind: "reminder_undone",
    from: ["reminded"],
    by: ADMIN,
    needs: ["unpaid-reminder"],
    to: "before",
    moves: true,
    wants: [],
  },
  { kind: "recipient_set", from: null, by: ADMIN, needs: [], to: null, moves: true, wants: [] },
  stays("noted", STAFF, ["note"]),
  stays("photo_added", STAFF),
  stays("delivered", STAFF),
  stays("reviewed", ADMIN),
  stays("case_viewed", ADMIN),
  stays("exported", ADMIN),
  stays("collection_told", ADMIN),
];
