// Every screen as a person meets it, on a phone and at a desk, in light and dark: `npm run screenshots -- all [label]` saves them under
// the label, and lays all labels side by side on one page, so that a change of the design can be looked at as before and after.
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import type { RunningProduct } from "#tests/support/product.ts";

const FOLDER = ".cache/screens";
const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
];
const SCHEMES = ["light", "dark"] as const;

type Login = { at: string; fields: Record<string, string>; button: string; until: RegExp };
type Screen = { name: string; at: string; as?: keyof typeof LOGINS; show?: (page: Page) => Promise<unknown> };

const byId = (at: string, id: string, password: string, until: RegExp): Login => ({
  at,
  fields: { "Användar-ID": id, Lösenord: password },
  button: "Logga in",
  until,
});
const byName = (at: string, name: string, password: string, until: RegExp): Login => ({
  at,
  fields: { Användarnamn: name, Lösenord: password },
  button: "Logga in",
  until,
});

const LOGINS = {
  attendant: byId("/ostra-hamnen/attendant-login", "vakt01", "Vakt-7410", /attendant-dashboard/),
  admin: byName("/ostra-hamnen/admin-login", "admin01", "Admin-7410", /admin-dashboard/),
  main: byName("/admin-login", "huvudadmin", "Huvud-7410", /admin-dashboard/),
  operator: byId("/operator-login", "op01", "Operator-7410", /721075/),
  dispatchAdmin: byName("/721075?role=administrator", "ledning", "Ledning-7410", /721075/),
  chauffeur: {
    at: "/157715/chauffeur-login",
    fields: { "Chauffeur ID": "chauffor01", Password: "Taxi-7410" },
    button: "Log In",
    until: /vehicle-registration/,
  },
  taxiAdmin: {
    at: "/157715/chauffeur-login",
    fields: { "Chauffeur ID": "TAXIADMIN" },
    button: "Log In",
    until: /chauffeur-admin/,
  },
  aseEmployee: {
    at: "/ASE/employee-login",
    fields: { "Employee ID": "ASE-001" },
    button: "Log In",
    until: /employee-dashboard/,
  },
  aseAdmin: {
    at: "/ASE/admin",
    fields: { Username: "aseadmin", Password: "Ambulans-7410" },
    button: "Log In",
    until: /admin-dashboard/,
  },
  agent: {
    at: "/login",
    fields: { "Email or username": "agent@parkering.example", Password: "Agent-7410" },
    button: "Sign In",
    until: /property-management/,
  },
  superAdmin: {
    at: "/login",
    fields: { "Email or username": "superadmin@parkering.example", Password: "Super-7410" },
    button: "Sign In",
    until: /property-management/,
  },
} satisfies Record<string, Login>;

const tab = (name: string) => (page: Page) => page.getByRole("tab", { name }).click();
const press = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true }).first().click();

