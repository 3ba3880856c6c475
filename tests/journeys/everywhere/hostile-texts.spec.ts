// Texts that mean no good, in every column that a screen shows: nothing of them runs, and nothing is pushed off a phone's edge.
// Runs in `specified`: both profiles draw the same screens. All but one way into each column are @all: a drawn text does not know its
// screen.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { openAdmin, openEmployee } from "#tests/support/journeys/ambulance.ts";
import { logInAsAttendant } from "#tests/support/journeys/attendant.ts";
import { expect, test } from "#tests/support/browser/browser.ts";
import { logInAsAdmin, openTab } from "#tests/support/journeys/customer-admin.ts";
import { logInAsDispatchAdmin, logInAsOperator } from "#tests/support/journeys/dispatch.ts";
import {
  type HostileRows,
  MARK,
  insertHostileRows,
  removeHostileRows,
  watchForScripts,
} from "#tests/support/bad-input/hostile-rows.ts";
import { ONE_TRY } from "#tests/support/run/patience.ts";
import { signInAsAgent } from "#tests/support/journeys/real-estate.ts";
import { isWhole } from "#tests/support/run/whole.ts";
import { chooseViolation } from "#tests/support/journeys/fine-form.ts";

test.use({ viewport: { width: 390, height: 844 } });

/** Texts on the screens of the dispatch centre: the others are asked in `npm run test:all`. */
const DISPATCH = [
  "units",
  "unit_statuses",
  "alarms",
  "calls",
  "operator_notes",
  "web_activity_logs",
  "project_attendants",
  "attendant_deletion_logs",
] as const;

let rows: HostileRows;
test.beforeAll(async ({ product }) => {
  rows = await insertHostileRows(product, isWhole ? undefined : DISPATCH);
});
test.afterAll(({ product }) => removeHostileRows(product.sql));

let seen: string[];
test.beforeEach(async ({ page, consoleErrors }) => {
  // Pictures whose addresses are none: the browser asks in vain, or its policy does not let it ask.
  consoleErrors.tolerate(/Failed to load resource|Loading the image 'javascript:/);
  seen = await watchForScripts(page);
});
test.afterEach(() => expect(seen).toEqual([]));

/** Sees that the hostile rows are shown, from the first to the last, within the width of the phone. */
async function expectTame(page: Page, what: string | null = MARK): Promise<void> {
  if (what !== null) await expect(page.getByText(what).filter({ visible: true }).first()).toBeVisible();
  for (const place of [0, 0.5, 1]) expect.soft(await page.evaluate(findOverflow, place), page.url()).toEqual([]);
  expect(seen).toEqual([]);
}

/** Runs in the page: scrolls to a part of it and gives what is wider than the window, unless it scrolls by itself. */
async function findOverflow(part: number): Promise<string[]> {
  window.scrollTo(0, part * document.documentElement.scrollHeight);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  if (document.documentElement.scrollWidth <= window.innerWidth) return [];
  return [...document.querySelectorAll("body *")]
    .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
    .filter((element) => element.closest(".overflow-x-auto, .overflow-auto, .overflow-hidden") === null)
    .slice(0, 12)
    .map((element) => `${element.tagName} ${element.className} ${(element.textContent ?? "").slice(0, 20)}`);
}

test("the sites of the landing page @all", async ({ page }) => {
  await page.goto("/");
  // Pressed again if the page was not alive yet.
  await expect(async () => {
    const enter = page.getByRole("button", { name: "Continue as Guest" });
    await enter.click(ONE_TRY).catch(() => undefined);
    await expect(page.getByRole("list", { name: "Our sites" })).toBeVisible(ONE_TRY);
  }).toPass();
  await expectTame(page);
  for (const address of ["/login", "/guest-dashboard", "/hostile-0", "/hostile-0/start-parking"]) {
    await page.goto(address);
    await expectTame(page, null);
  }
});

test("the attendant's list, shifts and fines, with their pictures", { tag: "@all" }, async ({ page, differences }) => {
  // A picture is drawn and saved for each of the hostile parkings.
  test.slow();
  await logInAsAttendant(page);
  await expectTame(page);
  await page.goto("/ostra-hamnen/shift-registration");
  await expectTame(page, differences.areTenantsApart ? null : MARK);
  for (const id of rows.parkings) {
    await page.goto(`/ostra-hamnen/generate-ticket/${id}`);
    const preview = page.getByRole("region", { name: "Förhandsvisning" });
    await expect(preview.locator("dl")).toBeVisible();
    await expectTame(page, null);
    await chooseViolation(page, "Parkerat längre än tillåten tid");
    const downloading = page.waitForEvent("download");
    await preview.getByRole("button", { name: "Spara bild" }).click();
    const picture = await readFile(await (await downloading).path());
    // 600 CSS pixels at double density, whatever the text.
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20) > 400]).toEqual([1200, true]);
  }
  expect(seen).toEqual([]);
});

