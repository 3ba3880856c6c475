import { clsx } from "clsx";
import { useIsLive } from "#data/live.ts";
import { type Language, useLanguage } from "#shared/ui/language.ts";

/** The texts of a live screen; `room` is the width of the longer one. */
export const LIVE_TEXTS = {
  sv: { live: "Uppdateras direkt", notLive: "Ansluter till direktuppdateringen …", room: "19em" },
  en: { live: "Live", notLive: "Connecting to live updates …", room: "16em" },
} satisfies Record<Language, { live: string; notLive: string; room: string }>;

/**
 * Says in words whether the screen is live; the dot only repeats the words. Its width fits both texts, so that nothing jumps, unless
 * `keepsRoom` is false.
 */
export function LiveState({ keepsRoom = true }: { keepsRoom?: boolean }) {
  const isLive = useIsLive();
  const { live, notLive, room } = LIVE_TEXTS[useLanguage()];
  return (
    <output
      className="inline-flex items-center gap-2"
      // A width, not a min-width with a percentage: browsers treat such a min-width as zero when they break lines.
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
