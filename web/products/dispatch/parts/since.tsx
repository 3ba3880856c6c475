import { useClockText } from "#shared/ui/clock-text.ts";
import { unitTexts as texts } from "../unit-texts.ts";
import { sinceText } from "#shared/format/since.ts";

/** The time since a moment; it follows the clock while it is visible. */
export function Since({ at }: { at: string }) {
  return <time dateTime={at}>{useClockText((now) => sinceText(at, now, texts.now))}</time>;
}
