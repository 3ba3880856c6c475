import { Skeleton } from "#shared/ui/skeleton.tsx";
import { landingTexts } from "./landing-texts.ts";

const ROWS = [1, 2, 3, 4];

/** The room of the sites while they are on their way. */
export function ParkSitesLoading() {
  return (
    <div aria-busy="true" className="grid content-around">
      <output className="sr-only">{landingTexts.sitesLoading}</output>
      {ROWS.map((row) => (
        <Skeleton key={row} className="h-6 w-3/4" />
      ))}
    </div>
  );
}