test("the customer admin's lists @all", async ({ page }) => {
  await logInAsAdmin(page);
  for (const tab of ["Parkeringar", "Parkeringslogg", "Skift", "Webbaktivitet", "Hantera konton"]) {
    await openTab(page, tab);
    await expectTame(page);
  }
  await page.goto("/ostra-hamnen/manage-accounts");
  await expectTame(page);
});

test("the main admin's messages, sites and accounts @all", async ({ page }) => {
  await page.goto("/admin-login");
  await page.getByLabel("Användarnamn").fill("huvudadmin");
  await page.getByLabel("Lösenord", { exact: true }).fill("Huvud-7410");
  await page.getByRole("button", { name: "Logga in" }).click();
  await expect(page).toHaveURL(/\/admin-dashboard$/);
  await expectTame(page);
  await page.goto("/contact-messages");
  await expectTame(page);
  for (const id of rows.messages) {
    await page.goto(`/contact-messages?message=${id}`);
    await expect(page.getByRole("button", { name: "Ta bort" }).first()).toBeVisible();
    await expectTame(page, null);
  }
});

test("dispatch: units, logs and operators", async ({ page }) => {
  await logInAsOperator(page);
  for (const tab of ["Units", "Calls", "Notes"]) {
    await page.getByRole("tab", { name: tab }).click();
    await expectTame(page);
  }
  await logInAsDispatchAdmin(page);
  for (const tab of await page.getByRole("tab").all()) {
    await tab.click();
    // A text that a field shows otherwise than it is stored is nothing typed, so that no form asks before it is left.
    await expect(tab).toHaveAttribute("aria-selected", "true");
    await expectTame(page);
  }
});

test("taxi: cars and chauffeurs @all", async ({ page, differences }) => {
  await page.goto("/157715/chauffeur-login");
  await page.getByLabel("Chauffeur ID").fill("chauffor01");
  await page.getByLabel("Password", { exact: true }).fill("Taxi-7410");
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(page).toHaveURL(/\/157715\/vehicle-registration$/);
  await expectTame(page);
  await page.goto("/157715/chauffeur-login");
  await page.getByLabel("Chauffeur ID").fill("TAXIADMIN");
  await differences.taxiAdmin.enterPassword(page);
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(page).toHaveURL(/\/157715\/chauffeur-admin$/);
  await expectTame(page);
});

test("homes, bids and what an agent sees of them @all", async ({ page }) => {
  await page.goto("/YSTAD");
  await page.getByRole("button", { name: "For Sale" }).click();
  await expectTame(page);
  await page.getByRole("article").filter({ hasText: MARK }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectTame(page);
  await page.getByRole("tab", { name: "Bids" }).click();
  await expectTame(page);
  await signInAsAgent(page);
  await expectTame(page);
  await page.goto("/brokers");
  await expectTame(page, null);
});

/** Waits until the page shows what it has, and sees that nothing of it ran. */
async function expectShown(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  expect(seen, page.url()).toEqual([]);
}

test("the office's pages, with what they print @all", async ({ page }) => {
  test.slow();
  await logInAsAdmin(page);
  const pages =
    "cases objections letters permits payments ledger overview statistics messages settings person-data audit-trail";
  for (const name of pages.split(" ")) {
    await page.goto(`/ostra-hamnen/${name}`);
    await expectShown(page);
  }
  await page.goto("/people?as=admin&project=ostra-hamnen");
  await expectShown(page);
});

test("the plan, hours, certificates, notices and vehicles of the ambulance @all", async ({ page }) => {
  test.slow();
  await openAdmin(page, "Notices");
  await expect(page.getByText(MARK).first()).toBeVisible();
  for (const tab of await page.getByRole("tab").all()) {
    await tab.click();
    await expectShown(page);
  }
  await openEmployee(page, "ASE-001");
  for (const tab of await page.getByRole("tab").all()) {
    await tab.click();
    await expectShown(page);
  }
});

test("ambulance employees and accounts @all", async ({ page, differences }) => {
  await page.goto("/ASE/admin");
  await page.getByLabel("Username").fill("aseadmin");
  await page.getByLabel("Password", { exact: true }).fill("Ambulans-7410");
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(page).toHaveURL(/\/ASE\/admin-dashboard$/);
  await expectTame(page);
  await differences.openSuperAdmin(page);
  await expectTame(page);
});
