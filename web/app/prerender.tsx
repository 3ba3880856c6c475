import { prerender } from "react-dom/static";
import { createMemoryRouter, type RouteObject } from "react-router";
import { TAXI_PROJECT } from "#contract/projects.ts";
import { DrawnLanguage } from "#products/parking/driver/use-driver-language.ts";
import { driverTexts } from "#products/parking/kernel/case/driver-texts.ts";
import { receiptTexts } from "#products/parking/visitor/receipts/receipt-texts.ts";
import { paths } from "#shared/paths.ts";
import { setDrawn } from "#shared/first-now.ts";
import { type Brand, companyBrand, brandName } from "#shared/ui/brand.tsx";
import type { Language } from "#shared/ui/language.ts";
import { Application } from "./application.tsx";
import { brands } from "./branded.tsx";
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

/** Code of a site in the drawn addresses; no drawing may hold it, since each page is drawn for all sites. */
const ANY_SITE = "site-of-the-address";

/** The pages that are drawn for a first visit (web/app/first-visit.js), by their files: address, key of the screen in the manifest, accent. */
const FRAMES = {
  "site-start-parking": { path: paths.startParking(ANY_SITE), screen: "parking/visitor/registration/start-parking" },
  "start-parking": { path: paths.startParking(undefined), screen: "parking/visitor/registration/start-parking" },
  "site-attendant-login": { path: paths.attendantLogin(ANY_SITE), screen: "parking/attendant/login/attendant-login" },
  "attendant-login": { path: paths.attendantLogin(undefined), screen: "parking/attendant/login/attendant-login" },
  "site-admin-login": { path: paths.customerAdminLogin(ANY_SITE), screen: "parking/office/login/customer-admin-login" },
  "admin-login": { path: paths.mainAdminLogin(), screen: "main-site/admin/main-admin-login" },
  "chauffeur-login": {
    path: paths.chauffeurLogin(TAXI_PROJECT),
    screen: "taxi/screens/chauffeur-login",
    brand: brands.taxi,
  },
  "operator-login": {
    path: paths.operatorLogin(),
    screen: "dispatch/screens/operator-login",
    brand: brands.dispatch,
  },
  "employee-login": {
    path: paths.ambulanceEmployeeLogin(),
    screen: "ambulance/screens/employee-login",
    brand: brands.ambulance,
  },
  "ambulance-admin-login": {
    path: paths.ambulanceAdminLogin(),
    screen: "ambulance/screens/admin-login",
    brand: brands.ambulance,
  },
  login: { path: paths.login(), screen: "accounts/screens/login", brand: brands.accounts },
  auth: { path: paths.auth(), screen: "accounts/screens/auth", brand: brands.accounts },
  listings: { path: paths.listings(), screen: "real-estate/screens/listings", brand: brands.realEstate },
  ambulance: { path: paths.ambulance(), screen: "ambulance/screens/ambulance-home", brand: brands.ambulance },
  dispatch: { path: paths.dispatch(), screen: "dispatch/screens/dispatch", brand: brands.dispatch },
} satisfies Record<string, { path: string; screen: string; brand?: Brand }>;

type DrawnFrame = { screen: string; title: string; lang: Language; product?: string; drawn: string };

/** The drawn first sight of the visitor's form, the logins and the listings, by the name of the page's file. */
export async function renderFrames(): Promise<Record<string, DrawnFrame>> {
  setDrawn(true);
  const frames: Record<string, DrawnFrame> = {};
  for (const [file, frame] of Object.entries<{ path: string; screen: string; brand?: Brand }>(FRAMES)) {
    const { path, screen, brand = companyBrand } = frame;
    const drawn = await render(await routesOfDrawn(path), path, null);
    if (drawn.includes(ANY_SITE)) throw new Error(`prerender: the drawing of ${file} names its site`);
    // A part that waits would be taken over after the clock of the drawing has ended (taken-over.tsx).
    if (drawn.includes("<!--$")) throw new Error(`prerender: a part of ${file} waits`);
    const [, lang] = /<div lang="(sv|en)"/.exec(drawn) ?? [];
    // Joints of long words are elements inside the heading.
    const heading = /<h1[^>]*>(.+?)<\/h1>/.exec(drawn)?.[1]?.replaceAll(/<[^>]*>/g, "");
    if (heading === undefined || (lang !== "sv" && lang !== "en")) throw new Error(`prerender: ${file} has no heading`);
    const [name, own] = [brandName(brand, lang), brand.product];
    const title = heading === name ? name : `${heading} · ${name}`;
    frames[file] = { screen: `products/${screen}-screen.tsx`, title, lang, drawn, ...(own && { product: own }) };
  }
  setDrawn(false);
  return frames;
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
