import { type ComponentType, useEffect, useState } from "react";
import { afterPaint } from "#shared/after-paint.ts";
import { paths } from "#shared/paths.ts";
import { ButtonLink } from "#shared/ui/button.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { landingTexts as texts } from "./landing-texts.ts";
import { ParkSitesLoading } from "./park-sites-loading.tsx";

/**
 * `Parkera` with the sites, each of which leads straight to its form. The page is drawn before they are read: they come into a room of four
 * rows, so that nothing below them moves.
 */
export function ParkCard() {
  const [Sites, setSites] = useState<ComponentType>(() => ParkSitesLoading);
  // The list's code, which asks the database, comes after the first paint.
  useEffect(
    () =>
      afterPaint(() => {
        import("./park-sites.tsx").then(
          ({ ParkSites }) => setSites(() => ParkSites),
          () => setSites(() => ChooseSite),
        );
      }),
    [],
  );
  return (
    <Card as="section" lang="sv" aria-labelledby="park">
      <CardHeader title={texts.park} id="park" />
      <div className="grid min-h-60">
        <Sites />
      </div>
    </Card>
  );
}

/** The way to the sites where the list's code did not come. */
const ChooseSite = () => (
  <ButtonLink to={paths.startParking(undefined)} className="self-start">
    {texts.chooseSite}
  </ButtonLink>
);
