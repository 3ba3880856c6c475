// A screen has one language: names of what can be pressed, read and filled in, of both kinds of screens, and what the documents quote.
// Runs in `specified`: both profiles draw the same screens. All but one screen a language are @all: web/shared tests the choice.
import type { Page } from "@playwright/test";
import { beginAsAttendant, logInAsAttendant } from "#tests/support/journeys/attendant.ts";
import { expect, expectReasonAtLogin, test } from "#tests/support/browser/browser.ts";
import { logInAsAdmin } from "#tests/support/journeys/customer-admin.ts";
import { logInAsDispatchAdmin, logInAsOperator } from "#tests/support/journeys/dispatch.ts";
import type { Differences } from "#tests/support/browser/profile-differences.ts";
import { signInAsAgent } from "#tests/support/journeys/real-estate.ts";

type Language = "sv" | "en";
type Screen = {
  name: string;
  lang: Language;
  /** The address of a screen without a login, or the way to it. */
  open: string | ((page: Page, differences: Differences) => Promise<unknown>);
};

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

/** Types credentials at a login and sends them. */
async function enter(page: Page, address: string, fields: Record<string, string>, submit: string) {
  await page.goto(address);
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  await press(page, submit);
}

async function enterAsGuest(page: Page) {
  await page.goto("/");
  await press(page, "Continue as Guest");
  await page.getByRole("button", { name: "Enter Project Code" }).waitFor();
}

async function enterAsTaxiAdmin(page: Page, { taxiAdmin }: Differences) {
  await page.goto("/157715/chauffeur-login");
  await page.getByLabel("Chauffeur ID").fill("TAXIADMIN");
  await taxiAdmin.enterPassword(page);
  await press(page, "Log In");
  await page.getByRole("button", { name: "Skapa chaufför" }).waitFor();
}

async function enterAsEmployee(page: Page, { ambulance }: Differences) {
  await page.goto("/ASE/employee-login");
  await page.getByLabel("Employee ID").fill("ASE-001");
  await ambulance.enterPassword(page);
  await press(page, "Log In");
  await page.waitForURL(/employee-dashboard$/);
}

const enterAsMainAdmin = (page: Page) =>
  enter(page, "/admin-login", { Användarnamn: "huvudadmin", Lösenord: "Huvud-7410" }, "Logga in");

const enterAsAmbulanceAdmin = (page: Page) =>
  enter(page, "/ASE/admin", { Username: "aseadmin", Password: "Ambulans-7410" }, "Log In");

const SCREENS: Screen[] = [
  { name: "the landing page", lang: "en", open: "/" },
  { name: "the dashboard", lang: "en", open: enterAsGuest },
  { name: "the sign-in", lang: "en", open: "/login" },
  { name: "the guest dashboard", lang: "en", open: "/guest-dashboard" },
  { name: "the 404 page", lang: "en", open: "/no/such/page" },
  { name: "the super admin's dashboard", lang: "en", open: (page, differences) => differences.openSuperAdmin(page) },
  {
    name: "the admin's accounts",
    lang: "en",
    open: async (page) => {
      const fields = { "Email or username": "superadmin@parkering.example", Password: "Super-7410" };
      await enter(page, "/login", fields, "Sign In");
      await page.waitForURL(/property-management$/);
      await page.goto("/admin-accounts");
    },
  },
  { name: "the own account by e-mail", lang: "en", open: (page) => signInAsAgent(page, "/account") },
  { name: "the listings", lang: "en", open: "/YSTAD?show=sale" },
  { name: "the brokers' page", lang: "en", open: "/brokers" },
  { name: "property management", lang: "en", open: (page) => signInAsAgent(page) },
  {
    name: "a property's form",
    lang: "en",
    open: async (page) => {
      await signInAsAgent(page);
      await press(page, "Add property");
    },
  },
  { name: "the ambulance's home", lang: "en", open: "/ASE" },
  { name: "the ambulance employee's login", lang: "en", open: "/ASE/employee-login" },
  { name: "the ambulance employee's page", lang: "en", open: enterAsEmployee },
  { name: "the ambulance admin's login", lang: "en", open: "/ASE/admin" },
  { name: "the ambulance admin's page", lang: "en", open: enterAsAmbulanceAdmin },
  {
    name: "a new ambulance employee",
    lang: "en",
    open: async (page) => {
      await enterAsAmbulanceAdmin(page);
      await press(page, "Add employee");
    },
  },
  { name: "the administration of 721075", lang: "en", open: (page) => logInAsDispatchAdmin(page) },
  { name: "the dispatch centre", lang: "en", open: (page) => logInAsOperator(page) },
  {
    name: "the question before a unit goes",
    lang: "en",
    open: async (page) => {
      await logInAsOperator(page);
      await page.getByRole("tab", { name: "Units" }).click();
      await press(page, /^Delete /);
    },
  },
  { name: "the chauffeur's login", lang: "en", open: "/157715/chauffeur-login" },
  { name: "the chauffeurs' admin", lang: "sv", open: enterAsTaxiAdmin },
  {
    name: "the cars",
    lang: "sv",
    open: (page) =>
      enter(page, "/157715/chauffeur-login", { "Chauffeur ID": "chauffor01", Password: "Taxi-7410" }, "Log In"),
  },
  { name: "the ways into 721075", lang: "sv", open: "/721075" },
  { name: "the login of 721075's administrator", lang: "sv", open: "/721075?role=administrator" },
  { name: "the operator's login", lang: "sv", open: "/operator-login" },
  { name: "a project", lang: "sv", open: "/ostra-hamnen" },
  { name: "the registration", lang: "sv", open: "/ostra-hamnen/start-parking" },
  { name: "the attendant's list", lang: "sv", open: (page) => beginAsAttendant(page) },
  {
    name: "the report",
    lang: "sv",
    open: async (page) => {
      await logInAsAttendant(page);
      await press(page, "Skapa rapport");
      await page.waitForURL(/create-report$/);
    },
  },
  {
    name: "the shifts",
    lang: "sv",
    open: async (page) => {
      await logInAsAttendant(page);
      await press(page, "Registrera skift");
      await page.waitForURL(/shift-registration$/);
    },
  },
  { name: "the customer admin's login", lang: "sv", open: "/ostra-hamnen/admin-login" },
  { name: "the customer admin's dashboard", lang: "sv", open: (page) => logInAsAdmin(page) },
  {
    name: "the accounts of a site",
    lang: "sv",
    open: async (page) => {
      await logInAsAdmin(page);
      await page.getByRole("tab", { name: "Hantera konton" }).click();
    },
  },
  { name: "the main admin's dashboard", lang: "sv", open: enterAsMainAdmin },
];

