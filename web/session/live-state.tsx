import { clsx } from "clsx";
import { useIsLive } from "#data/live.ts";
import { type Language, useLanguage } from "#shared/ui/language.ts";

const TEXTS = {
  sv: { live: "Uppdateras direkt", notLive: "Ansluter till direktuppdateringen …" },
  en: { live: "Live", notLive: "Connecting to live updates …" },
} satisfies Record<Language, { live: string; notLive: string }>;

/** Whether what the screen follows is live right now, in words; the dot only repeats them. On a phone it has a line of its own, so that nothing jumps. */
export function LiveState() {
  const isLive = useIsLive();
  const { live, notLive } = TEXTS[useLanguage()];
  return (
    <output className="inline-flex items-center gap-2 max-sm:w-full">
      <span
        aria-hidden="true"
        className={clsx("size-2.5 rounded-full", isLive ? "bg-success" : "animate-pulse bg-warning")}
      />
      {isLive ? live : notLive}
    </output>
  );
}
