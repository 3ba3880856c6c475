import type { SaleEvent } from "#data/sale_events/queries.ts";
import { formatCount, formatExactly } from "#shared/format/money.ts";
import type { ViewingFields } from "#data/viewings/mutations.ts";
import { spanOf } from "../parts/span-of.ts";
import { saleTexts } from "./sale-texts.ts";
import { texts } from "../texts.ts";

const words = saleTexts.history;

type Data = Partial<{
  amount: number;
  visibility: string;
  source: string;
  after_contract: boolean;
  reason: string;
  day: string;
  purpose: string;
  keep: number | null;
  joined: number | null;
  before: ViewingFields | null;
  after: ViewingFields;
}>;

const RULES: Readonly<Record<string, (value: unknown) => [string, string]>> = {
  bid_mode: (value) => [texts.rules.mode, texts.rules.modes[value as "open"]],
  higher_only: (value) => [texts.rules.higherOnly, value === true ? words.yes : words.no],
  bid_step: (value) => [texts.rules.step, formatCount(Number(value))],
  bid_release: (value) => [texts.rules.release, texts.rules.releases[value as "at_once"]],
  hidden_bids: (value) => [texts.rules.hiddenBids, value === true ? words.yes : words.no],
  contract_step: (value) => [texts.rules.contractStep, value === true ? words.yes : words.no],
};

/** Events that bring a sale forward, that take something back, and that the public hears of; the others are steps of its agents. */
const TONES: Readonly<Record<string, "success" | "danger" | "brand">> = {
  accepted: "success",
  contract_signed: "success",
  acceptance_undone: "danger",
  contract_undone: "danger",
  bid_withdrawn: "danger",
  bid_placed: "brand",
};

/** An event of a sale in words: what happened, its details, and the tone of its mark. `bidInWords` names a bid that the screen knows. */
export function describeSaleEvent(
  { kind, bid_id: bidId, data: stored }: SaleEvent,
  bidInWords: (bidId: string) => string | undefined,
): { title: string; details: string[]; tone: "success" | "danger" | "brand" | "neutral" } {
  const data = (stored ?? {}) as Data;
  const bid = bidId === null ? undefined : (bidInWords(bidId) ?? (data.amount && formatExactly(data.amount)));
  const details = [
    data.visibility === "hidden" && words.hidden,
    data.visibility === "waiting" && words.waiting,
    data.source === "agent" && words.byPhone,
    data.after_contract === true && words.afterContract,
    kind === "bidders_joined" && words.joined(words.numbered(data.joined ?? null), words.numbered(data.keep ?? null)),
    kind === "list_printed" && saleTexts.paper.for[data.purpose as "seller"],
    ...(kind === "rule_changed" ? Object.entries(data).map(([name, value]) => ruleInWords(name, value)) : []),
    ...(data.after === undefined ? [] : viewingInWords(data.before ?? null, data.after)),
    data.day !== undefined && words.day(data.day),
    data.reason !== undefined && words.reason(data.reason),
  ];
  const title = words.kinds[kind as keyof typeof words.kinds];
  return {
    title: bid === undefined || bid === 0 ? title : `${title}: ${bid}`,
    details: details.filter((each) => typeof each === "string"),
    tone: TONES[kind] ?? "neutral",
  };
}

function viewingInWords(before: ViewingFields | null, after: ViewingFields): string[] {
  const { added, cancelled, changed } = words.viewing;
  const what = before === null ? added : after.is_cancelled ? cancelled : changed(spanOf(before));
  return [spanOf(after), what];
}

function ruleInWords(name: string, value: unknown): string {
  const rule = RULES[name];
  return rule === undefined ? name : words.rule(...rule(value));
}
