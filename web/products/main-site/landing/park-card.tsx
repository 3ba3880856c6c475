import { useEffect, useState } from "react";
import { afterPaint } from "#shared/after-paint.ts";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { landingTexts as texts } from "./landing-texts.ts";
import { ParkSites } from "./park-sites.tsx";
import { ParkSitesLoading } from "./park-sites-loading.tsx";

/**
 * `Parkera` with the sites, each of which leads straight to its form. The page is drawn before they are read: they come into a room of four
 * rows, so that nothing below them moves.
 */
export function ParkCard() {
  const [isPainted, setIsPainted] = useState(false);
  // The list, which asks the database, comes after the first paint.
  useEffect(() => afterPaint(() => setIsPainted(true)), []);
  return (
    <Card as="section" lang="sv" aria-labelledby="park">
      <CardHeader title={texts.park} id="park" />
      <div className="grid min-h-60">{isPainted ? <ParkSites /> : <ParkSitesLoading />}</div>
    </Card>
  );
}
