import { readablePlate } from "#contract/plate.ts";
import type { WholeCase } from "#data/fines/queries.ts";
import type { ReplyKind } from "#data/reply_templates/queries.ts";
import { formatLongDate, formatLongDateTime } from "#shared/format/dates.ts";
import { formatMoney, formatOre } from "#shared/format/money.ts";
import { fillFields, unknownFieldsOf } from "../../case/fill-fields.ts";
import { objectionTexts } from "../objection-texts.ts";

const texts = objectionTexts.sentences;

/** The facts of a case that templates can use. */
export const TEMPLATE_FIELDS = [
  "ärendenummer",
  "registreringsnummer",
  "plats",
  "tid",
  "överträdelse",
  "belopp",
  "kvar",
  "ny förfallodag",
  "betalning",
  "utfärdare",
  "namn",
] as const;
export type TemplateFacts = Record<(typeof TEMPLATE_FIELDS)[number], string>;

/** The parts of a case that the facts come from. */
type FactsOf = {
  fine: Pick<
    WholeCase,
    "case_number" | "plate" | "street" | "issued_at" | "violation_text" | "amount" | "left_ore" | "paid_ore"
  >;
  /** The objector's name; it may be empty. */
  name: string;
  decision: ReplyKind;
  /** Whether nothing is left to pay, except a rest that the site does not claim. */
  isSettled: boolean;
  /** The due date, `yyyy-MM-dd`. */
  dueDate: string;
  /** The name on the site's letters, and the site's own name, for a fine without a street. */
  issuer: string;
  siteName: string;
};

/** The facts of a case in words, after this decision; empty when there is none. */
export function templateFacts({ fine, name, decision, isSettled, dueDate, issuer, siteName }: FactsOf): TemplateFacts {
  const mustPay = decision === "rejected" && !isSettled;
  return {
    ärendenummer: fine.case_number,
    registreringsnummer: readablePlate(fine.plate),
    plats: fine.street.trim() || siteName,
    tid: formatLongDateTime(fine.issued_at),
    överträdelse: fine.violation_text,
    belopp: formatMoney(fine.amount),
    kvar: formatOre(decision === "accepted" ? 0 : Math.max(0, fine.left_ore)),
    "ny förfallodag": mustPay ? formatLongDate(dueDate) : "",
    betalning: mustPay
      ? texts.pay(formatOre(fine.left_ore), formatLongDate(dueDate), fine.case_number)
      : payNothing(decision, fine.paid_ore),
    utfärdare: issuer.trim() || siteName,
    namn: name.trim(),
  };
}

function payNothing(decision: ReplyKind, paidOre: number): string {
  if (decision === "rejected") return texts.isPaid;
  return paidOre > 0 ? texts.payBack(formatOre(paidOre)) : texts.payNothing;
}

/** Fills a template with facts. A field without a fact stays visible. */
export const fillTemplate = (template: string, facts: TemplateFacts): string => fillFields(template, facts);

/** The fields of a template that no fact can fill. */
export const unknownFields = (template: string): string[] => unknownFieldsOf(template, TEMPLATE_FIELDS);

/** The reply with a new due date in place of the old one. */
export const withDueDate = (reply: string, before: string, after: string): string =>
  reply.replaceAll(formatLongDate(before), formatLongDate(after));
