import { lazy, Suspense, useEffect, useLayoutEffect, useRef } from "react";
import { followAccount, readVisitor, useVisitor, type Visitor } from "#session/logins/visitor.ts";
import { Page } from "#shared/ui/page.tsx";
import { ParticleBackground } from "../particles/particle-background.tsx";
import { afterPaint } from "#shared/after-paint.ts";
import { texts } from "../texts.ts";

// The page is prerendered, so it is visible before its code loads (tools/prerender.mjs).
const SignedOut = lazy(async () => ({ default: (await import("./signed-out.tsx")).SignedOut }));
const loadDashboard = () => import("./dashboard.tsx");
const Dashboard = lazy(async () => ({ default: (await loadDashboard()).Dashboard }));

/** Fetches the dashboard ahead: a page that fails to come is fetched again when it is drawn. */
const fetchDashboard = () => void loadDashboard().catch(() => undefined);

/** The page at `/`: the sign-in for visitors, the dashboard for accounts and guests (document 1 §2). */
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
        <Page title={texts.landing.welcome} description={texts.landing.introduction} lang="en" width="wide">
          <Suspense fallback={null}>
            <SignedOut onTouchAccount={fetchDashboard} />
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

/** Loads the client after the first paint: it checks a stored account, and is ready for a sign-in. */
function useAccountAfterPaint(): void {
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    const cancel = afterPaint(() => {
      followAccount().then(
        (unfollow) => {
          if (isGone) unfollow();
          else stop = unfollow;
        },
        // The server is away: the stored account still counts, and each call reports its own failure.
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
 * Removes the cover that web/app/cover.js lays over the prerendered sign-in for visitors who are already in. It stays until their dashboard
 * is drawn, because a prerendered page begins with nobody.
 */
function useUncovered(visitor: Visitor): void {
  useLayoutEffect(() => {
    if (visitor === readVisitor()) delete document.documentElement.dataset["covered"];
  }, [visitor]);
}

/** After a sign-in or sign-out the pressed button is gone, so the main part of the new view takes the focus. */
function useFocusInNewView(visitor: Visitor): void {
  const before = useRef(visitor);
  useEffect(() => {
    if (before.current === visitor) return;
    before.current = visitor;
    if (document.activeElement === document.body) document.getElementById("main")?.focus({ preventScroll: true });
  }, [visitor]);
}
