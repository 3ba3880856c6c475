/** What a driver reads of a case, without an account: by number and plate, or by the key of its QR code (document 4 §4). */
import { queryOptions } from "@tanstack/react-query";
import type { CaseStatus } from "#contract/cases.ts";
import { getClient } from "../client.ts";
import { unwrap } from "../unwrap.ts";

export type PaymentMethod = { kind: "bankgiro" | "plusgiro" | "swish" | "account"; value: string; text?: string };

export type DriverCase = {
  case_number: string;
  public_key: string;
  plate: string;
  street: string;
  observed_from: string;
  issued_at: string;
  violation_code: string;
  violation_text: string;
  amount: number;
  fee: number;
  paid_ore: number;
  left_ore: number;
  due_date: string;
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
};

type Answer = { outcome: "none" } | ({ outcome: "found" } & DriverCase);

const caseOf = (answer: unknown): DriverCase | null =>
  (answer as Answer).outcome === "found" ? (answer as DriverCase) : null;

/** The case of a number and a plate, or null. @throws DataError `rate-limited` after too many wrong ones. */
export async function lookUpCase({ caseNumber, plate }: { caseNumber: string; plate: string }) {
  const client = await getClient();
  return caseOf(unwrap(await client.rpc("look_up_case", { case_number: caseNumber, plate })));
}

/** The case of a QR code's key, or null. */
export const driverCaseQuery = (publicKey: string) =>
  queryOptions({
    queryKey: ["driver_case", publicKey] as const,
    queryFn: async ({ signal }) => {
      const client = await getClient();
      return caseOf(unwrap(await client.rpc("case_by_key", { public_key: publicKey }).abortSignal(signal)));
    },
  });
