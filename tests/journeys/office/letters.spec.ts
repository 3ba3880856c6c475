// Owners, reminders and collection: what a site's admin does to many cases, from a case past its day to the debt collector's file.
// @all: backend/cases asks reminders, owners and collection; this goes their screens from end to end.
import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { beginAsAdmin } from "#tests/support/journeys/customer-admin.ts";
import { caseInTables, type IssuedFine, issueFine, recordEvent } from "#tests/support/journeys/issued-fines.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";
import { showAllActions } from "#tests/support/browser/case-page.ts";

const LETTERS = "/ostra-hamnen/letters";
const step = (page: Page, name: string) =>
  page.getByRole("list", { name: "Steg" }).getByRole("link", { name, exact: true });
const sheets = (page: Page) => page.getByRole("article", { name: /^Påminnelse / });
const inMm = (pixels = 0) => Math.round((pixels * 25.4) / 96);
const textOf = async (download: Promise<Download>) => readFile(await (await download).path(), "utf8");

/** Exports the cases without an owner, as the register is asked for them. */
async function askForOwners(page: Page, fines: IssuedFine[]) {
  await page.getByText("Filer och brev", { exact: true }).click();
  await page.getByRole("link", { name: "Exportera för ägaruppgift" }).click();
  await expect(page.getByRole("list", { name: "Ärenden utan ägare" }).getByRole("listitem")).toHaveCount(3);
  await expectAccessible(page);
  const asked = page.waitForEvent("download");
  await page.getByRole("button", { name: "Exportera för ägaruppgift" }).click();
  const table = await textOf(asked);
  expect(table.startsWith("\uFEFFRegistreringsnummer;Parkeringens datum;Ärendenummer\r\n")).toBe(true);
  for (const fine of fines) expect(table).toMatch(new RegExp(`;\\d{4}-\\d\\d-\\d\\d;${fine.case_number}\r\n`));
  await expect(page.getByText("Alla ärenden utan ägare är redan exporterade.")).toBeVisible();
  await expect(step(page, "Fråga")).toHaveAttribute("aria-description", "0 ärenden väntar");
}

/** Reads the register's answer, in the letters of an older program. */
async function readOwners(page: Page, { sql }: RunningProduct, fines: IssuedFine[]) {
  const [first] = fines;
  const answer = [
    "Ärendenummer;Namn;Adress;Postnr;Ort;Ägare;Personnummer",
    ...fines.map((fine) => `${fine.case_number};Åsa Öberg;Storgatan 1;12345;MALMÖ;Ja;19800101-1234`),
    "00000000;Bo Ek;Gatan 2;12345;MALMÖ;Ja",
    `${first?.case_number};Bo Ek;Gatan 2;12345;MALMÖ;Nej`,
  ].join("\r\n");
  await step(page, "Läs in").click();
  const owners = { name: "svar.csv", mimeType: "text/csv", buffer: Buffer.from(answer, "latin1") };
  await page.getByLabel("Fil med ägare").setInputFiles(owners);
  const preview = page.getByRole("region", { name: "Förhandsvisning" });
  await expect(preview).toContainText("3 ägare kan läsas in1 rad hör inte till något ärende1 rad kan inte läsas in");
  await expect(preview.getByRole("list", { name: "Rader som inte läses in" })).toHaveText(
    "Rad 5: hör inte till något ärendeRad 6: inte ägare enligt filen",
  );
  await expectAccessible(page);
  await preview.getByRole("button", { name: "Läs in ägare" }).click();
  await expect(page.getByText("3 ägare är inlästa")).toBeVisible();
  const kept =
    await sql`select name, address, id_number, source from case_recipients where fine_id = ${first?.id ?? ""}`;
  expect([...kept]).toEqual([
    {
      name: "Åsa Öberg",
      address: "Storgatan 1\n123 45 MALMÖ",
      id_number: "19800101-1234",
      source: "Transportstyrelsen",
    },
  ]);
}

