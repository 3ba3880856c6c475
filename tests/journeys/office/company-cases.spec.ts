// A company's fines: ten cases that go wrong and one whole life, each with two admins at once, told by where the
// money is in the end and what the driver reads (document 4 §4: the table of states).
// @all, two minutes a profile: cases, payments, objections and letters go each step; backend/cases/events and money ask the database.
import type { Page } from "@playwright/test";
import { registerParking } from "#tests/support/journeys/attendant.ts";
import { expect, test as base } from "#tests/support/browser/browser.ts";
import { caseInTables, type IssuedFine, issueFine, recordEvent } from "#tests/support/journeys/issued-fines.ts";
import { closeOffice, type Desk, openOffice } from "#tests/support/journeys/office.ts";
import { addPeople, removePeople } from "#tests/support/people/people.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";
import { showAllActions } from "#tests/support/browser/case-page.ts";

/** The end of a case: for the office, in the site's money, for the driver. */
type Ends = {
  status: string;
  /** `Kvar att betala…` or `Att återbetala…`. */
  left: string;
  paid: string;
  /** The sum that was added to the site's payments, in öre. */
  files?: number;
  hand?: number;
  driver: { reads: string[]; owes: string | null };
};

const kronor = new Intl.NumberFormat("sv-SE", { style: "currency", currency: "SEK" });
const inKronor = (ore: number) => kronor.format(ore / 100).replace(",00", "");
const changed = (status: string) => `Ärendet har ändrats sedan du öppnade det. Det är nu: ${status}.`;
const impossible = (status: string) => `Det går inte nu. Ärendet är ${status}.`;
const tooMuch = (amount: string) => `${amount} är betalt för mycket och ska betalas tillbaka.`;
const WITHDRAWN = "Boten är makulerad. Du ska inte betala något.";
const PAID = "Boten är betald.";

async function sumsOf({ sql }: RunningProduct) {
  const [sums] = await sql<{ files: number; hand: number }[]>`
    select coalesce(sum(amount_ore) filter (where file_id is not null), 0)::int as files,
      coalesce(sum(amount_ore) filter (where file_id is null), 0)::int as hand
    from payments where project_id = 'ostra-hamnen'`;
  return sums ?? { files: 0, hand: 0 };
}

/** A company's two admins, `anna` and `bo`, and the driver of the case that they have open. */
class Company {
  readonly product: RunningProduct;
  readonly anna: Desk;
  readonly bo: Desk;
  readonly driver: Page;
  /** The site's money before the test, in öre. */
  readonly #before: { files: number; hand: number };

  constructor(
    product: RunningProduct,
    [anna, bo]: [Desk, Desk],
    driver: Page,
    before: { files: number; hand: number },
  ) {
    this.product = product;
    this.anna = anna;
    this.bo = bo;
    this.driver = driver;
    this.#before = before;
  }

  /** Both admins open a case. */
  async open(fine: IssuedFine): Promise<IssuedFine> {
    await Promise.all([this.anna.open(fine), this.bo.open(fine)]);
    return fine;
  }

  /** A case of 700 kr that both have open. */
  async issue(over: Record<string, unknown> = {}): Promise<IssuedFine> {
    return this.open(await issueFine(this.product, over));
  }

  fallDue({ id }: IssuedFine) {
    return this.product.sql`update fines set due_date = private.day_of(now()) - 5 where id = ${id}`;
  }

  /** A case whose owner was reminded of 760 kr today. */
  async issueReminded(over: Record<string, unknown> = {}): Promise<IssuedFine> {
    const fine = await issueFine(this.product, { delivery: "fixed", ...over });
    await recordEvent(this.product, fine, "recipient_set", {
      data: { role: "owner", name: "Åsa Öberg", address: "Storgatan 1\n123 45 MALMÖ" },
    });
    await this.fallDue(fine);
    await recordEvent(this.product, fine, "reminded", { data: { due_date: "2099-01-01" } });
    return fine;
  }

