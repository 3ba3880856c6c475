import { clsx } from "clsx";
import { useIsLive } from "#data/live.ts";
import { type Language, useLanguage } from "#shared/ui/language.ts";

/** `room` is the width of the longer text. */
const TEXTS = {
  sv: { live: "Uppdateras direkt", notLive: "Ansluter till direktuppdateringen …", room: "19em" },
  en: { live: "Live", notLive: "Connecting to live updates …", room: "16em" },
} satisfies Record<Language, { live: string; notLive: string; room: string }>;

/**
 * Whether what the screen follows is live right now, in words; the dot only repeats them. So that nothing jumps it keeps room for either
 * text, but where nothing stands beside or below it.
 */
export function LiveState({ keepsRoom = true }: { keepsRoom?: boolean }) {
  const isLive = useIsLive();
  const { live, notLive, room } = TEXTS[useLanguage()];
  return (
    <output
      className="inline-flex items-center gap-2"
      // Not a min-width with a percentage: where a browser decides what fits a line, that counts as none.
      style={keepsRoom ? { width: room, maxWidth: "100%" } : undefined}
    >
      <span
        aria-hidden="true"
        className={clsx("size-2.5 rounded-full", isLive ? "bg-success" : "animate-pulse bg-warning")}
      />
      {isLive ? live : notLive}
    </output>
  );
}
