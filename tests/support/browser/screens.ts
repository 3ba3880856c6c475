// Every screen as a person meets it, with the seed's rows: for the sweeps over all of them and for their pictures.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { SecurityProfile } from "#contract/states.ts";
import { HARDENED_PASSWORDS } from "#tests/support/database/hardened.ts";
import { brokerSale, placeBid, viewingOf } from "#tests/support/rows/sales.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";

type Login = { at: string; fields: Record<string, string>; button: string; until: RegExp };
/** A screen, or one state of a screen. */
export type Screen = {
  name: string;
  /** The screen's address, or a function that finds it. */
  at: string | ((product: RunningProduct) => Promise<string>);
  as?: Who;
  /** Brings the screen to the wanted state, by pressing its buttons. */
  show?: (page: Page) => Promise<unknown>;
  /**
   * The security profile in which the sweep shows the screen: `specified` when left out. `both` is for screens that differ after other
   * logins and answers.
   */
  profile?: SecurityProfile | "both";
};

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
export type Who = keyof typeof LOGINS;

/** The page of a chauffeur of the seed. */
async function personOf({ sql }: RunningProduct): Promise<string> {
  const [row] = await sql<{ id: string }[]>`select id from project_attendants where user_id = 'chauffor01'`;
  return `/people/chauffeur/${row?.id ?? ""}?as=main-admin`;
}

const tab = (name: string) => (page: Page) => page.getByRole("tab", { name }).click();
const press = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true }).first().click();

