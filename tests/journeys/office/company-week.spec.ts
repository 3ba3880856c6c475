// A week of a company's money on the real screens: twenty cases of three sites, each of another fate, with the bank's, the register's and the debt
// collector's files made for it. At its end the books that are saved have what the bank has.
// @hardened: a handler of all sites is an account of hardened alone.
// @all: backend/cases/managers-month asks the same of the database in both profiles.
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { bgMaxOf, statementOf } from "#tests/support/files/bank-files.ts";
import { readSie } from "#tests/support/files/sie-reader.ts";
import { bookFile, chooseFile, dayIn, saved, TODAY, Week } from "#tests/support/journeys/company-week.ts";

test.describe.configure({ mode: "serial" });

let week: Week;
test.beforeAll(async ({ product }) => {
  week = new Week(product);
  await week.begin();
});
test.afterAll(() => week.end());
test.beforeEach(({ page }) => week.logInManager(page));

const csv = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
const fact = (page: Page, name: string) =>
  page
    .getByRole("region", { name: "Förhandsvisning" })
    .locator("div", { has: page.getByText(name, { exact: true }) })
    .last();
/** A payment of the list of those without a case. */
const unknown = (page: Page, text: string) => page.getByRole("article", { name: /kr$/ }).filter({ hasText: text });
const wrongDigit = () => `${week.number(4).slice(0, 7)}${(Number(week.number(4).at(-1)) + 1) % 10}`;

// Spec rules §6: A company's cases pass
test("Monday: the bank's statement is told, booked once, and nothing of it twice @all @hardened", async ({ page }) => {
  const foreign = await week.foreignCase();
  const monday = statementOf("m1", TODAY, [
    { kronor: 700, text: week.number(1), payer: "Ett Betalar" },
    { kronor: 300, text: week.number(2), payer: "Två Delar" },
    { kronor: 1000, text: `OCR ${week.number(3)}`, payer: "Tre För Mycket" },
    { kronor: 700, text: wrongDigit(), payer: "Fyra Fel Siffra" },
    { kronor: 1400, text: `${week.number(5)} ${week.number(6)}`, payer: "Hyrbilar AB" },
    { kronor: 300, text: week.number(7), payer: "Sju För Lite" },
    { kronor: 700, text: week.number(10), payer: "Tio Betalar Först" },
    { kronor: 700, text: week.number(16), payer: "Sjutton Med Fel Nummer" },
    { kronor: 450, text: "hyra mars", payer: "Hyresgäst AB" },
    { kronor: 700, text: foreign.case_number, payer: "Annan Plats" },
  ]);
  await chooseFile(page, "m1.xml", monday);
  await expect(fact(page, "Filens utseende")).toContainText("Kontoutdrag camt.053");
  await expect(fact(page, "Filens summa")).toContainText(/6\s950\skr/);
  await expect(fact(page, "Okända")).toContainText("4");
  await expectAccessible(page);
  await bookFile(page);
  week.bank += 6950;
  await chooseFile(page, "m1-igen.xml", monday);
  await expect(page.getByText("Alla betalningar i filen är redan inlästa. Det finns inget att bokföra.")).toBeVisible();
  await week.expectFates({
    1: "paid 0 0",
    2: "issued 400 0",
    3: "paid -300 0",
    4: "issued 700 0",
    7: "issued 400 0",
    10: "paid 0 0",
    16: "paid 0 0",
    17: "issued 700 0",
  });
});

