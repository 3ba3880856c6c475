// Sheets that `Skriv ut` prints: the printed sheets' words and places, of every screen that has something to print.
// @all: further sheets of the same parts; a report, a notice and two letters are printed in `npm test`.
import {
  holdAttendant,
  newPlate,
  newSwedishPlate,
  parkingRows,
  registerParking,
} from "#tests/support/journeys/attendant.ts";
import { expect, test } from "#tests/support/browser/browser.ts";
import { beginAsAdmin } from "#tests/support/journeys/customer-admin.ts";
import { issueFine, recordEvent } from "#tests/support/journeys/issued-fines.ts";
import { printSheets, type Sheet } from "#tests/support/browser/paper.ts";
import { chooseViolation } from "#tests/support/journeys/fine-form.ts";
import { showAllActions } from "#tests/support/browser/case-page.ts";

const OVERTIME = "Parkerat längre än tillåten tid";
const wordsOf = (sheets: readonly Sheet[]) => sheets.map(({ words }) => words).join("\n");

/** Expects the text near the upper left corner of the first sheet: nothing that was beside it keeps its room. */
function expectAtTop(sheets: readonly Sheet[], text: string) {
  const place = sheets[0]?.placeOf(text);
  expect(place, `"${text}" on the first sheet`).toBeDefined();
  expect(place?.top).toBeLessThan(45);
  expect(place?.left).toBeLessThan(45);
}

