import { useCallback, useEffect, useState } from "react";
import type { Parking } from "#data/parkings/queries.ts";

/** The time that a new parking is marked, in milliseconds: as long as its mark takes to fade (base.css). */
const MARKED_MS = 3000;
/** The scroll distance, in pixels, up to which the top of the list is still visible. */
const NEAR_TOP = 200;

export type Arrivals = {
  /** Adds a parking that was registered just now. */
  add: (parking: Parking) => void;
  /** Parkings that arrived in the last seconds. */
  marked: ReadonlySet<string>;
  /** The plate of the newest marked parking, for screen readers. */
  newest: string | undefined;
  /** The number of arrivals above the window since it left the top. */
  unseen: number;
};

/** Counts the parkings that are registered while the list is open. */
export function useArrivals(): Arrivals {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const [newest, setNewest] = useState<string>();
  const [unseen, setUnseen] = useState(0);

  const add = useCallback(({ id, ref_number: plate }: Parking) => {
    setNewest(plate);
    if (window.scrollY > NEAR_TOP) setUnseen((count) => count + 1);
    setMarked((ids) => new Set(ids).add(id));
    setTimeout(() => setMarked((ids) => new Set([...ids].filter((each) => each !== id))), MARKED_MS);
  }, []);

  const hasUnseen = unseen > 0;
  useEffect(() => {
    if (!hasUnseen) return undefined;
    const look = () => window.scrollY <= NEAR_TOP && setUnseen(0);
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, [hasUnseen]);

  return { add, marked, newest, unseen };
}