// Spec rules §4: A payment without a case whose text and amount fit
test("Monday: money without a case is placed by two presses, returned, or another's, and a wrong placing is undone @all @hardened", async ({
  page,
}) => {
  await page.goto("/company/payments");
  await page.evaluate(() => {
    document.documentElement.dataset["presses"] = "0";
    addEventListener("click", () => {
      const told = document.documentElement.dataset;
      told["presses"] = String(Number(told["presses"]) + 1);
    });
  });
  await page.getByRole("tab", { name: "Okända betalningar" }).click();
  const digit = unknown(page, wrongDigit());
  await digit.getByRole("button", { name: `Placera på ${week.number(4)}` }).click();
  await expect(digit).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.dataset["presses"])).toBe("2");
  await unknown(page, "Hyrbilar AB")
    .getByRole("button", { name: /^Placera på \d{8} och \d{8}$/ })
    .click();
  for (const [payer, how] of [
    ["Hyresgäst AB", "Återbetald till avsändaren"],
    ["Annan Plats", "Inte vår"],
  ] as const) {
    await unknown(page, payer).getByRole("button", { name: "Avsluta utan ärende" }).click();
    const ending = page.getByRole("dialog", { name: /utan ärende$/ });
    await ending.getByLabel("Hur").selectOption({ label: how });
    await ending.getByLabel("Skäl").fill("Hör inte till oss");
    await ending.getByRole("button", { name: "Avsluta", exact: true }).click();
    await expect(unknown(page, payer)).toHaveCount(0);
  }
  week.bank -= 450;

  await page.getByRole("tab", { name: "Inlästa filer" }).click();
  await page.getByRole("article", { name: "m1.xml" }).getByRole("button", { name: "Visa rader" }).click();
  const row = page
    .getByRole("dialog")
    .getByRole("article")
    .filter({ hasText: week.number(16) });
  await row.getByRole("button", { name: "Ta tillbaka betalning" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Ta tillbaka betalning" }).click();
  await expect(row).toContainText("Tillbaka till okända från");
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Okända betalningar" }).click();
  await unknown(page, "Sjutton").getByRole("button", { name: "Placera", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /^Placera 700\skr$/ });
  await dialog.getByLabel("Ärendenummer eller registreringsnummer").fill(week.number(17));
  await dialog.getByRole("button", { name: "Sök", exact: true }).click();
  await dialog.getByRole("button", { name: `Välj ${week.number(17)}` }).click();
  await dialog.getByRole("button", { name: "Placera" }).click();
  const paid = "paid 0 0";
  await week.expectFates({ 4: paid, 5: paid, 6: paid, 16: "issued 700 0", 17: paid });
});

test("Tuesday: objections are answered, and what was wrong is withdrawn @all @hardened", async ({ page }) => {
  for (const of of [8, 9]) {
    await page.goto(`/case/${week.case(of).public_key}`);
    await page.getByRole("button", { name: "Bestrid" }).click();
    await page.getByLabel("Namn").fill("Åsa Öberg");
    await page.getByLabel("Varför är boten fel?").fill("Skylten var täckt av snö.");
    await page.getByRole("button", { name: "Skicka bestridandet" }).click();
    await expect(page.getByRole("region", { name: "Bestridandet är mottaget" })).toBeVisible();
  }
  await week.do(page, 8, "Godkänn bestridande", { "Svar till föraren": "Du har rätt." });
  await week.do(page, 9, "Avslå bestridande", { "Svar till föraren": "Skylten syns på bilden." });
  await week.do(page, 10, "Makulera", { Grund: "Skyltning" });
  await week.do(page, 19, "Makulera", { Grund: "Felskrivet" });
  await week.do(page, 19, "Öppna igen", { Skäl: "Fel ärende makulerades" });
  await week.expectFates({
    8: "withdrawn 0 0",
    9: "issued 700 0",
    10: "withdrawn -700 0",
    19: "issued 700 0",
  });
});

/** Those who have not paid when the register is asked. */
const LATE = [2, 7, 9, 11, 12, 13, 14, 15, 16, 18, 19, 20];

test("Wednesday: the register names owners, and those are reminded @all @hardened", async ({ page }) => {
  await week.fallDue(...LATE);
  await page.goto("/company/letters?step=ask");
  await expect(page.getByRole("list", { name: "Ärenden utan ägare" }).getByRole("listitem")).toHaveCount(LATE.length);
  await page.getByRole("button", { name: "Exportera för ägaruppgift" }).click();
  await expect(page.getByText("Alla ärenden utan ägare är redan exporterade.")).toBeVisible();
  const rows = LATE.map((of) => `${week.case(of).plate};${week.number(of)};ja;Åsa Berg;Gatan 1;12345;Malmö`);
  await page.getByRole("list", { name: "Steg" }).getByRole("link", { name: "Läs in", exact: true }).click();
  await page
    .getByLabel("Fil med ägare")
    .setInputFiles(csv("agare.csv", ["Regnr;Ärendenr;Ägare;Namn;Adress;Postnr;Ort", ...rows].join("\n")));
  await expect(page.getByText(`${LATE.length} ägare kan läsas in`)).toBeVisible();
  await page.getByRole("button", { name: "Läs in ägare" }).click();
  await expect(page.getByText(`${LATE.length} ägare är inlästa`)).toBeVisible();
  await page.getByRole("list", { name: "Steg" }).getByRole("link", { name: "Påminn", exact: true }).click();
  await expect(page.getByRole("article", { name: /^Påminnelse / })).toHaveCount(LATE.length);
  await page.getByRole("button", { name: "Skapa påminnelser" }).click();
  await expect(page.getByRole("button", { name: `Skriv ut ${LATE.length} brev` })).toBeVisible();
  // The northern site alone has a fee.
  await week.expectFates({
    2: "reminded 400 0",
    7: "reminded 460 60",
    13: "reminded 760 60",
    16: "reminded 760 60",
    18: "reminded 700 0",
    20: "reminded 700 0",
  });
});

