// Two admins of one site with the same case open, and the case's driver: the people with whom browser tests play a company's cases.
import type { Browser, BrowserContextOptions, Locator, Page } from "@playwright/test";
import { expect } from "#tests/support/browser/browser.ts";
import { logInAsAdmin } from "#tests/support/journeys/customer-admin.ts";
import type { IssuedFine } from "#tests/support/journeys/issued-fines.ts";
import { addPeople, removePeople } from "#tests/support/people/people.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";
import { pressAction } from "#tests/support/browser/case-page.ts";

const SITE = "ostra-hamnen";
const COLLEAGUE = { kind: "admin", project: SITE, userId: "kollega01", password: "Kollega-7410" } as const;

type Login = Exclude<BrowserContextOptions["storageState"], string | undefined>;
/** The logins of each worker's product. They are made once, since a login takes as long as half a test. */
const logins = new Map<string, Promise<Login[]>>();

async function logInBoth(product: RunningProduct, browser: Browser): Promise<Login[]> {
  await addPeople(product, COLLEAGUE);
  const made: Login[] = [];
  for (const credentials of [{}, COLLEAGUE]) {
    const context = await browser.newContext({ baseURL: product.url, locale: "sv-SE" });
    await logInAsAdmin(await context.newPage(), credentials);
    made.push(await context.storageState());
    await context.close();
  }
  return made;
}

/** The windows of two admins of `ostra-hamnen`, each a browser of their own. */
export async function openOffice(product: RunningProduct, browser: Browser): Promise<[Desk, Desk]> {
  const states = logins.get(product.url) ?? logInBoth(product, browser);
  logins.set(product.url, states);
  const desks = (await states).map(async (storageState) => {
    const context = await browser.newContext({ baseURL: product.url, locale: "sv-SE", storageState });
    return new Desk(await context.newPage());
  });
  return (await Promise.all(desks)) as [Desk, Desk];
}

/** Takes the second admin out of the site again. */
export async function closeOffice(product: RunningProduct): Promise<void> {
  logins.delete(product.url);
  await removePeople(product, COLLEAGUE.userId);
}

/** An admin at a case's page. Typed values are named by the label of their field. */
export class Desk {
  readonly page: Page;
  readonly #dialog: Locator;

  constructor(page: Page) {
    this.page = page;
    this.#dialog = page.getByRole("dialog");
  }

  /** Opens a case. */
  async open(fine: IssuedFine): Promise<void> {
    await this.page.goto(`/${SITE}/cases/${fine.case_number}`);
    await expect(this.section("Läget")).toBeVisible();
    // This text shows that the visit is noted, and from then on the page follows the case.
    await expect(this.page.getByText(/^Visat \d+ gång/)).toBeVisible();
  }

  section(name: string): Locator {
    return this.page.getByRole("region", { name, exact: true });
  }

  /** Presses an action's button and fills in the form, which stays open. */
  async begin(action: string, typed: Readonly<Record<string, string>> = {}): Promise<void> {
    await pressAction(this.page, action);
    await expect(this.#dialog).toBeVisible();
    for (const [label, value] of Object.entries(typed)) {
      const field = this.#dialog.getByLabel(label);
      if ((await field.evaluate((node) => node.tagName)) === "SELECT") await field.selectOption({ label: value });
      else await field.fill(value);
    }
  }

  /** Sends the form, and waits until it has closed. */
  async send(): Promise<void> {
    await this.#dialog.locator("button[type=submit]").click();
    await expect(this.#dialog).toHaveCount(0);
  }

  /** Sends the form, and expects that it stays open with this message. */
  async isTold(text: string): Promise<void> {
    await this.#dialog.locator("button[type=submit]").click();
    await expect(this.#dialog.getByRole("alert")).toHaveText(text);
  }

  /** Closes the form without sending it. */
  async leave(): Promise<void> {
    await this.page.keyboard.press("Escape");
    await expect(this.#dialog).toHaveCount(0);
  }

  /** Does an action from its button to its closed form. */
  async do(action: string, typed: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.begin(action, typed);
    await this.send();
  }
}
