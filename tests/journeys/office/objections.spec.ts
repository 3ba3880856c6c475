// The desk of objections: taken from the queue, decided by keyboard alone, told who was first, and printed.
// An objection that somebody else took is @all: backend/cases/events tells the later one.
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { beginAsAdmin, logInAsAdmin } from "#tests/support/journeys/customer-admin.ts";
import { type IssuedFine, issueFine, recordEvent } from "#tests/support/journeys/issued-fines.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";

const QUEUE = "/ostra-hamnen/objections";
/** The longest time of a plain objection (issue 19: 300 in an hour). */
const MOST_KEYS = 6;

/** An objection before all others of the queue: `day` orders those of a test. */
async function objectTo(product: RunningProduct, day: number): Promise<IssuedFine> {
  const fine = await issueFine(product, { street: "Åkergränd 17" });
  await recordEvent(product, fine, "objected", {
    note: `Jag hade betalat, nummer ${day}.`,
    data: {
      name: "Åsa Berg",
      ground: "Hade rätt att stå",
      received_at: new Date(Date.UTC(2020, 0, day)).toISOString(),
    },
  });
  return fine;
}

async function decisionOf({ sql }: RunningProduct, fine: IssuedFine) {
  const [row] = await sql<
    { decision: string | null; reply: string | null; decided_by: string | null; status: string }[]
  >`
    select o.decision, o.reply, o.decided_by, f.status from objections o join fines f on f.id = o.fine_id where f.id = ${fine.id}`;
  return { ...row };
}

async function groundOf({ sql }: RunningProduct, fine: IssuedFine): Promise<string | null | undefined> {
  const [row] = await sql<{ ground: string | null }[]>`select ground from objections where fine_id = ${fine.id}`;
  return row?.ground;
}

const atDesk = (page: Page, fine: IssuedFine) =>
  expect(page.getByRole("heading", { level: 1 })).toHaveText(`Bestridande ${fine.case_number}`);
const reply = (page: Page) => page.getByLabel("Svar till föraren");
const preview = (page: Page) => page.getByRole("region", { name: "Föraren läser" });
const row = (page: Page, fine: IssuedFine) => page.getByRole("article", { name: fine.case_number, exact: true });

/** Counts the keys that are pressed. */
function keysOf(page: Page) {
  const keys = { pressed: 0, press: (key: string) => ((keys.pressed += 1), page.keyboard.press(key)) };
  return keys;
}

/** Opens the queue from the dashboard: the oldest objection stands first, and a fine of one's own says so. */
async function openQueue(page: Page, first: IssuedFine, own: IssuedFine) {
  await beginAsAdmin(page);
  await page.getByRole("link", { name: "Bestridna" }).click();
  await expect(page).toHaveURL(new RegExp(`${QUEUE}$`));
  await expect(page.getByText("Uppdateras direkt")).toBeVisible();
  await expect(page.getByRole("article").first()).toHaveAccessibleName(first.case_number);
  await expect(row(page, own)).toContainText("Din egen bot");
  await expect(row(page, first)).toContainText(/Har väntat i \d+ dagar/);
  await expect(row(page, first)).toContainText("Ingen har det");
  await expectAccessible(page);
}

/** A template's words go with the decision they belong to; what somebody typed stays, also over a reload, and is asked about. */
async function changeOnesMind(
  page: Page,
  product: RunningProduct,
  second: IssuedFine,
  keys: ReturnType<typeof keysOf>,
) {
  await expect(page.getByRole("button", { name: "Ingen giltig rätt att stå", exact: true })).toBeVisible();
  await keys.press("3");
  await expect(preview(page)).toContainText(/700\skr ska betalas senast den/);
  // The other decision takes the template's words away, so that no reply says the opposite.
  await page.keyboard.press("g");
  await expect(reply(page)).toHaveValue("");
  await page.keyboard.press("s");
  await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toHaveText(
    "Välj ett beslut och skriv ett svar till föraren",
  );
  // While somebody types, letters and digits are letters and digits.
  await expect(reply(page)).toBeFocused();
  await page.keyboard.type("3 bilar stod så");
  await expect(reply(page)).toHaveValue("3 bilar stod så");
  await page.reload();
  await expect(reply(page)).toHaveValue("3 bilar stod så");
  await reply(page).fill("");
  await reply(page).blur();
  await expectAccessible(page);
  // Words of a template that somebody changed are theirs, also after a reload: with the other decision they are asked.
  await expect(page.getByRole("button", { name: "Ingen giltig rätt att stå", exact: true })).toBeVisible();
  await page.keyboard.press("3");
  await reply(page).press("End");
  await reply(page).pressSequentially(" Hälsningar");
  await page.reload();
  await expect(reply(page)).toHaveValue(/Hälsningar/);
  await page.getByRole("button", { name: "Godkänn bestridande" }).click();
  await page.getByRole("button", { name: "Spara", exact: true }).click();
  const asked = page.getByRole("alertdialog", { name: "Godkänn med det här svaret?" });
  await asked.getByRole("button", { name: "Avbryt" }).click();
  expect((await decisionOf(product, second)).decision).toBeNull();
  await reply(page).fill("");
  await reply(page).blur();
}

