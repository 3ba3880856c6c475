import { useClockText } from "#shared/ui/clock-text.ts";
import { unitTexts as texts } from "../unit-texts.ts";
import { spanSince } from "../rules/moment-text.ts";

/** The time since a moment; it follows the clock while it is visible. A short one leaves out the unit behind hours: "1 h 27". */
export function Since({ at, isShort = false }: { at: string; isShort?: boolean }) {
  const text = useClockText((now) => spanSince(at, now, texts.now));
  return <time dateTime={at}>{isShort ? text.replace(/( h \d+) min$/, "$1") : text}</time>;
}
