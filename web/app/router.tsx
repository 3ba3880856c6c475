import type { PatchRoutesOnNavigationFunction, RouteObject } from "react-router";
import { LandingScreen } from "#products/main-site/landing/landing-screen.tsx";
import { PATTERNS } from "#shared/paths.ts";
import { FirstScreenLoading } from "./navigation-progress.tsx";
import { RootLayout } from "./root-layout.tsx";
import { RouteError } from "./route-error.tsx";

const ROOT = "root";

/** The landing page alone: what the other addresses need stays out of its first load. */
export const routes: RouteObject[] = [
  {
    id: ROOT,
    Component: RootLayout,
    ErrorBoundary: RouteError,
    HydrateFallback: FirstScreenLoading,
    children: [{ path: PATTERNS.landing, Component: LandingScreen, ErrorBoundary: RouteError }],
  },
];

/** Fetches the table of all other screens. */
export const loadScreens = () => import("./screens.tsx");

/** Adds them when the first is asked for; the router leaves out what it has already. */
export const addScreens: PatchRoutesOnNavigationFunction = async ({ patch }) =>
  patch(ROOT, (await loadScreens()).screens);

/** All routes, with the screen of an address in place: what is drawn of it already comes alive as it stands (tools/prerender.mjs). */
export async function routesOfDrawn(path: string): Promise<RouteObject[]> {
  const { screens, loadDrawnScreen } = await loadScreens();
  await loadDrawnScreen(path);
  return routes.map((root) => ({ ...root, children: [...(root.children ?? []), ...screens] }) as RouteObject);
}