test("Friday: Bankgirot's file pays what was left, fees too @all @hardened", async ({ page }) => {
  // Money of the reminders' own day would lift their fees.
  const friday = bgMaxOf(1, dayIn(1), [
    { kronor: 400, text: week.number(2), payer: "Två Delar" },
    { kronor: 460, text: week.number(7), payer: "Sju Med Avgift" },
    { kronor: 700, text: week.number(9), payer: "Nio Efter Avslag" },
    { kronor: 760, text: week.number(19), payer: "Nitton Betalar" },
  ]);
  await chooseFile(page, "fredag.txt", friday);
  await expect(fact(page, "Filens utseende")).toContainText("Bankgirot BgMax");
  await expect(fact(page, "Placerade")).toContainText("4");
  await bookFile(page);
  week.bank += 2320;
  await week.expectFates({ 2: "paid 0 0", 7: "paid 0 60", 9: "paid 0 0", 19: "paid 0 60" });
});

test("the week after: the debt collector gets claims and their changes, and answers @all @hardened", async ({
  page,
}) => {
  const claims = [11, 12, 13, 14, 15];
  await week.fallDue(...claims);
  await page.goto("/company/letters?step=collect");
  await page.getByRole("button", { name: "Lämna till inkasso" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Lämna till inkasso" }).click();
  await expect(page.getByText("Inget ärende kan lämnas till inkasso.")).toBeVisible();
  await week.do(page, 14, "Skriv av", { Skäl: "Dödsbo utan tillgångar" });
  const late = { kronor: 700, text: week.number(15), payer: "Femton Sent" };
  await chooseFile(page, "sen.txt", bgMaxOf(2, dayIn(1), [late]));
  await bookFile(page);
  week.bank += 700;
  await page.goto("/company/letters?step=collect");
  const changes = page.getByRole("list", { name: "Ärenden med ändringar" });
  await expect(changes.getByRole("listitem")).toHaveCount(2);
  const told = (await saved(page, "Spara ändringarna")).toString("utf8");
  expect(told).toContain(`${week.number(14)};Åsa Berg;;Avskrivet`);
  expect(told).toContain(`${week.number(15)};Åsa Berg;;Betalning`);

  const answers = page.getByRole("region", { name: "Svar från inkasso" });
  const text = `Ärendenummer;Svar;Belopp;Datum
${week.number(11)};Betalt;700,00;${TODAY}\n${week.number(12)};Upphört;;\n${week.number(13)};Saknar tillgångar;;\n`;
  await answers.getByLabel("Fil med svar").setInputFiles(csv("svar.csv", text));
  await answers.getByRole("button", { name: "Läs in svaren" }).click();
  await expect(answers.getByRole("button", { name: "Läs in svaren" })).toHaveCount(0);
  week.bank += 700;
  await week.expectFates({
    11: "paid 0 0",
    12: "reminded 700 0",
    13: "written_off 0 60",
    14: "written_off 0 0",
    15: "paid 0 0",
    16: "reminded 760 60",
  });
});

test("too much was paid: the handler proposes, the site's colleague approves, and the bank gets a file @all @hardened", async ({
  page,
  browser,
}) => {
  for (const of of [3, 10]) {
    await page.goto(`/case/${week.case(of).public_key}`);
    const back = page.getByRole("region", { name: /^Få tillbaka/ });
    await back.getByLabel("Kontohavarens namn").fill("Åsa Berg");
    await back.getByLabel("Clearingnummer").fill("6789");
    await back.getByLabel("Kontonummer").fill("123 456 789");
    await back.getByRole("button", { name: "Lämna uppgifterna" }).click();
    await expect(back.getByText("Kontot som slutar på 789 är lämnat.")).toBeVisible();
  }
  const row = (on: Page, of: number) =>
    on
      .getByRole("list", { name: "Att återbetala" })
      .getByRole("listitem")
      .filter({ hasText: week.number(of) });
  await page.goto("/company/payments?view=refunds");
  for (const of of [3, 10]) await row(page, of).getByRole("checkbox").check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Föreslå" }).click();
  await expect(row(page, 3)).toContainText("Väntar på godkännande");

  const colleague = await (await browser.newContext({ baseURL: week.product.url, locale: "sv-SE" })).newPage();
  await week.logInColleague(colleague);
  await colleague.goto(`/${week.siteOf(3)}/payments?view=refunds`);
  await row(colleague, 3).getByRole("checkbox").check();
  await colleague.getByRole("button", { name: "Godkänn" }).click();
  await expect(row(colleague, 3)).toContainText("Klar att betala");
  await colleague.context().close();

  await page.reload();
  for (const of of [3, 10]) await row(page, of).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Gör betalfil" }).click();
  const dialog = page.getByRole("dialog", { name: /^Återbetala 1\s000\skr$/ });
  await dialog.getByLabel("Betala från (IBAN)").fill("SE45 5000 0000 0583 9825 7466");
  await dialog.getByLabel("Bankens BIC").fill("ESSESESS");
  const file = (await saved(page, "Gör filen")).toString("utf8");
  expect(file).toContain("pain.001.001.03");
  for (const of of [3, 10]) expect(file).toContain(`<EndToEndId>${week.number(of)}</EndToEndId>`);
  week.bank -= 1000;
  await week.expectFates({ 3: "paid 0 0", 10: "withdrawn 0 0" });
});

const inOre = (cell = "") => Math.round(Number(cell.replace(",", ".")) * 100);

/** The öre at the bank by a year's saved files: SIE 4 and CSV. */
async function savedBooks(page: Page, place: string, year: string): Promise<[sie: number, csv: number]> {
  await page.goto(`/${place}/ledger`);
  await page.getByLabel("Period").selectOption({ label: `Räkenskapsåret ${year}` });
  // Until then the table is the month's.
  await expect(page).toHaveURL(/period=year-/);
  const sums = page.getByRole("table", { name: "Konton" }).or(page.getByText("Inget att bokföra i perioden."));
  await expect(sums).toBeVisible();
  if (!(await page.getByRole("table", { name: "Konton" }).isVisible())) return [0, 0];
  const { verifications } = readSie(await saved(page, "Spara SIE 4"));
  const sie = verifications.flatMap(({ rows }) => rows).filter(({ account }) => account.startsWith("19"));
  const lines = (await saved(page, "Spara CSV")).toString("utf8").split("\r\n").slice(1);
  const table = lines.map((line) => line.split(";")).filter(([, , , , , account]) => account?.startsWith("19"));
  return [
    sie.reduce((sum, { ore }) => sum + ore, 0),
    table.reduce((sum, [, , , , , , , debit, credit]) => sum + inOre(debit) - inOre(credit), 0),
  ];
}

// Spec rules §14: A closed month never changes
// Spec rules §14: The books have on each day
test("a closed month stays, its late money is booked in the open one, and the books have what the bank has @all @hardened", async ({
  page,
}) => {
  const [site, month] = [week.siteOf(18), dayIn(-Number(TODAY.slice(8))).slice(0, 7)];
  await page.goto(`/${site}/ledger?period=${month}`);
  await page.getByRole("button", { name: "Stäng månaden" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Stäng månaden" }).click();
  await expect(page.getByText(/^Stängd .* av chef-/)).toBeVisible();
  const late = { kronor: 700, text: week.number(18), payer: "Arton I Förra Månaden" };
  await chooseFile(page, "sent.xml", statementOf("m9", `${month}-20`, [late]));
  await bookFile(page);
  week.bank += 700;
  await week.expectFates({ 18: "paid 0 0", 20: "reminded 700 0", 1: "paid 0 0", 12: "reminded 700 0" });
  await page.goto(`/${site}/ledger?period=${TODAY.slice(0, 7)}`);
  await expect(page.getByText(`avser ${month}-20`).first()).toBeVisible();
  await expectAccessible(page);

  const years = [...new Set([month, TODAY, dayIn(1)].map((day) => day.slice(0, 4)))];
  let sums: [number, number] = [0, 0];
  for (const place of [...week.sites, "company"])
    for (const year of years) {
      const [sie, table] = await savedBooks(page, place, year);
      sums = [sums[0] + sie, sums[1] + table];
    }
  expect(sums).toEqual([week.bank * 100, week.bank * 100]);
});
