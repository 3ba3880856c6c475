import { clsx } from "clsx";
import { useIsLive } from "#data/live.ts";
import { texts } from "../texts.ts";

/** Whether the list follows the table right now, in words; the dot only repeats them. */
export function LiveState() {
  const isLive = useIsLive();
  return (
    <output className="inline-flex items-center gap-2 text-ink-soft max-sm:w-full">
      <span
        aria-hidden="true"
        className={clsx("size-2.5 rounded-full", isLive ? "bg-success" : "animate-pulse bg-warning")}
      />
      {isLive ? texts.cars.live : texts.cars.notLive}
    </output>
  );
}
