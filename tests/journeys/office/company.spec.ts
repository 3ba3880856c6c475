// A company above two sites: the main admin gives it an issuer, sites and a handler, who books one bank file for both with one login.
// @hardened: handlers are accounts of hardened alone; backend/cases/company asks the database in both profiles.
// @all: a handler of some sites, whose rights backend/cases/company asks.
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { holdLogin } from "#tests/support/browser/login.ts";
import { beginAsMainAdmin } from "#tests/support/journeys/main-admin.ts";
import { chooseOwnPassword } from "#tests/support/journeys/own-password.ts";
import { addPeople, removePeople } from "#tests/support/people/people.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";

/** A site with an open case of 700 kr. Gives the case's number. */
async function siteWithCase({ sql }: RunningProduct, name: string, path: string): Promise<string> {
  await insertRow(sql, "main_page_sites", { name, path });
  const fine = await insertRow(sql, "fines", { project_id: path, due_date: "2099-01-01" });
  await insertRow(sql, "fine_events", { fine_id: fine, project_id: path });
  const [row] = await sql<{ case_number: string }[]>`select case_number from fines where id = ${fine}`;
  return row?.case_number ?? "";
}

/** The main admin gives the company its issuer, the two sites and a handler of all of them. */
async function makeCompany(page: Page): Promise<void> {
  await beginAsMainAdmin(page);
  await page.getByRole("link", { name: "Företaget" }).click();
  await page.getByLabel("Företagets namn").fill("Hamnbolaget AB");
  await page.getByRole("button", { name: "Lägg till betalsätt" }).click();
  await page.getByLabel("Nummer 1").fill("991-2346");
  await page.getByRole("form", { name: "Avsändare och betalsätt" }).getByRole("button", { name: "Spara" }).click();
  await expect(page.getByText("Företaget är sparat").first()).toBeVisible();
  const sites = page.getByRole("form", { name: "Företagets platser" });
  for (const name of ["Kajen", "Torget"]) await sites.getByLabel(name, { exact: true }).check();
  await sites.getByRole("button", { name: "Spara platser" }).click();
  await expect(page.getByText("Platserna är sparade").first()).toBeVisible();
  await page.getByRole("button", { name: "Lägg till handläggare" }).click();
  const adding = page.getByRole("dialog", { name: "Lägg till handläggare" });
  await adding.getByLabel("Användar-ID").fill("handl01");
  await adding.getByLabel("Lösenord", { exact: true }).fill("Vinter-kaj-7410");
  await adding.getByRole("button", { name: "Lägg till handläggare" }).click();
  await page.getByRole("button", { name: "Välj platser för handl01" }).click();
  const choosing = page.getByRole("dialog", { name: "Platser för handl01" });
  await choosing.getByLabel("Alla företagets platser").check();
  await choosing.getByRole("button", { name: "Spara" }).click();
  await expect(page.getByText("Alla företagets platser och bankfiler")).toBeVisible();
  await expectAccessible(page);
}

/** The handler reads a bank's file with a payment of 700 kr for each case. */
async function bookFile(page: Page, cases: readonly string[]): Promise<void> {
  await page.getByRole("link", { name: "Betalningar" }).click();
  const today = new Date().toISOString().slice(0, 10);
  const rows = cases.map((number, at) => `${today};${today};549099000${at};${number} ÅSA;700,00`);
  const text = ["Bokföringsdatum;Valutadatum;Verifikationsnummer;Text;Belopp", ...rows].join("\n");
  await page
    .getByLabel("Välj bankens fil")
    .setInputFiles({ name: "seb.csv", mimeType: "text/csv", buffer: Buffer.from(text, "utf8") });
  await page.getByRole("button", { name: "Läs in", exact: true }).click();
  await expect(page.getByText("Filen är inläst").first()).toBeVisible();
  await expectAccessible(page);
}

