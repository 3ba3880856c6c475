import { useEffect, useSyncExternalStore } from "react";
import { dropEntry, keepEntry, readEntry } from "#shared/device-entry.ts";
import { shortMoment } from "#shared/format/short-moment.ts";
import { useNow } from "#shared/use-now.ts";
import { texts } from "../texts.ts";

const KEY = "parkering.taxi.car";

/** The car that a chauffeur of this device has: a login that ends ends no turn (document 5 §4). */
type HeldCar = { project: string; name: string; takenAt: string };

/** Keeps on this device which car the chauffeur has, and forgets it once they have none. */
export function useKeptCar(project: string, name: string | undefined, takenAt: string | undefined): void {
  useEffect(() => {
    if (name === undefined || takenAt === undefined) dropEntry(KEY);
    else keepEntry(KEY, { project, name, takenAt } satisfies HeldCar);
  }, [project, name, takenAt]);
}

const follow = (listener: () => void) => {
  addEventListener("storage", listener);
  return () => removeEventListener("storage", listener);
};
const readKept = () => JSON.stringify(readEntry(KEY));

/** Says on the login page which car waits to be returned. The page is drawn without it at build time. */
export function HeldCarNote({ project }: { project: string }) {
  const kept = JSON.parse(useSyncExternalStore(follow, readKept, () => "null")) as Partial<HeldCar> | null;
  const now = useNow();
  if (kept?.project !== project || typeof kept.name !== "string" || typeof kept.takenAt !== "string") return null;
  return (
    <p lang="sv" className="mb-6 rounded-card bg-brand-soft p-4 font-semibold wrap-anywhere">
      {texts.login.heldCar(kept.name, shortMoment(new Date(kept.takenAt), now))}
    </p>
  );
}
