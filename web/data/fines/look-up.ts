/** Finds a case for its driver, by the key of its QR code (document 4 §4). */
import { keepPreviousData } from "@tanstack/react-query";
import type { CaseStatus, PhotoCategory } from "#contract/cases.ts";
import { callFunction } from "../call-function.ts";
import { loadConfig } from "../config.ts";
import type { PaymentMethod } from "../site_settings/queries.ts";
import { untilNone } from "../until-none.ts";
import { callPublicCase } from "./public-case.ts";
import type { Fine } from "./queries.ts";
import { queryOptions } from "../use-query.ts";

/** The driver's case: the notice behind the windscreen, and the case's state. */
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
  /** The time from the due date until a reminder may be sent, in days, and the reminder's cost in kronor. */
  reminder_wait_days: number;
  reminder_fee: number;
  /** The account that the driver left for money that is owed: its last digits, and for sent money the day of the transfer. */
  refund?: { kind: RefundKind; tail: string; step: "left" | "proposed" | "sent"; day: string | null } | null;
};

/** The two ways that money goes back. */
export type RefundKind = "account" | "swish";

/** The answer of the functions that find a case. */
export type CaseAnswer = (DriverCase & { outcome: "found" }) | { outcome: "none" };

/** The reply that the key of an objection opens. A person who added to another person's objection does not see that person's words. */
export type DriverReply = {
  is_supplement: boolean;
  received_at: string;
  decision: "accepted" | "rejected" | "withdrawn" | null;
  decided_at: string | null;
  name?: string;
  text?: string;
  reply?: string | null;
  /** `address` is null until the file has arrived. */
  photos: { address: string | null }[];
};

export type DriverPhoto = { taken_at: string; category: PhotoCategory | null; address: string | null };
/** A case with its photos, and the reply that a reply key opens. */
export type WholeDriverCase = DriverCase & {
  photos: DriverPhoto[];
  reply: DriverReply | null;
  /** Photos have no address for a while when very many people ask from one network. */
  photos_later?: true;
};

/** The interval at which addresses of photos are fetched again, in milliseconds; they are valid for 15 minutes. */
const RENEW_MS = 10 * 60_000;

/** The case of a key, or null; `replyKey` is "" when there is none. @throws DataError `rate-limited` after too many wrong keys. */
export const driverCaseQuery = (publicKey: string, replyKey: string) =>
  queryOptions({
    queryKey: ["driver_case", publicKey, replyKey] as const,
    ...untilNone(RENEW_MS),
    placeholderData: keepPreviousData,
    queryFn: async (acting): Promise<WholeDriverCase | null> => {
      type Answer = { outcome: "none" } | (WholeDriverCase & { outcome: "found" });
      const answer = await callPublicCase<Answer>(acting, { public_key: publicKey, reply_key: replyKey });
      if (answer.outcome === "none") return null;
      const base = (await loadConfig()).supabaseUrl || window.location.origin;
      const reached = <Photo extends { address: string | null }>(photo: Photo): Photo => ({
        ...photo,
        address: photo.address && base.replace(/\/$/, "") + photo.address,
      });
      const reply = answer.reply && { ...answer.reply, photos: answer.reply.photos.map(reached) };
      return { ...answer, photos: answer.photos.map(reached), reply };
    },
  });

/** The interval at which a visible page checks its case for changes, in milliseconds. */
const LOOK_AGAIN_MS = 5_000;

/** The parts of a case that can change while the driver reads. The rest is fixed on the notice. */
export const stateOf = ({ status, amount, fee, paid_ore, due_date, objection, refund }: DriverCase): string =>
  JSON.stringify([status, amount, fee, paid_ore, due_date, objection, refund]);

/** The current `stateOf` a case; null when the case is not found. Photos are left out, because their addresses differ at each call. */
export const driverCaseStateQuery = (publicKey: string) =>
  queryOptions({
    queryKey: ["driver_case_state", publicKey] as const,
    ...untilNone(LOOK_AGAIN_MS),
    retry: false,
    queryFn: async (acting): Promise<string | null> => {
      const found = await callFunction<CaseAnswer>(acting, "case_by_key", { public_key: publicKey });
      return found.outcome === "none" ? null : stateOf(found);
    },
  });
