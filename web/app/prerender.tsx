import { prerender } from "react-dom/static";
import { createMemoryRouter, type RouteObject } from "react-router";
import { DrawnLanguage } from "#products/parking/driver/use-driver-language.ts";
import { driverTexts } from "#products/parking/kernel/case/driver-texts.ts";
import { receiptTexts } from "#products/parking/visitor/receipts/receipt-texts.ts";
import { paths } from "#shared/paths.ts";
import { companyBrand, brandName } from "#shared/ui/brand.tsx";
import type { Language } from "#shared/ui/language.ts";
import { Application } from "./application.tsx";
import { routes, routesOfDrawn } from "./router.tsx";

/** The landing page as a visitor without a login sees it: HTML for `#root`, drawn when the front end is built. */
export const renderLanding = (): Promise<string> => render(routes, paths.landing(), null);

/**
 * The part that every driver's page shares (document 4 §5), in one language, with the window's title: of `/case`, or of a case's own
 * address.
 */
export async function renderDriver(of: "look-up" | "case", lang: Language): Promise<{ title: string; drawn: string }> {
  // The key is not drawn.
  const path = paths.driverCase(of === "case" ? "key" : "");
  const drawn = await render(await routesOfDrawn(path), path, lang);
  return { title: `${driverTexts[lang].title} · ${brandName(companyBrand, lang)}`, drawn };
}

/** The part that every receipt's page shares (document 4 §5), with the window's title. */
export async function renderReceipt(): Promise<{ title: string; drawn: string }> {
  // A key of the right form; it is not drawn.
  const path = paths.receipt("A".repeat(22));
  const drawn = await render(await routesOfDrawn(path), path, null);
  return { title: `${receiptTexts.title} · ${brandName(companyBrand, "sv")}`, drawn };
}

async function render(all: RouteObject[], path: string, lang: Language | null): Promise<string> {
  const router = createMemoryRouter(all, { initialEntries: [path] });
  const { prelude } = await prerender(
    <DrawnLanguage value={lang}>
      <Application router={router} />
    </DrawnLanguage>,
    {
      // React writes the page in one piece: no part of it may wait for an inline script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    },
  );
  return new Response(prelude).text();
}