const SCREENS: Screen[] = [
  { name: "landing", at: "/" },
  { name: "landing-guest", at: "/", show: press("Continue as Guest") },
  { name: "project", at: "/ostra-hamnen" },
  { name: "start-parking", at: "/ostra-hamnen/start-parking" },
  { name: "attendant-login", at: "/ostra-hamnen/attendant-login" },
  { name: "attendant", at: "/ostra-hamnen/attendant-dashboard", as: "attendant" },
  {
    name: "fine",
    at: "/ostra-hamnen/attendant-dashboard",
    as: "attendant",
    show: async (page) => {
      const more = page.getByRole("button", { name: /^Mer om/ }).first();
      if (await more.isVisible()) await more.click();
      await page.getByRole("button", { name: "Skapa parkeringsbot" }).first().click();
    },
  },
  { name: "report", at: "/ostra-hamnen/create-report", as: "attendant" },
  { name: "shifts", at: "/ostra-hamnen/shift-registration", as: "attendant" },
  { name: "admin-login", at: "/ostra-hamnen/admin-login" },
  { name: "admin", at: "/ostra-hamnen/admin-dashboard", as: "admin" },
  { name: "admin-log", at: "/ostra-hamnen/admin-dashboard", as: "admin", show: tab("Parkeringslogg") },
  { name: "admin-shifts", at: "/ostra-hamnen/admin-dashboard", as: "admin", show: tab("Skift") },
  { name: "admin-web", at: "/ostra-hamnen/admin-dashboard", as: "admin", show: tab("Webbaktivitet") },
  { name: "admin-accounts", at: "/ostra-hamnen/admin-dashboard", as: "admin", show: tab("Hantera konton") },
  { name: "cases", at: "/ostra-hamnen/cases", as: "admin" },
  { name: "objections", at: "/ostra-hamnen/objections", as: "admin" },
  {
    name: "objection-desk",
    at: "/ostra-hamnen/objections",
    as: "admin",
    show: (page) => page.getByRole("article").getByRole("link").first().click(),
  },
  { name: "overview", at: "/ostra-hamnen/overview", as: "admin" },
  { name: "letters", at: "/ostra-hamnen/letters?step=remind", as: "admin" },
  { name: "permits", at: "/ostra-hamnen/permits", as: "admin" },
  { name: "settings", at: "/ostra-hamnen/settings", as: "admin" },
  { name: "case", at: "/case" },
  { name: "main-login", at: "/admin-login" },
  { name: "main", at: "/admin-dashboard", as: "main" },
  { name: "messages", at: "/contact-messages", as: "main" },
  { name: "trail", at: "/audit-trail", as: "main" },
  { name: "operator-login", at: "/operator-login" },
  { name: "dispatch", at: "/721075", as: "operator" },
  { name: "dispatch-options", at: "/721075", as: "operator", show: tab("Options") },
  { name: "dispatch-units", at: "/721075", as: "operator", show: tab("Units") },
  { name: "dispatch-status", at: "/721075", as: "operator", show: press("AVAILABLE") },
  { name: "dispatch-wall", at: "/721075?view=wall", as: "operator" },
  { name: "dispatch-admin", at: "/721075?role=administrator", as: "dispatchAdmin" },
  { name: "taxi", at: "/157715" },
  { name: "chauffeur-login", at: "/157715/chauffeur-login" },
  { name: "vehicles", at: "/157715/vehicle-registration", as: "chauffeur" },
  { name: "chauffeurs", at: "/157715/chauffeur-admin", as: "taxiAdmin" },
  { name: "listings", at: "/YSTAD" },
  { name: "listings-sale", at: "/YSTAD", show: press("For Sale") },
  { name: "properties", at: "/property-management", as: "agent" },
  { name: "brokers", at: "/brokers", as: "agent" },
  { name: "ase", at: "/ASE" },
  { name: "ase-login", at: "/ASE/employee-login" },
  { name: "ase-employee", at: "/ASE/employee-dashboard", as: "aseEmployee" },
  {
    name: "ase-on-duty",
    at: "/ASE/employee-dashboard",
    as: "aseEmployee",
    show: async (page) => {
      // On duty since the picture before.
      const start = page.getByRole("button", { name: "Start Shift" });
      if (await start.isVisible()) await start.click();
    },
  },
  { name: "ase-admin", at: "/ASE/admin-dashboard", as: "aseAdmin" },
  { name: "login", at: "/login" },
  { name: "admin-accounts-page", at: "/admin-accounts", as: "superAdmin" },
  { name: "super-admin", at: "/super-admin-dashboard", as: "superAdmin" },
  { name: "guest-dashboard", at: "/guest-dashboard" },
  { name: "not-found", at: "/a/b/c" },
];

/** Saves the screens whose name contains `only` (all without it) under `label`, and writes the page that compares the labels. */
export async function takeAllScreens(
  browser: Browser,
  product: RunningProduct,
  label: string,
  only = "",
): Promise<void> {
  mkdirSync(`${FOLDER}/${label}`, { recursive: true });
  const states = new Map<string, Awaited<ReturnType<typeof stateOf>>>();
  for (const screen of SCREENS.filter(({ name }) => name.includes(only))) {
    const { as } = screen;
    if (as !== undefined && !states.has(as)) states.set(as, await stateOf(browser, product.url, LOGINS[as]));
    const storageState = as === undefined ? undefined : states.get(as);
    for (const viewport of SIZES) {
      const context = await browser.newContext({
        baseURL: product.url,
        viewport,
        reducedMotion: "reduce",
        locale: "sv-SE",
        timezoneId: "Europe/Stockholm",
        ...(storageState && { storageState }),
      });
      const page = await context.newPage();
      await page.goto(screen.at, { waitUntil: "networkidle" });
      await screen.show?.(page);
      await page.waitForLoadState("networkidle");
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.screenshot({ path: `${FOLDER}/${label}/${screen.name}-${viewport.width}-${colorScheme}.png` });
      }
      await context.close();
    }
  }
  writeFileSync(`${FOLDER}/index.html`, comparison());
}

/** Logs somebody in, and answers what the browser keeps of it. */
async function stateOf(browser: Browser, baseURL: string, { at, fields, button, until }: Login) {
  const context = await browser.newContext({ baseURL, locale: "sv-SE", timezoneId: "Europe/Stockholm" });
  const page = await context.newPage();
  await page.goto(at);
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole("button", { name: button, exact: true }).click();
  await page.waitForURL(until);
  await page.waitForLoadState("networkidle");
  const state = await context.storageState();
  await context.close();
  return state;
}

/** One page with each screen a row and each label a column. */
function comparison(): string {
  const labels = readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const rows = SCREENS.flatMap(({ name }) =>
    SIZES.flatMap(({ width }) => SCHEMES.map((scheme) => `${name}-${width}-${scheme}`)),
  ).map(
    (file) =>
      `<h2>${file}</h2><div>${labels.map((label) => `<figure><img loading="lazy" src="${label}/${file}.png"><figcaption>${label}</figcaption></figure>`).join("")}</div>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Screens</title>
<style>body{font-family:system-ui;background:#888}div{display:flex;gap:1rem;align-items:start}img{max-width:46vw}</style>
${rows.join("\n")}`;
}