  /** Expects that both admins see the case so, that `Att återbetala` and the site's sums hold its money, and what the driver reads. */
  async expectEnds(fine: IssuedFine, { status, left, paid, files = 0, hand = 0, driver }: Ends): Promise<void> {
    for (const { page } of [this.anna, this.bo]) await page.goto(`/ostra-hamnen/cases/${fine.case_number}`);
    await this.expectState(status, left, paid);
    await this.expectRefund(fine, left.startsWith("Att återbetala") ? left : null);
    const [all, sums] = [files + hand, this.#before];
    await this.anna.page.goto("/ostra-hamnen/payments");
    const shown = this.anna.section("Platsens betalningar");
    await expect(shown).toContainText(`Ur filer${inKronor(sums.files + files)}`);
    await expect(shown).toContainText(`Registrerat för hand${inKronor(sums.hand + hand)}`);
    await expect(shown).toContainText(`Tillsammans${inKronor(sums.files + sums.hand + all)}`);
    await this.expectRead(fine, driver.reads, driver.owes);
  }

  /** The text of the case's page, which both have open. */
  async expectState(status: string, left: string, paid?: string): Promise<void> {
    for (const desk of [this.anna, this.bo]) {
      const state = desk.section("Läget");
      await expect(state).toContainText(`Status${status}`);
      await expect(state).toContainText(left);
      if (paid !== undefined) await expect(state).toContainText(`Betalt${paid}`);
    }
  }

  /** Whether the case stands in `Att återbetala`, with how much. */
  private async expectRefund(fine: IssuedFine, text: string | null): Promise<void> {
    const { page } = this.anna;
    await page.goto("/ostra-hamnen/cases?list=refund");
    await page.getByRole("searchbox").fill(fine.case_number);
    await page.getByRole("button", { name: "Sök", exact: true }).click();
    const row = page.getByRole("article", { name: fine.case_number, exact: true });
    if (text === null) await expect(page.getByText("Inga ärenden hittades.")).toBeVisible();
    else await expect(row).toContainText(text);
  }

  /** The page that the QR code leads to. */
  async expectRead({ public_key }: IssuedFine, reads: readonly string[], owes: string | null): Promise<void> {
    const page = this.driver;
    // Without the reply key that the address may have behind its `#`.
    await page.goto("about:blank");
    await page.goto(`/case/${public_key}`);
    for (const text of reads) await expect(page.getByText(text, { exact: true })).toBeVisible();
    const toPay = page.getByRole("main").getByText("Att betala", { exact: true });
    if (owes === null) {
      await expect(toPay).toHaveCount(0);
      await expect(page.getByRole("region", { name: "Så betalar du" })).toHaveCount(0);
    } else {
      await expect(toPay).toBeVisible();
      await expect(page.getByText(owes, { exact: true }).first()).toBeVisible();
    }
  }

  /** The driver objects on the page of the QR code, and gets the address that opens the answer. */
  async object({ public_key }: IssuedFine): Promise<string> {
    const page = this.driver;
    await page.goto(`/case/${public_key}`);
    await page.getByRole("button", { name: "Bestrid" }).click();
    await page.getByLabel("Namn").fill("Åsa Öberg");
    await page.getByLabel("Varför är boten fel?").fill("Skylten var täckt av snö.");
    await page.getByRole("button", { name: "Skicka bestridandet" }).click();
    await expect(page.getByRole("region", { name: "Bestridandet är mottaget" })).toBeVisible();
    await expect(page).toHaveURL(/#[\w-]{22}$/);
    return page.url();
  }
}

const test = base.extend<{ company: Company }>({
  company: async ({ product, browser, page }, use) => {
    const desks = await openOffice(product, browser);
    await use(new Company(product, desks, page, await sumsOf(product)));
    for (const desk of desks) await desk.page.context().close();
  },
});
test.afterAll(({ product }) => closeOffice(product));

const BY_SWISH = { Betalningssätt: "Swish" };
const BUYER = { Roll: "Ägare", Namn: "Bo Ek", Adress: "Gatan 2\n123 45 MALMÖ" };

// Spec rules §6: A company's cases
test("a case's whole life: delivered, reminded, disputed, rejected, collected, recalled, paid, paid back, withdrawn and open again @all", async ({
  company,
}) => {
  const { anna, bo, product } = company;
  const fine = await company.issue();
  await company.expectRead(fine, ["Boten är inte betald."], "700 kr");
  await anna.do("Överlämning", { Överlämning: "Fäst på bilen" });
  await anna.do("Ange mottagare", BUYER);
  await company.fallDue(fine);
  await anna.do("Påminn");
  await company.expectState("Påmint", "Kvar att betala760 kr");
  await company.expectRead(fine, ["Boten är inte betald. En påminnelse har skickats."], "760 kr");

  const answer = await company.object(fine);
  await company.expectState("Bestritt", "Kvar att betala760 kr");
  await bo.do("Avslå bestridande", { "Svar till föraren": "Skylten syns på bilden." });
  await company.expectState("Utfärdat", "Kvar att betala760 kr");
  await company.driver.goto(answer);
  await company.driver.reload();
  const reply = company.driver.getByRole("region", { name: "Ditt bestridande" });
  await expect(reply).toContainText("Bestridandet är avslaget.");
  await expect(reply).toContainText("Skylten syns på bilden.");

  // The fee is owed once.
  await company.fallDue(fine);
  await anna.do("Påminn");
  await company.expectState("Påmint", "Kvar att betala760 kr");
  await company.fallDue(fine);
  await bo.do("Till inkasso");
  await company.expectRead(fine, ["Boten är lämnad till inkasso. Följ inkassobolagets anvisningar."], null);
  await anna.do("Återkalla från inkasso");
  await company.expectState("Påmint", "Kvar att betala760 kr");
  // Money of the reminder's own day owes no fee: the dialog proposes 700.
  await bo.do("Registrera betalning", { ...BY_SWISH, Belopp: "760" });
  await company.expectState("Betalt", "Att återbetala60 kr", "760 kr");
  await anna.do("Återbetala", BY_SWISH);
  await company.expectState("Betalt", "Kvar att betala0 kr", "700 kr");
  await bo.do("Makulera", { Grund: "Skyltning" });
  await company.expectState("Makulerat", "Att återbetala700 kr");
  await company.expectRead(fine, [WITHDRAWN, tooMuch("700 kr")], null);
  await anna.do("Öppna igen", { Skäl: "Fel ärende makulerades" });
  await company.expectEnds(fine, {
    status: "Betalt",
    left: "Kvar att betala0 kr",
    paid: "700 kr",
    hand: 70_000,
    driver: { reads: [PAID], owes: null },
  });
  const kinds = (await caseInTables(product, fine.id)).events.map(({ kind }) => kind);
  expect(kinds.join(" ")).toBe(
    "issued delivered recipient_set reminded objected objection_rejected reminded handed_to_collection recalled payment refunded withdrawn reopened",
  );
});

// Spec rules §6: A company's cases
test("paid twice: the second admin is told of the first payment, and what is too much goes back once @all", async ({
  company,
}) => {
  const { anna, bo } = company;
  const fine = await company.issue();
  await bo.begin("Registrera betalning", BY_SWISH);
  await anna.do("Registrera betalning", { Betalningssätt: "Bankgiro" });
  await bo.isTold(changed("betalt"));
  // The driver did pay twice.
  await bo.send();
  await company.expectEnds(fine, {
    status: "Betalt",
    left: "Att återbetala700 kr",
    paid: "1 400 kr",
    hand: 140_000,
    driver: { reads: [PAID, tooMuch("700 kr")], owes: null },
  });
  await company.open(fine);
  await bo.begin("Återbetala", BY_SWISH);
  await anna.do("Återbetala", { Betalningssätt: "Bankkonto" });
  await bo.isTold(changed("betalt"));
  await bo.isTold(`${impossible("betalt")} Inget är för mycket betalt.`);
  await company.expectEnds(fine, {
    status: "Betalt",
    left: "Kvar att betala0 kr",
    paid: "700 kr",
    hand: 70_000,
    driver: { reads: [PAID], owes: null },
  });
  await expect(company.driver.getByText("betalt för mycket")).toHaveCount(0);
});

// Spec rules §6: A company's cases
test("paid after the withdrawal: the money opens nothing again, and goes back @all", async ({ company }) => {
  const { anna, bo } = company;
  const fine = await company.issue();
  await bo.begin("Registrera betalning", BY_SWISH);
  await anna.do("Makulera", { Grund: "Skyltning" });
  await bo.isTold(changed("makulerat"));
  await bo.send();
  await company.expectEnds(fine, {
    status: "Makulerat",
    left: "Att återbetala700 kr",
    paid: "700 kr",
    hand: 70_000,
    driver: { reads: [WITHDRAWN, tooMuch("700 kr")], owes: null },
  });
  await company.open(fine);
  await bo.do("Återbetala", BY_SWISH);
  await company.expectEnds(fine, {
    status: "Makulerat",
    left: "Kvar att betala0 kr",
    paid: "0 kr",
    driver: { reads: [WITHDRAWN], owes: null },
  });
});

// Spec rules §6: A company's cases
test("1 öre short: it is owed, unless the site lets so little go @all", async ({ company }) => {
  const { anna, bo, product } = company;
  const fine = await company.issue();
  await bo.begin("Skriv av", { Skäl: "För litet att kräva" });
  await anna.do("Registrera betalning", { Belopp: "699,99", ...BY_SWISH });
  await bo.isTold(changed("utfärdat"));
  await bo.leave();
  // To write it off would let the money go as well, which the form says before anybody does.
  await bo.begin("Skriv av");
  await expect(bo.page.getByRole("dialog")).toContainText("Det som har betalats står kvar att återbetala.");
  await bo.leave();
  await company.expectEnds(fine, {
    status: "Utfärdat",
    left: "Kvar att betala0,01 kr",
    paid: "699,99 kr",
    hand: 69_999,
    driver: { reads: ["Boten är inte betald."], owes: "0,01 kr" },
  });
  await product.sql`update site_settings set small_balance = 1 where project_id = 'ostra-hamnen'`;
  try {
    const other = await company.issue();
    await bo.begin("Skriv av", { Skäl: "För litet att kräva" });
    await anna.do("Registrera betalning", { Belopp: "699,99", ...BY_SWISH });
    await bo.isTold(changed("betalt"));
    await bo.isTold(impossible("betalt"));
    await company.expectEnds(other, {
      status: "Betalt",
      left: "Kvar att betala0,01 kr",
      paid: "699,99 kr",
      hand: 139_998,
      driver: { reads: [PAID], owes: null },
    });
  } finally {
    await product.sql`update site_settings set small_balance = 0 where project_id = 'ostra-hamnen'`;
  }
});

// Spec rules §6: A company's cases
test("an objection after collection stops it: nobody recalls or pays meanwhile, and a rejection owes what was owed @all", async ({
  company,
}) => {
  const { anna, bo, product } = company;
  const fine = await company.issueReminded();
  await company.fallDue(fine);
  await recordEvent(product, fine, "handed_to_collection");
  await company.open(fine);
  await company.expectState("Hos inkasso", "Kvar att betala760 kr");
  await bo.begin("Återkalla från inkasso");
  await company.expectRead(fine, ["Boten är lämnad till inkasso. Följ inkassobolagets anvisningar."], null);
  const answer = await company.object(fine);
  await bo.isTold(changed("bestritt"));
  await bo.isTold(impossible("bestritt"));
  await bo.leave();
  await company.expectRead(
    fine,
    ["Boten är bestridd. Du behöver inte betala förrän bestridandet är avgjort.", "Ett bestridande väntar på beslut."],
    null,
  );
  await bo.begin("Godkänn bestridande", { "Svar till föraren": "Du har rätt." });
  await anna.do("Avslå bestridande", { "Svar till föraren": "Skylten syns på bilden." });
  await bo.isTold(changed("utfärdat"));
  await bo.isTold(impossible("utfärdat"));
  await company.expectEnds(fine, {
    status: "Utfärdat",
    left: "Kvar att betala760 kr",
    paid: "0 kr",
    driver: { reads: ["Boten är inte betald.", "Ett bestridande har avgjorts."], owes: "760 kr" },
  });
  await company.driver.goto(answer);
  await company.driver.reload();
  await expect(company.driver.getByText("Skylten syns på bilden.")).toBeVisible();
});

// Spec rules §6: A company's cases
test("the car was sold: who bought it gets a reminder of their own before collection, and the fee is owed once @all", async ({
  company,
}) => {
  const { anna, bo } = company;
  const fine = await company.issueReminded();
  await company.fallDue(fine);
  await company.open(fine);
  await bo.begin("Till inkasso");
  await anna.do("Byt mottagare", { ...BUYER, Källa: "Åsa Öberg ringde" });
  await bo.isTold(changed("påmint"));
  await bo.isTold(`${impossible("påmint")} Mottagaren har inte fått någon påminnelse.`);
  await bo.leave();
  await expect(bo.section("Mottagare")).toContainText("Bo Ek");
  await showAllActions(bo.page);
  const print = bo.page.getByRole("link", { name: "Skriv ut påminnelsen" });
  const earlier = (await print.getAttribute("href")) ?? "";
  await anna.do("Påminn");
  await expect(print).not.toHaveAttribute("href", earlier);
  await print.click();
  const letter = bo.page.getByRole("article", { name: `Påminnelse ${fine.case_number}` });
  await expect(letter).toContainText("Bo EkGatan 2123 45 MALMÖ");
  await expect(letter).toContainText("Kvar att betala760 kr");
  await company.expectEnds(fine, {
    status: "Påmint",
    left: "Kvar att betala760 kr",
    paid: "0 kr",
    driver: { reads: ["Boten är inte betald. En påminnelse har skickats."], owes: "760 kr" },
  });
});

// Spec rules §6: A company's cases
test("the car was stolen: nothing is owed, fee included, and what its owner paid goes back @all", async ({
  company,
}) => {
  const { anna, bo, product } = company;
  const fine = await company.issueReminded();
  await recordEvent(product, fine, "payment", { data: { amount_ore: 40_000, value_date: "2026-11-20" } });
  await company.open(fine);
  await company.expectState("Påmint", "Kvar att betala360 kr");
  await bo.begin("Skriv av", { Skäl: "Ägaren har ingenting" });
  await anna.do("Makulera", { Grund: "Stöld", Anteckning: "Polisanmälan 5000-K1" });
  await bo.isTold(changed("makulerat"));
  await bo.isTold(impossible("makulerat"));
  await company.expectEnds(fine, {
    status: "Makulerat",
    left: "Att återbetala400 kr",
    paid: "400 kr",
    hand: 40_000,
    driver: { reads: [WITHDRAWN, tooMuch("400 kr")], owes: null },
  });
  // The house's note is no driver's.
  await expect(company.driver.getByText("Polisanmälan")).toHaveCount(0);
});

// Spec rules §6: A company's cases
test("a wrong plate: it is withdrawn once, its money goes back, and the right car owes a fine of its own @all", async ({
  company,
}) => {
  const { anna, bo, product } = company;
  const fine = await company.issue();
  await recordEvent(product, fine, "payment", { data: { amount_ore: 70_000, value_date: "2026-11-20" } });
  await company.expectState("Betalt", "Kvar att betala0 kr");
  await bo.begin("Makulera", { Grund: "Felskrivet" });
  await anna.do("Makulera", { Grund: "Felskrivet" });
  await bo.isTold(changed("makulerat"));
  await bo.isTold(impossible("makulerat"));
  const right = await issueFine(product);
  expect(right.case_number).not.toBe(fine.case_number);
  await company.expectEnds(fine, {
    status: "Makulerat",
    left: "Att återbetala700 kr",
    paid: "700 kr",
    hand: 70_000,
    driver: { reads: [WITHDRAWN, tooMuch("700 kr")], owes: null },
  });
  await company.expectEnds(right, {
    status: "Utfärdat",
    left: "Kvar att betala700 kr",
    paid: "0 kr",
    hand: 70_000,
    driver: { reads: ["Boten är inte betald."], owes: "700 kr" },
  });
});

// Spec rules §6: A company's cases
test("an offline fine on a car that had paid waits to be looked at, says why, and is withdrawn with nothing owed @all", async ({
  company,
}) => {
  const { anna, bo, product } = company;
  const plate = await registerParking(product, { start_time: new Date(Date.now() - 3_600_000) });
  const issued = { plate, delivery: "fixed", was_offline: true, issued_at: new Date(Date.now() - 600_000) };
  const fine = await company.issue(issued);
  await expect(anna.section("Läget")).toContainText("En parkering gällde");
  await bo.begin("Registrera betalning", BY_SWISH);
  await anna.do("Makulera", { Grund: "Giltig rätt att stå" });
  await bo.isTold(changed("makulerat"));
  await bo.leave();
  // Looked at by one, the other has nothing left to press.
  await bo.page.getByRole("button", { name: "Granskad" }).click();
  await expect(anna.page.getByRole("button", { name: "Granskad" })).toHaveCount(0);
  await company.expectEnds(fine, {
    status: "Makulerat",
    left: "Kvar att betala0 kr",
    paid: "0 kr",
    driver: { reads: [WITHDRAWN], owes: null },
  });
  expect(await caseInTables(product, fine.id)).toMatchObject({ needs_review: false });
});

// Spec rules §6: A company's cases
test("two attendants within a minute: the law allows one fine, so the second is looked at, withdrawn once, and its money goes back @all", async ({
  company,
}) => {
  const { anna, bo, product } = company;
  await addPeople(product, {
    kind: "attendant",
    project: "ostra-hamnen",
    userId: "vakt77",
    password: "Tallkott-7391",
  });
  const first = await issueFine(product);
  const offline = { plate: first.plate, was_offline: true, issued_at: new Date(Date.now() - 45_000) };
  const second = await company.open(await issueFine(product, offline, "vakt77"));
  for (const fine of [first, second])
    await recordEvent(product, fine, "payment", { data: { amount_ore: 70_000, value_date: "2026-11-20" } });
  await expect(bo.section("Läget")).toContainText("Samma plats inom 6 timmar");
  await expect(bo.section("Läget")).toContainText("Samma plats samma dag");
  await company.expectState("Betalt", "Kvar att betala0 kr");
  const ground = { Grund: "Annat", Anteckning: "Bilen fick två böter" };
  await bo.begin("Makulera", ground);
  await anna.do("Makulera", ground);
  await bo.isTold(changed("makulerat"));
  await bo.isTold(impossible("makulerat"));
  await company.expectEnds(second, {
    status: "Makulerat",
    left: "Att återbetala700 kr",
    paid: "700 kr",
    hand: 140_000,
    driver: { reads: [WITHDRAWN, tooMuch("700 kr")], owes: null },
  });
  await company.expectEnds(first, {
    status: "Betalt",
    left: "Kvar att betala0 kr",
    paid: "700 kr",
    hand: 140_000,
    driver: { reads: [PAID], owes: null },
  });
  await removePeople(product, "vakt77");
});

// Spec rules §6: A company's cases
test("a reminder sent though the driver paid the day before: its fee falls away when the bank's file is read @all", async ({
  company,
}) => {
  const { anna, bo, product } = company;
  const fine = await company.issueReminded();
  await company.open(fine);
  await company.expectState("Påmint", "Kvar att betala760 kr");
  await bo.begin("Registrera betalning", BY_SWISH);
  const [{ day } = { day: "" }] = await product.sql<{ day: string }[]>`select (private.day_of(now()) - 1)::text as day`;
  const table = `Bokföringsdatum;Valutadatum;Verifikationsnummer;Text;Belopp;Saldo\n${day};${day};1;${fine.case_number};700,00;0\n`;
  await anna.page.goto("/ostra-hamnen/payments");
  const file = { name: "seb.csv", mimeType: "text/csv", buffer: Buffer.from(table) };
  await anna.page.getByLabel("Välj bankens fil").setInputFiles(file);
  await anna.page.getByRole("button", { name: "Läs in", exact: true }).click();
  await expect(anna.page.getByText("Filen är inläst").first()).toBeVisible();
  await bo.isTold(changed("betalt"));
  await company.expectEnds(fine, {
    status: "Betalt",
    left: "Kvar att betala0 kr",
    paid: "700 kr",
    files: 70_000,
    driver: { reads: [PAID], owes: null },
  });
  await expect(bo.section("Läget")).toContainText("Avgift0 kr");
  await expect(company.driver.getByText("Påminnelseavgift")).toHaveCount(0);
});