// Spec rules §2: One bank file
// Spec rules §2: A handler works
test("one file and one login for both sites @hardened", async ({ page, product }) => {
  const part = randomUUID().slice(0, 8);
  const [quay, square] = [`kajen-${part}`, `torget-${part}`];
  const cases = [await siteWithCase(product, "Kajen", quay), await siteWithCase(product, "Torget", square)];
  await makeCompany(page);

  // The prerendered form lives on: a redrawn one would have lost what was typed first.
  const broken: string[] = [];
  page.on("pageerror", ({ message }) => broken.push(message));
  await page.goto("/company/admin-login");
  await page.getByLabel("Användarnamn").fill("handl01");
  await page.getByLabel("Lösenord", { exact: true }).fill("Vinter-kaj-7410");
  await page.getByRole("button", { name: "Logga in" }).click();
  await chooseOwnPassword(page, "Sommar-brygga-7410");
  await page.waitForURL("**/company/cases");
  expect(broken).toEqual([]);
  for (const [at, name] of ["Kajen", "Torget"].entries())
    await expect(page.getByRole("article", { name: cases[at] ?? "" })).toContainText(name);
  await bookFile(page, cases);
  const paid = await product.sql`select project_id, status from fines where case_number = any (${cases}) order by 1`;
  expect([...paid].map(({ project_id: site, status }) => `${site} ${status}`)).toEqual([
    `${quay} paid`,
    `${square} paid`,
  ]);

  // One site of them, with all of its office; a site of another company leads back.
  await page.getByLabel("Plats", { exact: true }).selectOption("Torget");
  await page.waitForURL(`**/${square}/payments`);
  await page.getByRole("link", { name: "Ärenden" }).first().click();
  await expect(page.getByRole("article", { name: cases[1] ?? "" })).toBeVisible();
  await expect(page.getByRole("article", { name: cases[0] ?? "" })).toHaveCount(0);
  await page.goto(`/${square}/settings`);
  await expect(page.getByText("Företagets. Huvudadministratören ändrar det.").first()).toBeVisible();
  await page.goto("/ostra-hamnen/cases");
  await page.waitForURL("**/company/cases");
  await page.getByRole("button", { name: "Logga ut" }).click();
  await page.waitForURL("**/company/admin-login");
  await product.sql`update site_settings set of_company = false where of_company`;
  await product.sql`update company set issuer_name = '', payment_methods = '[]'`;
  await product.sql`delete from main_page_sites where path = any (${[quay, square]})`;
});

// Spec rules §2: A handler works
test("a handler of three sites sees these and no other @all @hardened", async ({ page, product }) => {
  const { sql } = product;
  const part = randomUUID().slice(0, 8);
  const names = ["Bryggan", "Kajen", "Torget"];
  const [path, other] = [(name: string) => `${name.toLowerCase()}-${part}`, `udden-${part}`];
  const cases: string[] = [];
  for (const name of names) cases.push(await siteWithCase(product, name, path(name)));
  const foreign = await siteWithCase(product, "Udden", other);
  const login = { kind: "admin", project: "company", userId: `handl-${part}`, password: "Sommar-brygga-7410" } as const;
  await addPeople(product, login);
  await sql`insert into handler_sites (account_id, site) select a.account_id, s.id from staff_accounts a, main_page_sites s
    where a.user_id = ${login.userId} and s.path = any (${names.map(path)})`;
  await holdLogin(page, login);
  await page.goto("/company/cases");
  for (const number of cases) await expect(page.getByRole("article", { name: number })).toBeVisible();
  await expect(page.getByRole("article", { name: foreign })).toHaveCount(0);
  const rail = page.getByRole("navigation", { name: "Administrationens sidor" });
  await expect(rail.getByRole("link", { name: "Ärenden" })).toHaveAttribute("aria-description", "3 ärenden");
  const sites = page.getByLabel("Plats", { exact: true }).getByRole("option");
  await expect(sites).toHaveText(["Alla platser", ...names]);

  // A change at the other site comes first, and is told to others alone.
  for (const number of [foreign, cases[0] ?? ""])
    await sql`update fines set needs_review = true where case_number = ${number}`;
  await expect(page.getByRole("article", { name: cases[0] ?? "" })).toContainText("Att granska");
  await expect(page.getByRole("article", { name: foreign })).toHaveCount(0);

  // The company's own money is for handlers of all of its sites: the page says so and leads on.
  for (const place of ["Betalningar", "Bokföring"]) {
    await rail.getByRole("link", { name: place }).click();
    await expect(
      page.getByText("Företagets bankfiler och bokföring är för handläggare på alla dess platser."),
    ).toBeVisible();
    await expect(page.getByLabel("Välj bankens fil")).toHaveCount(0);
    await expect(page.getByRole("list", { name: "Dina platser" }).getByRole("link")).toHaveText(names);
    await expectAccessible(page);
  }
  await page.getByRole("link", { name: "Kajen" }).click();
  await page.waitForURL(`**/${path("Kajen")}/ledger`);
  await expect(page.getByLabel("Period")).toBeVisible();
  for (const address of [`/${other}/cases`, `/${other}/payments`, `/${other}/cases/${foreign}`]) {
    await page.goto(address);
    await page.waitForURL("**/company/cases");
  }
  // Nothing asks any more for somebody who is gone.
  await page.goto("about:blank");
  await removePeople(product, login.userId);
  await sql`delete from main_page_sites where path = any (${[...names.map(path), other]})`;
});