/** On paper: a page each, nothing else, and the address where the envelope has its window. */
async function expectOnPaper(page: Page) {
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { level: 1 })).toBeHidden();
  const [letter, address] = [sheets(page).first(), sheets(page).first().getByText("Åsa ÖbergStorgatan 1123 45 MALMÖ")];
  await expect(letter).toContainText(/Påminnelseavgift60\skrKvar att betala760\skr/);
  const [sheet, place] = [await letter.boundingBox(), await address.boundingBox()];
  expect([
    inMm(sheet?.width),
    inMm((place?.x ?? 0) - (sheet?.x ?? 0)),
    inMm((place?.y ?? 0) - (sheet?.y ?? 0)),
  ]).toEqual([210, 116, 46]);
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(paper.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(2);
  await page.emulateMedia({ media: null });
}

/** A run that was wrong is taken back, and made anew. */
async function remindAnew(page: Page, { sql }: RunningProduct, first: IssuedFine) {
  const [remindedDue] = await sql`select due_date::text from fines where id = ${first.id}`;
  await page.getByRole("button", { name: "Ta tillbaka 2 påminnelser" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Ta tillbaka" }).click();
  await expect(page.getByText("2 påminnelser är tillbakatagna")).toBeVisible();
  expect(await sql`select status, fee, due_date < current_date as is_due from fines where id = ${first.id}`).toEqual([
    { status: "issued", fee: 0, is_due: true },
  ]);
  await expect(sheets(page)).toHaveCount(2);
  await page.getByRole("button", { name: "Skapa påminnelser" }).click();
  await expect(page.getByRole("button", { name: "Skriv ut 2 brev" })).toBeVisible();
  expect(await sql`select due_date::text from fines where id = ${first.id}`).toEqual([remindedDue]);
}

/** The reminder is printed once more from the case's page, and the way back leads there. */
async function openFromCase(page: Page, second: IssuedFine) {
  await page.goto(`/ostra-hamnen/cases/${second.case_number}`);
  await showAllActions(page);
  await page.getByRole("link", { name: "Skriv ut påminnelsen" }).click();
  await expect(sheets(page)).toHaveAccessibleName(`Påminnelse ${second.case_number}`);
  await expect(page.getByRole("button", { name: "Skriv ut 1 brev" })).toBeVisible();
  await page.getByRole("button", { name: "Tillbaka" }).click();
  await expect(page).toHaveURL(new RegExp(`/cases/${second.case_number}$`));
}

/** The agency hears of money that came later, once. */
async function tellOfMoney(page: Page, product: RunningProduct, first: IssuedFine) {
  await recordEvent(product, first, "payment", { data: { amount_ore: 30_000, value_date: "2026-11-20" } });
  await page.goto(`${LETTERS}?step=collect`);
  const changed = page.getByRole("region", { name: "Ändringar till inkasso" });
  await expect(changed.getByRole("list", { name: "Ärenden med ändringar" }).getByRole("listitem")).toHaveCount(1);
  await expectAccessible(page);
  const changes = page.waitForEvent("download");
  await changed.getByRole("button", { name: "Spara ändringarna" }).click();
  expect(await textOf(changes)).toMatch(
    new RegExp(`\\r\\n${first.case_number};Åsa Öberg;19800101-1234;Betalning;[^;]+;300,00;2026-11-20;460,00\\r\\n$`),
  );
  await expect(changed.getByText("Inget har ändrats i det som är lämnat till inkasso.")).toBeVisible();
}

/** The debt collector's answer is told, then recorded by one press; read again, it changes nothing. */
async function readAnswers(page: Page, product: RunningProduct, fine: IssuedFine) {
  const answers = page.getByRole("region", { name: "Svar från inkasso" });
  const today = new Date().toISOString().slice(0, 10);
  const text = `Ärendenummer;Svar;Belopp;Datum\n${fine.case_number};Betalt;760,00;${today}\n12;Betalt;1;${today}`;
  const file = { name: "svar.csv", mimeType: "text/csv", buffer: Buffer.from(text, "utf8") };
  for (const press of [1, 2]) {
    await answers.getByLabel("Fil med svar").setInputFiles(file);
    await expect(answers.getByText(/^1 betalning, 760\skr$/)).toBeVisible();
    await expect(answers.getByText("Rad 3: ärendenumret ska ha 8 siffror")).toBeVisible();
    if (press === 1) await expectAccessible(page);
    await answers.getByRole("button", { name: "Läs in svaren" }).click();
    await expect(answers.getByRole("button", { name: "Läs in svaren" })).toHaveCount(0);
  }
  expect(await caseInTables(product, fine.id)).toMatchObject({ status: "paid" });
  const rows = await product.sql`select amount_ore::int as ore, method from payments where fine_id = ${fine.id}`;
  expect([...rows]).toEqual([{ ore: 76_000, method: "collection" }]);
}

// Spec 4 §5: Exportera CSV (UTF-8
test("from a case past its day to the register, the owners, letters of one page each, and the debt collector @all", async ({
  page,
  product,
}) => {
  const { sql } = product;
  // No case of the seed waits meanwhile.
  const others = await sql<{ id: string; due_date: string }[]>`
    select id, due_date::text from fines where project_id = 'ostra-hamnen' and status in ('issued', 'reminded')`;
  const ids = others.map(({ id }) => id);
  await sql`update fines set due_date = current_date + 60 where id in ${sql(ids)}`;
  const fines = await Promise.all(["fixed", "fixed", "handed"].map((delivery) => issueFine(product, { delivery })));
  const [first, second, paid] = fines as [IssuedFine, IssuedFine, IssuedFine];
  const fallDue = (of: IssuedFine[]) =>
    sql`update fines set due_date = current_date - 5 where id in ${sql(of.map(({ id }) => id))}`;
  await fallDue(fines);
  await beginAsAdmin(page, { at: "/ostra-hamnen/cases" });

  await askForOwners(page, fines);

  await readOwners(page, product, fines);

  await step(page, "Påminn").press("Enter");
  await expect(step(page, "Påminn")).toHaveAttribute("aria-current", "step");
  await expect(sheets(page)).toHaveCount(3);
  await recordEvent(product, paid, "payment", { data: { amount_ore: 70_000, value_date: "2026-11-20" } });
  await page.getByRole("button", { name: "Skapa påminnelser" }).click();
  await expect(page.getByRole("status", { name: "Resultat" })).toHaveText(
    `1 ärende lämnades utanför:${paid.case_number}: Ärendet har ändrats sedan du öppnade det. Det är nu: betalt.`,
  );
  await expect(page.getByRole("button", { name: "Skriv ut 2 brev" })).toBeVisible();
  await expectAccessible(page);
  expect((await caseInTables(product, first.id)).status).toBe("reminded");

  await expectOnPaper(page);

  await remindAnew(page, product, first);

  await openFromCase(page, second);

  await fallDue([first, second]);
  await page.goto(`${LETTERS}?step=collect`);
  await expect(
    page.getByRole("list", { name: "Ärenden som kan lämnas till inkasso" }).getByRole("listitem"),
  ).toHaveCount(2);
  const handed = page.waitForEvent("download");
  await page.getByRole("button", { name: "Lämna till inkasso" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Lämna till inkasso" }).click();
  const claims = await textOf(handed);
  for (const fine of [first, second])
    expect(claims).toContain(`;${fine.case_number};Åsa Öberg;Ägare;19800101-1234;Storgatan 1;123 45;MALMÖ;SEK;700,00;`);
  await expect(page.getByText("Inget ärende kan lämnas till inkasso.")).toBeVisible();
  expect((await caseInTables(product, second.id)).status).toBe("collection");

  await tellOfMoney(page, product, first);
  await readAnswers(page, product, second);
  for (const { id, due_date } of others) await sql`update fines set due_date = ${due_date} where id = ${id}`;
});