for (const width of [390, 1280]) {
  // Spec rules §4: Skriv ut puts
  test(`a report is printed whole on one sheet, and nothing else, from a window of ${width} px ${width === 390 ? "@rights" : "@all"}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const plate = newPlate();
    await holdAttendant(page);
    await page.goto("/ostra-hamnen/create-report");
    await page.getByLabel("Registreringsnummer").fill(plate);
    await page.getByLabel("Gata").fill("Åkergränd 17");
    await chooseViolation(page, OVERTIME);
    const number = await page.getByLabel("Ärendenummer").inputValue();
    await expect(page.getByRole("region", { name: "Förhandsvisning" })).toContainText(OVERTIME);

    const sheets = await printSheets(page);
    expect(sheets).toHaveLength(1);
    const words = wordsOf(sheets);
    for (const text of [number, "Åkergränd 17", OVERTIME, "700 kr", "UTKAST"]) expect(words).toContain(text);
    for (const text of ["Skriv ut", "Förhandsvisning", "Generera"]) expect(words).not.toContain(text);
    expectAtTop(sheets, "Rapport");
  });
}

test("the fine of a parking is printed whole on one sheet, and nothing else @all", async ({ page, product }) => {
  // A plate's 0 bears a stroke and is painted after other letters: words of the paper come in the order of painting.
  const ref_number = newSwedishPlate().replaceAll("0", "7");
  const plate = await registerParking(product, { ref_number, street: "Åkergränd 17" });
  const [parking] = await parkingRows(product, plate);
  await holdAttendant(page);
  await page.goto(`/ostra-hamnen/generate-ticket/${parking?.id}`);
  await chooseViolation(page, OVERTIME);
  const number = await page.getByLabel("Ärendenummer").inputValue();
  await expect(page.getByRole("region", { name: "Förhandsvisning" })).toContainText(OVERTIME);

  const sheets = await printSheets(page);
  expect(sheets).toHaveLength(1);
  const words = wordsOf(sheets);
  for (const text of ["Parkeringsbot", number, plate, "Åkergränd 17", OVERTIME, "700 kr", "UTKAST"])
    expect(words).toContain(text);
  for (const text of ["Skriv ut", "Förhandsvisning", "Generera", "Tillbaka"]) expect(words).not.toContain(text);
  expectAtTop(sheets, "Parkeringsbot");
});

// Spec rules §4: Skriv ut puts
test("a stored notice is printed whole on one sheet, with where to pay and the code of its case @rights", async ({
  page,
}) => {
  const plate = newPlate();
  await holdAttendant(page);
  await page.goto("/ostra-hamnen/create-report");
  await page.getByLabel("Registreringsnummer").fill(plate);
  await page.getByLabel("Gata").fill("Åkergränd 17");
  await chooseViolation(page, OVERTIME);
  const number = await page.getByLabel("Ärendenummer").inputValue();
  await page.getByRole("button", { name: "Generera" }).click();
  await expect(page.getByRole("region", { name: "Ärendet är sparat" })).toBeVisible();
  const sheets = await printSheets(page);
  expect(sheets).toHaveLength(1);
  const words = wordsOf(sheets);
  for (const text of [number, "Åkergränd 17", OVERTIME, "700 kr", "Bankgiro", "Bestrida"])
    expect(words).toContain(text);
  expect(words).toMatch(/Observerad \d{4}-\d\d-\d\d \d\d:\d\d(–\d\d:\d\d)? /);
  for (const text of ["UTKAST", "RAPPORT", "Skriv ut", "Ärendet är sparat", "Nästa bil"])
    expect(words).not.toContain(text);
  expectAtTop(sheets, "Rapport");
});

test("a report without a plate is printed as one, without a number, an amount or a way to pay @all", async ({
  page,
}) => {
  await holdAttendant(page);
  await page.goto("/ostra-hamnen/create-report");
  await page.getByLabel("Gata").fill("Åkergränd 17");
  await chooseViolation(page, OVERTIME);
  const number = await page.getByLabel("Ärendenummer").inputValue();
  await page.getByRole("button", { name: "Generera" }).click();
  await expect(page.getByText("Rapport har genererats")).toBeVisible();
  const sheets = await printSheets(page);
  const words = wordsOf(sheets);
  for (const text of ["RAPPORT", "Åkergränd 17", OVERTIME]) expect(words).toContain(text);
  for (const text of [number, "700 kr", "Att betala", "ankgiro", "UTKAST"]) expect(words).not.toContain(text);
});

// Spec rules §4: Skriv ut puts
test("a case is printed with its facts, its objection and its events @all", async ({ page, product }) => {
  const fine = await issueFine(product, { street: "Åkergränd 17" });
  await recordEvent(product, fine, "objected", {
    note: "Jag hade betalat.",
    data: { name: "Åsa Berg", ground: "Hade rätt att stå" },
  });
  await beginAsAdmin(page, { at: `/ostra-hamnen/cases/${fine.case_number}` });
  await expect(page.getByRole("region", { name: "Händelser" })).toContainText("Boten bestreds");
  const sheets = await printSheets(page);
  const words = wordsOf(sheets);
  for (const text of [fine.case_number, "Åkergränd 17", "700 kr", "Jag hade betalat.", "Händelser"])
    expect(words).toContain(text);
  for (const text of ["Registrera betalning", "Makulera", "Tillbaka"]) expect(words).not.toContain(text);
  expectAtTop(sheets, `Ärende ${fine.case_number}`);
});

// Spec rules §4: Skriv ut puts
test("the overview is printed with its figures, its charts and the days they are of @all", async ({
  page,
  product,
}) => {
  await issueFine(product);
  await beginAsAdmin(page, { at: "/ostra-hamnen/overview?period=7" });
  await expect(page.getByRole("region", { name: "Böter per dag och status" }).first()).toBeVisible();
  const sheets = await printSheets(page);
  const words = wordsOf(sheets);
  for (const text of ["Böter i dag", "Böter per dag och status"]) expect(words).toContain(text);
  expect(words).toMatch(/\d{4}-\d\d-\d\d/);
  expect(words).not.toContain("Visa som tabell");
  expectAtTop(sheets, "Översikt");
});

test("a reminder is printed as one letter, with its address in the envelope's window @rights", async ({
  page,
  product,
}) => {
  const fine = await issueFine(product, { street: "Åkergränd 17", delivery: "fixed" });
  const recipient = { role: "owner", name: "Åsa Berg", address: "Nygatan 2\n271 31 Ystad", source: "Register" };
  await recordEvent(product, fine, "recipient_set", { data: recipient });
  await product.sql`update fines set due_date = private.day_of(now()) - 30 where id = ${fine.id}`;
  await recordEvent(product, fine, "reminded", { data: { due_date: "2099-01-01" } });
  await beginAsAdmin(page, { at: `/ostra-hamnen/cases/${fine.case_number}` });
  await showAllActions(page);
  await page.getByRole("link", { name: "Skriv ut påminnelsen" }).click();
  await expect(page.getByRole("button", { name: "Skriv ut 1 brev" })).toBeVisible();
  const sheets = await printSheets(page);
  expect(sheets).toHaveLength(1);
  const words = wordsOf(sheets);
  for (const text of [
    "Påminnelse",
    fine.case_number,
    "Åkergränd 17",
    "Kontrollavgift",
    "Kvar att betala",
    "Så betalar du",
  ])
    expect(words).toContain(text);
  for (const text of ["Skriv ut", "Ta tillbaka påminnelsen"]) expect(words).not.toContain(text);
  // The window of an envelope C5 (SS 613102, H2).
  expect(sheets[0]?.placeOf("Åsa Berg")).toMatchObject({ left: 116 });
});

test("the answer to an objection is printed as one letter @rights", async ({ page, product }) => {
  const fine = await issueFine(product, { street: "Åkergränd 17" });
  await recordEvent(product, fine, "objected", { note: "Jag hade betalat.", data: { name: "Åsa Berg" } });
  await recordEvent(product, fine, "objection_rejected", {
    note: "Parkeringen var inte betald.",
    data: { due_date: "2099-01-01" },
  });
  await beginAsAdmin(page, { at: `/ostra-hamnen/objections/${fine.case_number}` });
  await expect(page.getByRole("button", { name: "Skriv ut svar" })).toBeVisible();
  const sheets = await printSheets(page);
  expect(sheets).toHaveLength(1);
  const [letter] = sheets;
  for (const text of ["Ditt bestridande är avslaget", "Parkeringen var inte betald.", fine.case_number])
    expect(letter?.words).toContain(text);
  // The window of an envelope C5 (SS 613102, H2).
  expect(letter?.placeOf("Åsa Berg")).toMatchObject({ left: 113 });
});
