import { useIsLive } from "#data/live.ts";
import { stateMark } from "#shared/ui/badge.tsx";
import { type Language, useLanguage } from "#shared/ui/language.ts";
import { LIVE_TEXTS } from "./live-state.tsx";

const SHORT = { sv: "Ansluter …", en: "Connecting …" } satisfies Record<Language, string>;

/**
 * `LiveState` for a bar: a sign, and its words for screen readers. While it connects, a word stands behind the bar's other parts, where
 * `wordClass` has room for it.
 */
export function LiveSign({ wordClass = "max-[22.5rem]:hidden" }: { wordClass?: string }) {
  const isLive = useIsLive();
  const lang = useLanguage();
  const { live, notLive } = LIVE_TEXTS[lang];
  return (
    <>
      <output
        className={stateMark({ tone: isLive ? "success" : "warning", className: "inline-flex before:size-3" })}
        title={isLive ? live : notLive}
      >
        <span className="sr-only">{isLive ? live : notLive}</span>
      </output>
      {!isLive && (
        <span aria-hidden="true" className={`order-1 text-sm ${wordClass}`}>
          {SHORT[lang]}
        </span>
      )}
    </>
  );
}
