// A bank's file of 5 000 rows on the real screen: read and compared, booked, and its rows without a case placed by a suggestion.
import { type Browser, expect } from "@playwright/test";
import type { RunningProduct } from "#tests/support/server/product.ts";
import { type Figure, milliseconds } from "./table.ts";

const ROWS = 5000;
/** The rows that name two open cases together, and so wait for a person. */
const DOUBLE_ROWS = 250;
const LONGEST_MS = 60_000;
const TARGETS = { file: 4000, press: 1000 } as const;

/** Measures the file of a site's cases as its admin waits for it, in the profile `specified`. */
export async function measureBankFile(browser: Browser, product: RunningProduct, site: string): Promise<Figure[]> {
  const buffer = Buffer.from(await fileOf(product, site), "utf8");
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "sv-SE" });
  const page = await context.newPage();
  page.setDefaultTimeout(LONGEST_MS);
  await page.goto(`${product.url}/${site}/admin-login`);
  await page.getByLabel("Användarnamn").fill("standardadmin");
  await page.getByLabel("Lösenord", { exact: true }).fill("Standard-7410");
  await page.getByRole("button", { name: "Logga in" }).click();
  await page.waitForURL(/admin-dashboard/);
  await page.goto(`${product.url}/${site}/payments`);
  const input = page.getByLabel("Välj bankens fil");
  await input.waitFor({ state: "attached" });

  const book = page.getByRole("button", { name: "Läs in", exact: true });
  const suggested = page.getByRole("button", { name: /^Placera på/ });
  const waited: [string, number, () => Promise<void>][] = [
    [
      "chosen until it can be booked",
      TARGETS.file,
      async () => {
        await input.setInputFiles({ name: "seb.csv", mimeType: "text/csv", buffer });
        await book.waitFor();
      },
    ],
    [
      "booked",
      TARGETS.file,
      async () => {
        await book.click();
        await page.getByText("Filen är inläst").first().waitFor();
      },
    ],
    [
      `the first suggestion of ${DOUBLE_ROWS} rows without a case`,
      TARGETS.press,
      async () => {
        await page.getByRole("tab", { name: "Okända betalningar" }).click();
        await suggested.first().waitFor();
      },
    ],
    [
      "placed by it",
      TARGETS.press,
      async () => {
        const name = (await suggested.first().textContent()) ?? "";
        await page.getByRole("button", { name }).click();
        await expect(page.getByRole("button", { name })).toHaveCount(0, { timeout: LONGEST_MS });
      },
    ],
  ];
  const figures: Figure[] = [];
  for (const [what, target, step] of waited) {
    const began = performance.now();
    await step();
    const took = performance.now() - began;
    figures.push({
      what,
      value: milliseconds(took),
      note: `< ${target} ms: ${took < target ? "holds" : "MISSED"}`,
    });
  }
  await context.close();
  return figures;
}

/** A table as SEB gives it: some rows name two open cases and have the money for both, the others one case each. */
async function fileOf({ sql }: RunningProduct, site: string): Promise<string> {
  const cases = await sql<{ number: string; is_open: boolean }[]>`
    select case_number as number, status = 'issued' as is_open from fines
    where project_id = ${site} order by status <> 'issued', case_number limit ${ROWS}`;
  const open = cases.filter(({ is_open: isOpen }) => isOpen).map(({ number }) => number);
  const others = cases.filter(({ is_open: isOpen }) => !isOpen).map(({ number }) => number);
  const today = new Date().toISOString().slice(0, 10);
  const row = (at: number) => {
    const double = at < DOUBLE_ROWS;
    const text = double ? `${open[2 * at]} ${open[2 * at + 1]}` : others[at % others.length];
    return `${today};${today};${String(at).padStart(10, "0")};${text} ÅSA ÖBERG;${double ? "1400,00" : "700,00"}`;
  };
  return [
    "Bokföringsdatum;Valutadatum;Verifikationsnummer;Text;Belopp",
    ...Array.from({ length: ROWS }, (_, at) => row(at)),
  ].join("\n");
}