/** Every screen of the product with the seed's rows. */
export const SCREENS: readonly Screen[] = [
  { name: "landing", at: "/" },
  {
    name: "landing-guest",
    at: "/",
    show: async (page) => {
      await press("Continue as Guest")(page);
      await page.getByRole("button", { name: "Enter Project Code" }).waitFor();
    },
  },
  {
    name: "landing-code",
    at: "/",
    show: async (page) => {
      await press("Continue as Guest")(page);
      await press("Enter Project Code")(page);
      await page.getByRole("dialog").waitFor();
    },
  },
  { name: "project", at: "/ostra-hamnen" },
  { name: "start-parking", at: "/ostra-hamnen/start-parking" },
  {
    name: "receipt",
    at: async ({ sql }) => {
      const key = randomBytes(16).toString("base64url");
      await sql`
        update parkings set receipt_hash = ${createHash("sha256").update(key).digest("hex")}
        where id = (select id from parkings where active order by end_time desc limit 1)`;
      return `/receipt/${key}`;
    },
  },
  { name: "attendant-login", at: "/ostra-hamnen/attendant-login" },
  { name: "attendant", at: "/ostra-hamnen/attendant-dashboard", as: "attendant" },
  {
    name: "fine",
    at: "/ostra-hamnen/attendant-dashboard",
    as: "attendant",
    show: async (page) => {
      await page.getByRole("article").first().waitFor();
      const more = page.getByRole("button", { name: /^Mer om/ }).first();
      if (await more.isVisible()) await more.click();
      await page.getByRole("button", { name: "Skapa parkeringsbot" }).first().click();
    },
  },
  {
    name: "check",
    at: "/ostra-hamnen/attendant-dashboard",
    as: "attendant",
    show: async (page) => {
      await page.getByLabel("Kontrollera registreringsnummer").fill("ABC123");
      await page.getByLabel("Kontrollera registreringsnummer").press("Enter");
      await page.getByRole("region", { name: "Svar" }).waitFor();
    },
  },
  {
    name: "issued-fine",
    at: async ({ sql }) => {
      const [fine] = await sql`select id from fines where issued_by = 'vakt01' order by issued_at desc limit 1`;
      return `/ostra-hamnen/create-report?fine=${fine?.["id"]}`;
    },
    as: "attendant",
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
  {
    name: "case-page",
    at: async ({ sql }) => {
      const [fine] = await sql`select case_number from fines where status = 'disputed' order by issued_at limit 1`;
      return `/ostra-hamnen/cases/${fine?.["case_number"]}`;
    },
    as: "admin",
  },
  { name: "payments", at: "/ostra-hamnen/payments", as: "admin" },
  { name: "objections", at: "/ostra-hamnen/objections", as: "admin" },
  {
    name: "objection-desk",
    at: "/ostra-hamnen/objections",
    as: "admin",
    show: (page) => page.getByRole("article").getByRole("link").first().click(),
  },
  { name: "overview", at: "/ostra-hamnen/overview", as: "admin" },
  { name: "statistics", at: "/ostra-hamnen/statistics", as: "admin" },
  { name: "ledger", at: "/ostra-hamnen/ledger", as: "admin" },
  {
    name: "ledger-rows",
    at: async ({ sql }) => {
      const [fine] = await sql`select case_number from fines where status = 'paid' order by issued_at limit 1`;
      return `/ostra-hamnen/ledger/rows?of=${fine?.["case_number"]}`;
    },
    as: "admin",
  },
  ...["ask", "owners", "remind", "collect"].map((step): Screen => ({
    name: `letters-${step}`,
    at: `/ostra-hamnen/letters?step=${step}`,
    as: "admin",
  })),
  { name: "permits", at: "/ostra-hamnen/permits", as: "admin" },
  { name: "settings", at: "/ostra-hamnen/settings", as: "admin" },
  { name: "person-data", at: "/ostra-hamnen/person-data", as: "admin" },
  {
    name: "person-data-shown",
    at: "/ostra-hamnen/person-data",
    as: "admin",
    show: async (page) => {
      await page.getByLabel("Registreringsnummer").fill("DOK 66B");
      await page.getByLabel("Vem har begärt utdraget?").fill("Åsa Berg");
      await page.getByLabel("Hur är det kontrollerat?").fill("Legitimation");
      await press("Visa utdraget")(page);
      await press("Visa vad som raderas")(page);
      await page.getByRole("region", { name: "Står kvar" }).waitFor();
    },
  },
  { name: "site-messages", at: "/ostra-hamnen/messages", as: "admin" },
  { name: "site-trail", at: "/ostra-hamnen/audit-trail", as: "admin" },
  { name: "manage-accounts", at: "/ostra-hamnen/manage-accounts", as: "admin" },
  { name: "case", at: "/case" },
  { name: "case-missing", at: "/case", show: press("Visa ärende") },
  {
    name: "driver-case",
    at: async ({ sql }) => {
      const [fine] = await sql`select public_key from fines where status = 'issued' order by issued_at desc limit 1`;
      return `/case/${fine?.["public_key"]}`;
    },
  },
  { name: "main-login", at: "/admin-login" },
  { name: "main", at: "/admin-dashboard", as: "main" },
  { name: "messages", at: "/contact-messages", as: "main" },
  { name: "trail", at: "/audit-trail", as: "main" },
  { name: "system", at: "/admin-dashboard/system", as: "main" },
  { name: "company", at: "/admin-dashboard/company", as: "main" },
  { name: "administrators", at: "/admin-dashboard/administrators", as: "main", profile: "hardened" },
  { name: "people", at: "/people?as=main-admin", as: "main" },
  { name: "person", at: personOf, as: "main" },
  {
    name: "invite",
    at: "/people?as=admin&project=ostra-hamnen",
    as: "admin",
    show: press("Bjud in"),
    profile: "hardened",
  },
  { name: "staff-account", at: "/account?as=attendant&project=ostra-hamnen", as: "attendant", profile: "hardened" },
  { name: "dispatch-roles", at: "/721075" },
  { name: "dispatch-admin-login", at: "/721075?role=administrator" },
  { name: "operator-login", at: "/operator-login" },
  { name: "dispatch", at: "/721075", as: "operator" },
  { name: "dispatch-options", at: "/721075", as: "operator", show: tab("Options") },
  { name: "dispatch-units", at: "/721075", as: "operator", show: tab("Units") },
  {
    name: "dispatch-status",
    at: "/721075",
    as: "operator",
    show: (page) => page.locator("[data-action=status]").first().click(),
  },
  { name: "dispatch-calls", at: "/721075?tab=calls", as: "operator" },
  { name: "dispatch-notes", at: "/721075?tab=notes", as: "operator" },
  {
    name: "dispatch-crew",
    at: async ({ sql }) => {
      const key = randomBytes(16).toString("base64url");
      await sql`update private.dispatch_links set ended_at = now() where ended_at is null`;
      await sql`
        insert into private.dispatch_links (kind, unit_id, key_hash, made_by)
          select 'unit', u.id, private.hash_of_key(${key}), 'ledning' from units u order by u.unit_number limit 1`;
      // The page is left first, since a browser does not load a page anew when only the key behind the `#` changes.
      return `/721075?view=unit&of=${key.slice(0, 4)}#${key}`;
    },
  },
  { name: "dispatch-wall", at: "/721075?view=wall", as: "operator" },
  { name: "dispatch-admin", at: "/721075?role=administrator", as: "dispatchAdmin" },
  { name: "dispatch-statuses", at: "/721075?role=administrator&tab=statuses", as: "dispatchAdmin" },
  { name: "dispatch-minimums", at: "/721075?role=administrator&tab=minimums", as: "dispatchAdmin" },
  { name: "dispatch-settings", at: "/721075?role=administrator&tab=settings", as: "dispatchAdmin" },
  { name: "taxi", at: "/157715", profile: "both" },
  { name: "chauffeur-login", at: "/157715/chauffeur-login", profile: "both" },
  { name: "vehicles", at: "/157715/vehicle-registration", as: "chauffeur", profile: "both" },
  { name: "chauffeurs", at: "/157715/chauffeur-admin", as: "taxiAdmin", profile: "both" },
  { name: "cars", at: "/157715/chauffeur-admin/cars", as: "taxiAdmin", profile: "both" },
  {
    name: "car-page",
    at: async ({ sql }) => {
      const [car] = await sql`select id from vehicles where project_id = '157715' and slot = 1`;
      return `/157715/chauffeur-admin/cars/${car?.["id"]}`;
    },
    as: "taxiAdmin",
    profile: "both",
  },
  {
    name: "cars-open",
    at: "/157715/chauffeur-admin/cars",
    as: "taxiAdmin",
    show: (page) => page.getByRole("button", { name: "Mer om Bil 1" }).click(),
    profile: "both",
  },
  { name: "taxi-day", at: "/157715/chauffeur-admin/day", as: "taxiAdmin", profile: "both" },
  { name: "taxi-hours", at: "/157715/chauffeur-admin/hours", as: "taxiAdmin", profile: "both" },
  { name: "taxi-settings", at: "/157715/chauffeur-admin/settings", as: "taxiAdmin", profile: "both" },
  { name: "listings", at: "/YSTAD", profile: "both" },
  { name: "listings-sale", at: "/YSTAD", show: press("For Sale"), profile: "both" },
  { name: "listings-filtered", at: "/YSTAD?show=sale&from=2000000&bedrooms=3&sort=price", profile: "both" },
  {
    name: "listing",
    at: "/YSTAD",
    show: async (page) => {
      await press("For Sale")(page);
      await page.getByRole("article").first().getByRole("link").click();
      await page.getByRole("dialog").waitFor();
    },
    profile: "both",
  },
  {
    name: "listing-broker",
    at: async (product) => `/YSTAD?property=${await brokerSale(product)}&tab=bids`,
    profile: "both",
  },
  {
    name: "own-bids",
    at: async (product) => {
      const id = await brokerSale(product);
      return `/YSTAD/bids#${(await placeBid(product, id, { name: "Lena Ek", amount: 4_210_000 })).key}`;
    },
    profile: "both",
  },
  {
    name: "listing-viewings",
    at: async (product) => `/YSTAD?property=${(await viewingOf(product)).property}&tab=viewings`,
    profile: "both",
  },
  { name: "follow", at: `/YSTAD/follow#${"A".repeat(22)}`, profile: "both" },
  { name: "properties", at: "/property-management", as: "agent", profile: "both" },
  {
    name: "property-viewings",
    at: async (product) => `/property-management/${(await viewingOf(product)).property}?tab=viewings`,
    as: "agent",
    profile: "both",
  },
  {
    name: "viewing-list",
    at: async (product) => {
      const { property, id } = await viewingOf(product);
      return `/property-management/${property}/viewings/${id}`;
    },
    as: "agent",
    profile: "both",
  },
  {
    name: "property-sale",
    at: async (product) => `/property-management/${await brokerSale(product)}`,
    as: "agent",
    profile: "both",
  },
  {
    name: "bidding-rules",
    at: async (product) => `/property-management/${await brokerSale(product)}?tab=rules`,
    as: "agent",
    profile: "both",
  },
  {
    name: "sale-history",
    at: async (product) => `/property-management/${await brokerSale(product)}?tab=history`,
    as: "agent",
    profile: "both",
  },
  {
    name: "bid-list",
    at: async (product) => `/property-management/${await brokerSale(product)}/bid-list/anonymous?list=${randomUUID()}`,
    as: "agent",
    profile: "both",
  },
  { name: "brokers", at: "/brokers", as: "agent", profile: "both" },
  { name: "ase", at: "/ASE" },
  { name: "ase-login", at: "/ASE/employee-login" },
  { name: "ase-employee", at: "/ASE/employee-dashboard", as: "aseEmployee" },
  {
    name: "ase-on-duty",
    at: "/ASE/employee-dashboard",
    as: "aseEmployee",
    show: async (page) => {
      // The employee may be on duty already, from an earlier picture.
      const start = page.getByRole("button", { name: "Start Shift" });
      await start.or(page.getByRole("button", { name: "End Shift" })).waitFor();
      if (await start.isVisible()) await start.click();
    },
  },
  { name: "ase-admin", at: "/ASE/admin-dashboard", as: "aseAdmin" },
  { name: "login", at: "/login" },
  { name: "auth", at: "/auth" },
  { name: "account", at: "/account", as: "agent" },
  { name: "admin-accounts-page", at: "/admin-accounts", as: "superAdmin" },
  { name: "super-admin", at: "/super-admin-dashboard", as: "superAdmin" },
  { name: "guest-dashboard", at: "/guest-dashboard" },
  { name: "not-found", at: "/a/b/c" },
];

/** Logs a person in by the form. */
export async function logInAs(page: Page, who: Who, profile: SecurityProfile = "specified"): Promise<void> {
  const { at, fields, button, until } = LOGINS[who];
  await page.goto(at);
  const typed =
    profile === "hardened" && who === "taxiAdmin" ? { ...fields, Password: HARDENED_PASSWORDS.TAXIADMIN } : fields;
  for (const [label, value] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole("button", { name: button, exact: true }).click();
  await page.waitForURL(until);
  await page.waitForLoadState("networkidle");
}

/** Whether the page has stopped loading, and every picture in sight has come. */
const isThere = () =>
  document.querySelector(".animate-pulse, .first-screen-loading, [role=status] [class*=animate]") === null &&
  [...document.images].every(
    (image) => image.complete || (image.loading === "lazy" && image.getBoundingClientRect().top > innerHeight),
  );

/** Waits for two frames, in which the effect of a press is drawn. */
const drawn = () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/** Opens a screen and waits until nothing on it changes. */
export async function openScreen(page: Page, screen: Screen, product: RunningProduct): Promise<void> {
  const at = typeof screen.at === "string" ? screen.at : await screen.at(product);
  // The page is left first, since a browser does not load a page anew when only the key behind the `#` changes.
  if (at.includes("#")) await page.goto("about:blank");
  await page.goto(at, { waitUntil: "networkidle" });
  await screen.show?.(page);
  await page.waitForLoadState("networkidle");
  await page.evaluate(drawn);
  await page.waitForFunction(isThere);
}