/** Somebody decides it meanwhile: what was typed stays, and nothing is overwritten. */
async function expectKeptWhenDecided(page: Page, product: RunningProduct, third: IssuedFine) {
  await expect(page.getByRole("button", { name: "Giltig rätt att stå", exact: true })).toBeVisible();
  await reply(page).fill("Mitt eget svar");
  await recordEvent(product, third, "objection_rejected", { note: "Nej.", data: { due_date: "2099-01-01" } });
  await expect(page.getByText(/^Bestridandet är redan avgjort: Avslaget av admin01/)).toBeVisible();
  await expect(reply(page)).toHaveValue("Mitt eget svar");
  await expect(page.getByRole("button", { name: "Spara och nästa" })).toHaveCount(0);
  expect(await decisionOf(product, third)).toMatchObject({ decision: "rejected", reply: "Nej." });
}

/** A decided objection is printed as a letter alone. */
async function expectPrintedAlone(page: Page, third: IssuedFine) {
  await page.goto(`${QUEUE}/${third.case_number}`);
  await expect(page.getByRole("button", { name: "Skriv ut svar" })).toBeVisible();
  await page.emulateMedia({ media: "print" });
  const letter = page.locator(".printed-reply");
  await expect(letter).toContainText("Ditt bestridande är avslaget");
  await expect(letter).toContainText("Åsa Berg");
  await expect(letter).toBeVisible();
  await expect(page.getByRole("main")).toBeHidden();
  await page.emulateMedia({ media: "screen" });
}

/** Nobody decides an objection to a fine of their own; the way back from its case leads to the desk. */
async function expectNotDecidedByIssuer(page: Page, own: IssuedFine) {
  await page.goto(`${QUEUE}/${own.case_number}`);
  await expect(page.getByText("Du har själv utfärdat boten. Någon annan får avgöra bestridandet.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Godkänn bestridande" })).toHaveCount(0);
  // The way back from a case is the way that was come.
  await page.getByRole("link", { name: "Till ärendet" }).click();
  await expect(page).toHaveURL(new RegExp(`/cases/${own.case_number}$`));
  await page.getByRole("button", { name: "Tillbaka" }).click();
  await expect(page).toHaveURL(new RegExp(`${QUEUE}/${own.case_number}$`));
}

// Spec 4 §5: Bestridna is a
test("objections are taken from the queue and decided by keyboard alone, past one's own fine @rights", async ({
  page,
  product,
  consoleErrors,
}) => {
  consoleErrors.tolerate(/status of 400/);
  const [first, own, second, third] = [
    await objectTo(product, 1),
    await objectTo(product, 2),
    await objectTo(product, 3),
    await objectTo(product, 4),
  ];
  await product.sql`update fines set issued_by = 'admin01' where id = ${own.id}`;
  await openQueue(page, first, own);

  const keys = keysOf(page);
  await keys.press("n");
  await atDesk(page, first);
  await expect(page.getByRole("region", { name: "Bestridande" })).toContainText("Jag hade betalat, nummer 1.");
  await expect(page.getByRole("region", { name: "Boten och parkeringen" })).toContainText("Åkergränd 17");
  await expect(page.getByText("Du har det")).toBeVisible();
  // The text for the driver is there before anything is decided.
  await expect(page.getByRole("button", { name: "Giltig rätt att stå", exact: true })).toBeVisible();
  await keys.press("1");
  await expect(preview(page)).toContainText("Boten är makulerad. Du ska inte betala något.");
  await expect(preview(page)).toContainText(`bestridande i ärende ${first.case_number}`);
  expect((await decisionOf(product, first)).decision).toBeNull();
  await keys.press("s");
  // Past the own fine, which says so.
  await atDesk(page, second);
  await expect(page.getByText("Ett bestridande av en bot som du själv har utfärdat är överhoppat.")).toBeVisible();
  expect(keys.pressed).toBeLessThanOrEqual(MOST_KEYS);
  expect(await decisionOf(product, first)).toMatchObject({
    decision: "accepted",
    decided_by: "admin01",
    status: "withdrawn",
    reply: expect.stringContaining(first.plate),
  });

  keys.pressed = 0;
  await changeOnesMind(page, product, second, keys);
  await expect(page.getByRole("button", { name: "Ingen giltig rätt att stå", exact: true })).toBeVisible();
  await keys.press("3");
  await keys.press("s");
  await atDesk(page, third);
  expect(keys.pressed).toBeLessThanOrEqual(MOST_KEYS);
  expect(await decisionOf(product, second)).toMatchObject({ decision: "rejected", status: "issued" });

  await expectKeptWhenDecided(page, product, third);

  await expectPrintedAlone(page, third);
  await expectNotDecidedByIssuer(page, own);
  await product.sql`update fines set issued_by = 'vakt01' where id = ${own.id}`;
  await recordEvent(product, own, "objection_accepted", { note: "Ja." });
});

