// A company of three sites with twenty cases, and the handler of all of them, for a journey through one week of its money.
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect } from "#tests/support/browser/browser.ts";
import { holdLogin } from "#tests/support/browser/login.ts";
import { type IssuedFine, issueFine } from "#tests/support/journeys/issued-fines.ts";
import { Desk } from "#tests/support/journeys/office.ts";
import { addPeople, removePeople } from "#tests/support/people/people.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";

const CASES = 20;
const NAMES = ["Norra", "Södra", "Östra"] as const;

export const dayIn = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString("sv-SE", { timeZone: "Europe/Stockholm" });
export const TODAY = dayIn(0);

export class Week {
  readonly product: RunningProduct;
  readonly #part = randomUUID().slice(0, 8);
  readonly sites = ["norra", "sodra", "ostra"].map((name) => `${name}-${this.#part}`);
  /** A site with a payee of its own. */
  readonly foreign = `egen-${this.#part}`;
  readonly fines: IssuedFine[] = [];
  /** The kronor that the bank has, by the files that were made. */
  bank = 0;

  constructor(product: RunningProduct) {
    this.product = product;
  }

  #person(kind: "admin" | "attendant", project: string, name: string) {
    return { kind, project, userId: `${name}-${this.#part}`, password: "Sommar-brygga-7410" } as const;
  }

  /** The sites with rules of their own, their people, and the cases, one site after the other. */
  async begin(): Promise<void> {
    const { sql } = this.product;
    for (const [at, path] of [...this.sites, this.foreign].entries()) {
      await insertRow(sql, "main_page_sites", { path, name: `${NAMES[at] ?? "Egen"} ${this.#part}` });
      await addPeople(this.product, this.#person("attendant", path, `vakt${at}`));
    }
    const [norra = "", sodra = "", ostra = ""] = this.sites;
    await addPeople(this.product, this.#person("admin", "company", "chef"), this.#person("admin", ostra, "kollega"));
    await sql`update staff_accounts set serves_all = true where user_id = ${`chef-${this.#part}`}`;
    await sql`update company set issuer_name = 'Hamnbolaget AB', org_number = '556000-0001',
      payment_methods = '[{"kind": "bankgiro", "value": "991-2346", "text": ""}]'`;
    await sql`update site_settings set of_company = true where project_id = any (${this.sites})`;
    await sql`update site_settings set reminder_fee = 60, fee_is_agreed = true where project_id = ${norra}`;
    await sql`update site_settings set vat_percent = 25 where project_id = ${sodra}`;
    await sql`update site_settings set two_for_refunds = true where project_id = ${ostra}`;
    for (let at = 0; at < CASES; at += 1) {
      const project_id = this.sites[at % 3] ?? "";
      this.fines.push(await issueFine(this.product, { project_id, delivery: "fixed" }, `vakt${at % 3}-${this.#part}`));
    }
  }

  async end(): Promise<void> {
    const { sql } = this.product;
    await removePeople(this.product, ...["chef", "kollega"].map((name) => `${name}-${this.#part}`));
    await sql`update site_settings set of_company = false where of_company`;
    await sql`update company set issuer_name = '', org_number = '', payment_methods = '[]'`;
    await sql`delete from main_page_sites where path = any (${[...this.sites, this.foreign]})`;
  }

  logInManager = (page: Page) => holdLogin(page, this.#person("admin", "company", "chef"));
  logInColleague = (page: Page) => holdLogin(page, this.#person("admin", this.sites[2] ?? "", "kollega"));

  foreignCase = () => issueFine(this.product, { project_id: this.foreign }, `vakt3-${this.#part}`);

  case(number: number): IssuedFine {
    const fine = this.fines[number - 1];
    if (fine === undefined) throw new Error(`There is no case ${number}.`);
    return fine;
  }
  number = (of: number) => this.case(of).case_number;
  siteOf = (of: number) => this.sites[(of - 1) % 3] ?? "";

  /** The manager does something on a case's page. */
  async do(page: Page, of: number, action: string, typed: Readonly<Record<string, string>> = {}): Promise<void> {
    await page.goto(`/${this.siteOf(of)}/cases/${this.number(of)}`);
    await new Desk(page).do(action, typed);
  }

  fallDue = (...numbers: number[]) =>
    this.product
      .sql`update fines set due_date = private.day_of(now()) - 5 where id = any (${numbers.map((of) => this.case(of).id)}::uuid[])`;

  /** Expects these cases in these states: status, kronor that are left and fee. */
  async expectFates(fates: Readonly<Record<number, string>>): Promise<void> {
    const numbers = Object.keys(fates).map(Number);
    await expect
      .poll(async () => {
        const rows = await this.product.sql<{ id: string; state: string }[]>`
          select id, concat_ws(' ', status, left_ore / 100, fee) as state from fines where id = any (${this.fines.map(({ id }) => id)}::uuid[])`;
        return numbers.map((of) => `${of} ${rows.find(({ id }) => id === this.case(of).id)?.state}`);
      })
      .toEqual(numbers.map((of) => `${of} ${fates[of]}`));
  }
}

/** Chooses a bank's file at the company's payments; a look at it comes first. */
export async function chooseFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.goto("/company/payments");
  await page.getByLabel("Välj bankens fil").setInputFiles({ name, mimeType: "text/plain", buffer });
}

/** Books the chosen file by one press. */
export async function bookFile(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Läs in", exact: true }).click();
  await expect(page.getByText("Filen är inläst").first()).toBeVisible();
}

/** The bytes that a button saves. */
export async function saved(page: Page, button: string): Promise<Buffer> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: button, exact: true }).click();
  return readFile(await (await download).path());
}
