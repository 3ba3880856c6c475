/** A case for its driver, by number and plate or by the key of its QR code (document 4 §4). */
import type { CaseStatus } from "#contract/cases.ts";
import { callFunction } from "../call-function.ts";
import type { PaymentMethod } from "../site_settings/queries.ts";
import type { Fine } from "./queries.ts";

/** What stands behind the windscreen and what became of it. */
export type DriverCase = Pick<
  Fine,
  | "case_number"
  | "public_key"
  | "plate"
  | "street"
  | "observed_from"
  | "issued_at"
  | "violation_code"
  | "violation_text"
  | "amount"
  | "fee"
  | "paid_ore"
  | "left_ore"
  | "due_date"
  | "delivery"
> & {
  status: CaseStatus;
  objection: "open" | "decided" | null;
  payment_methods: PaymentMethod[];
  issuer_name: string;
  org_number: string;
  principal: string;
  legal_line: string;
  contact_email: string;
  contact_phone: string;
  privacy_url: string;
  vat_percent: number | null;
};

type Found = (DriverCase & { outcome: "found" }) | { outcome: "none" };
const caseOf = (found: Found): DriverCase | null => (found.outcome === "none" ? null : found);

/** The case of a number and a plate, or null. @throws DataError `rate-limited` after too many wrong pairs. */
export const lookUpCase = async (caseNumber: string, plate: string): Promise<DriverCase | null> =>
  caseOf(await callFunction<Found>("look_up_case", { case_number: caseNumber, plate }));

/** The case of a key, or null. @throws DataError `rate-limited` after too many wrong ones. */
export const caseByKey = async (publicKey: string): Promise<DriverCase | null> =>
  caseOf(await callFunction<Found>("case_by_key", { public_key: publicKey }));