// Spec 4 §5: Bestridna is a
test("twenty plain objections take at most six keys each @all", async ({ page, product }) => {
  // Twenty objections are sent, opened and decided.
  test.slow();
  const fines: IssuedFine[] = [];
  for (let day = 1; day <= 20; day += 1) fines.push(await objectTo(product, day));
  await logInAsAdmin(page);
  await page.goto(QUEUE);
  await expect(row(page, fines[0] as IssuedFine)).toBeVisible();
  const keys = keysOf(page);
  await keys.press("n");
  for (const [index, fine] of fines.entries()) {
    await atDesk(page, fine);
    await expect(page.getByRole("button", { name: "Otydlig skyltning", exact: true })).toBeVisible();
    await keys.press(String((index % 4) + 1));
    await expect(preview(page)).toContainText(fine.case_number);
    await keys.press("s");
    expect(keys.pressed).toBeLessThanOrEqual(MOST_KEYS);
    keys.pressed = 0;
  }
  for (const [index, fine] of fines.entries()) {
    const decision = index % 4 < 2 ? "accepted" : "rejected";
    await expect.poll(async () => (await decisionOf(product, fine)).decision).toBe(decision);
  }
});

// Spec 4 §5: Bestridna is a
// Spec rules §6: A driver's own
test("an objection that somebody else took first is told to whoever takes it, and what others do is followed @all", async ({
  page,
  product,
  consoleErrors,
}) => {
  consoleErrors.tolerate(/status of 400/);
  const [fine, paid] = [await objectTo(product, 1), await objectTo(product, 2)];
  // Objections that the desk gave the admin in other tests.
  await product.sql`update objections set assigned_to = null where decision is null`;
  await logInAsAdmin(page);
  await page.goto(QUEUE);
  const take = () => row(page, fine).getByRole("button", { name: "Ta ärendet" }).click();
  const giveTo = (id: string | null) =>
    product.sql`update objections set assigned_to = ${id} where fine_id = ${fine.id}`;
  await expect(row(page, fine)).toBeVisible();
  await page.route(
    /rpc\/assign_objection/,
    async (route) => {
      await giveTo("admin02");
      await route.continue();
    },
    { times: 1 },
  );
  await take();
  await expect(page.getByText("Bestridandet har tagits av admin02 sedan du öppnade det.")).toBeVisible();
  await expect(row(page, fine)).toContainText("admin02 har det");
  await giveTo(null);
  await expect(row(page, fine)).toContainText("Ingen har det");
  await take();
  await expect(row(page, fine)).toContainText("Du har det");
  await page.getByRole("button", { name: "Mina", exact: true }).click();
  await expect(row(page, paid)).toHaveCount(0);
  await expect(row(page, fine)).toBeVisible();
  await recordEvent(product, fine, "objection_accepted", { note: "Ja." });
  await expect(page.getByText("Du har inget bestridande som väntar.")).toBeVisible();

  // Money that came while it was read: the words follow, and whoever saves is told first.
  await page.goto(`${QUEUE}/${paid.case_number}`);
  await page.getByLabel("Grund").selectOption({ label: "Skyltningen" });
  await expect.poll(() => groundOf(product, paid)).toBe("Skyltningen");
  await page.getByLabel("Grund").blur();
  await expect(page.getByText("Beslutet skickas inte med e-post: e-post är inte inställd på servern.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Ingen giltig rätt att stå", exact: true })).toBeVisible();
  await page.keyboard.press("3");
  await expect(reply(page)).toHaveValue(/Du ska betala 700\skr/);
  await recordEvent(product, paid, "payment", {
    data: { amount_ore: 70_000, value_date: "2026-11-20", method: "swish" },
  });
  await expect(reply(page)).toHaveValue(/Avgiften är betald\. Du ska inte betala något mer\./);
  await expect(preview(page)).toContainText("Boten är betald.");
  await page.keyboard.press("s");
  await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toHaveText(
    "Ärendet har ändrats sedan du öppnade det. Det är nu: bestritt.",
  );
  await page.getByRole("button", { name: "Spara", exact: true }).click();
  await expect(page.getByRole("button", { name: "Skriv ut svar" })).toBeVisible();
  expect(await decisionOf(product, paid)).toMatchObject({ decision: "rejected", status: "paid" });
});
