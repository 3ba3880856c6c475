import type { UnitNews } from "#data/units/roster.ts";
import { unitTexts } from "../unit-texts.ts";

const { news: texts } = unitTexts;

/** The notice about other people's changes: each alone, or several together in one. */
export function noticeOf(news: readonly UnitNews[]): { text: string; description?: string } | undefined {
  const [only] = news;
  if (only === undefined) return undefined;
  if (news.length === 1) return { text: texts[only.kind](only.unit.unit_number) };
  const units = new Set(news.map(({ unit }) => unit.unit_number));
  const named = [...units].slice(0, 5).join(", ");
  return { text: texts.many(news.length), description: units.size > 5 ? `${named} …` : named };
}