/** Texts that documents 1 to 3 quote in the other language, and names of the seed's rows. */
const QUOTED: Record<Language, readonly RegExp[]> = {
  // A driver with a fine in Sweden is spoken to in Swedish (document 4 §5).
  en: [
    /^Rensa signatur$/,
    /^Har du fått en bot\?( Visa ärende)?$/,
    /^(Ärendenummer|Visa ärende)$/,
    /Surbrunn|Österlen|Kåseberga|Karin Åkesson|Malmö|Östra hamnen|Ambulanssjukvården|Ystadbostäder/,
  ],
  sv: [/^(Start Parking|Parking Attendant|Admin|Driver Login|Admin Login|Operator|Administrator)$/],
};

/** Words that only the other language has, in names of what stands on screens. */
const FOREIGN: Record<Language, RegExp> = {
  en: /[åäöÅÄÖ]|\b(tema|avisering\w*|hoppa|laddar|logga|avbryt|tillbaka|redigera|spara|visa|mitt|konto|ange|fler|sida|tid|ta bort|ny|nytt|aktiv|konton|operatorer|skapa\w*|borttag\w*)\b/i,
  sv: /\b(theme|notifications|skip|loading|log|close|cancel|back|edit|save|show|hide|my|account|delete|retry|try|again|more|new|search|the|password|remove|add|sign|create\w*|from|with|and)\b/i,
};

/** Names of buttons, links, headings, fields, tabs and regions, as a screen reader speaks them. */
async function namesOn(page: Page): Promise<string[]> {
  const roles =
    /^\s*- '?(?:button|link|heading|textbox|searchbox|combobox|tab|region|dialog|alertdialog|list|navigation|form|switch|slider) "((?:[^"\\]|\\.)*)"/;
  const lines = (await page.locator("body").ariaSnapshot()).split("\n");
  return lines.flatMap((line) => roles.exec(line)?.[1] ?? []);
}

/** A screen for each language and way to draw: the others in `test:all`. */
const ASKED_ALWAYS: readonly string[] = ["the landing page", "the attendant's list", "the dispatch centre"];

for (const { name, lang, open } of SCREENS) {
  // Spec rules §10: A screen has
  test(
    `${name}: one language`,
    { tag: ASKED_ALWAYS.includes(name) ? [] : "@all" },
    async ({ page, differences, consoleErrors }) => {
      consoleErrors.tolerate(/404/);
      await (typeof open === "string" ? page.goto(open) : open(page, differences));
      await expect(page.locator("html")).toHaveAttribute("lang", lang);
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      const own = lang === "en" ? /^(Theme: .*|Close|Cancel)$/ : /^(Tema: .*|Stäng|Avbryt)$/;
      await expect.poll(() => namesOn(page)).toContainEqual(expect.stringMatching(own));
      const names = await namesOn(page);
      // An e-mail address has no language: other tests make accounts, which are on lists here.
      const isForeign = (text: string) =>
        FOREIGN[lang].test(text.replaceAll(/\S+@\S+/g, "")) && !QUOTED[lang].some((quoted) => quoted.test(text));
      expect(names.filter(isForeign)).toEqual([]);
    },
  );
}

// Spec rules §10: A screen has
test(
  "toasts, and what else stands outside of the screens, follow the screen from one language to the other",
  { tag: "@all" },
  async ({ page }) => {
    await page.goto("/ASE/employee-login");
    await press(page, "Log In");
    const place = page.locator("section[aria-live]");
    await expect(place).toHaveAttribute("aria-label", /^Notifications/);
    await page.goto("/ostra-hamnen/start-parking");
    await expect(place).toHaveAttribute("aria-label", /^Aviseringar/);
    await press(page, "Tillbaka");
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Starta parkering");
    await expect(place).toHaveAttribute("aria-label", /^Notifications/);
  },
);

// Spec rules §1: A text on
test("messages at a login are in the login's language", { tag: "@hardened" }, async ({ page }) => {
  await page.goto("/account?as=chauffeur&project=157715");
  await expect(page).toHaveURL(/chauffeur-login$/);
  await expectReasonAtLogin(page, "Please log in to open your account");
  await page.goto("/account?as=operator&project=721075");
  await expect(page).toHaveURL(/operator-login$/);
  await expectReasonAtLogin(page, "Du måste logga in för att komma åt denna sida");
});
