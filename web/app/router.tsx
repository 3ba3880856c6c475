import type { PatchRoutesOnNavigationFunction, RouteObject } from "react-router";
import { LandingScreen } from "#products/main-site/landing/landing-screen.tsx";
import { PATTERNS } from "#shared/paths.ts";
import { FirstScreenLoading } from "./navigation-progress.tsx";
import { RootLayout } from "./root-layout.tsx";
import { RouteError } from "./route-error.tsx";

const ROOT = "root";

/** The route of the landing page alone. Code for the other addresses stays out of its first load. */
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

/** Adds the other screens when the first is opened. The router skips routes that it has already. */
export const addScreens: PatchRoutesOnNavigationFunction = async ({ patch }) =>
  patch(ROOT, (await loadScreens()).screens);

/** All routes, with the screen of `path` already loaded, so that a prerendered page comes alive unchanged (tools/prerender.mjs). */
export async function routesOfDrawn(path: string): Promise<RouteObject[]> {
  const { screens, loadDrawnScreen } = await loadScreens();
  await loadDrawnScreen(path);
  return routes.map((root) => ({ ...root, children: [...(root.children ?? []), ...screens] }) as RouteObject);
}
