import { lazy, Suspense, useEffect, useLayoutEffect, useRef } from "react";
import { followAccount, readVisitor, useVisitor, type Visitor } from "#session/logins/visitor.ts";
import { Page } from "#shared/ui/page.tsx";
import { ParticleBackground } from "../particles/particle-background.tsx";
import { afterPaint } from "#shared/after-paint.ts";
import { texts } from "../texts.ts";

// Drawn when the front end is built, so it is seen before its code has come (tools/prerender.mjs).
const AccountCard = lazy(async () => ({ default: (await import("../account/account-card.tsx")).AccountCard }));
const loadDashboard = () => import("./dashboard.tsx");
const Dashboard = lazy(async () => ({ default: (await loadDashboard()).Dashboard }));

/** `/`: the way in for those who are not signed in, the dashboard for accounts and guests (document 1 §2). */
export function LandingScreen() {
  const visitor = useVisitor();
  const isIn = visitor !== "nobody";
  useAccountAfterPaint();
  useUncovered(visitor);
  useFocusInNewView(visitor);
  return (
    <div className="relative isolate min-h-dvh bg-canvas">
      <ParticleBackground />
      {isIn ? (
        <Suspense fallback={<DashboardOnItsWay />}>
          <Dashboard />
        </Suspense>
      ) : (
        <Page title={texts.landing.welcome} description={texts.landing.introduction} lang="en" width="narrow">
          <Suspense fallback={null}>
            <AccountCard />
          </Suspense>
        </Page>
      )}
    </div>
  );
}

function DashboardOnItsWay() {
  return (
    <Page title={texts.dashboard.title} description={texts.dashboard.introduction} lang="en" width="wide">
      <output className="inline-block rounded-control bg-surface px-4 py-2.5 text-ink-soft">
        {texts.dashboard.loading}
      </output>
    </Page>
  );
}

/** Loads the client when the page has been painted: it checks a stored account, and is there when somebody signs in. */
function useAccountAfterPaint(): void {
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    const cancel = afterPaint(() => {
      void loadDashboard().catch(() => undefined);
      followAccount().then(
        (unfollow) => {
          if (isGone) unfollow();
          else stop = unfollow;
        },
        // The server is away: what is stored holds, and each call says itself that it failed.
        () => undefined,
      );
    });
    return () => {
      isGone = true;
      cancel();
      stop?.();
    };
  }, []);
}

/**
 * Lifts the cover that web/app/cover.js lays over the prerendered sign-in for visitors who are in already: not before their
 * dashboard is drawn, since a prerendered page begins with nobody.
 */
function useUncovered(visitor: Visitor): void {
  useLayoutEffect(() => {
    if (visitor === readVisitor()) delete document.documentElement.dataset["covered"];
  }, [visitor]);
}

/** Whoever signs in or out stands in a new view with the pressed button gone: its main part takes the focus. */
function useFocusInNewView(visitor: Visitor): void {
  const before = useRef(visitor);
  useEffect(() => {
    if (before.current === visitor) return;
    before.current = visitor;
    if (document.activeElement === document.body) document.getElementById("main")?.focus({ preventScroll: true });
  }, [visitor]);
}
