import { prerender } from "react-dom/static";
import { createMemoryRouter } from "react-router";
import { PATTERNS } from "#shared/paths.ts";
import { Application } from "./application.tsx";
import { routes } from "./router.tsx";

/** The landing page as nobody sees it who is signed in or a guest: HTML for `#root`, drawn when the front end is built. */
export async function renderLanding(): Promise<string> {
  const router = createMemoryRouter(routes, { initialEntries: [PATTERNS.landing] });
  const { prelude } = await prerender(<Application router={router} />, {
    // All in one piece: no part of the page may wait for an inline script.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  return new Response(prelude).text();
}
