// An attendant's check of a plate and the fine that follows it: the answer, the reasons, the photos, and what the database holds afterwards.
// Warnings, sound and touch are @all: fine.spec gives a reason, backend/cases/issue asks for each.
import type { Locator, Page, Route } from "@playwright/test";
import {
  beginAsAttendant,
  logInAsAttendant,
  newPlate,
  openOwnCase,
  registerParking,
  UNREACHABLE,
} from "#tests/support/journeys/attendant.ts";
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { SEEN_BEFORE, sayObserved } from "#tests/support/journeys/offline-attendant.ts";
import { makePhoto } from "#tests/support/browser/photos.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";
import { chooseViolation } from "#tests/support/journeys/fine-form.ts";

const field = (page: Page) => page.getByLabel("Kontrollera registreringsnummer");
const answer = (page: Page) => page.getByRole("region", { name: "Svar" });
const reasons = (page: Page) => page.getByRole("dialog", { name: "Kontrollera innan du utfärdar" });

declare global {
  interface Window {
    /** Sounds and vibrations of the page. */
    signals: { vibrations: unknown[]; tones: number[] };
  }
}

/** Notes what the page lets hear and feel. */
const noteSignals = (page: Page) =>
  page.addInitScript(() => {
    window.signals = { vibrations: [], tones: [] };
    Object.defineProperty(navigator, "vibrate", {
      value: (pattern: unknown) => window.signals.vibrations.push(pattern) > 0,
    });
    // oxlint-disable-next-line typescript/unbound-method -- it is called with its own `this`
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function begin(this: OscillatorNode, at?: number) {
      window.signals.tones.push(this.frequency.value);
      return start.call(this, at);
    };
  });

const choice = (page: Page, name: string) => answer(page).getByRole("button", { name, exact: true });

/** The button under the answer that stands first, and is filled where the other is not. */
async function filledChoice(page: Page): Promise<string> {
  const names = ["Skapa parkeringsbot", "Ny kontroll"] as const;
  const looks = await Promise.all(
    names.map((name) =>
      choice(page, name).evaluate((node) => ({
        ground: getComputedStyle(node).backgroundColor,
        isFirst: node.previousElementSibling === null,
      })),
    ),
  );
  expect(looks[0]?.ground).not.toBe(looks[1]?.ground);
  return names[looks.findIndex(({ isFirst }) => isFirst)] ?? "";
}

async function check(page: Page, plate: string) {
  await field(page).fill(plate);
  await field(page).press("Enter");
}

const fined = (product: RunningProduct, plate: string) =>
  product.sql<
    { id: string; case_number: string; status: string; delivery: string | null; photos: number; accepted: unknown }[]
  >`
    select f.id, f.case_number, f.status, f.amount, f.observed_reason as seen, f.violation_text as violation, f.delivery, f.accepted_warnings as accepted,
      (select count(*)::int from storage.objects o where o.bucket_id = 'case-photos' and starts_with(o.name, f.id::text)) as photos
    from fines f where f.plate_key = private.plate_key(${plate})`;

// Spec 4 §5: On top, always
// Spec 4 §5: The answer is
test("a check answers in a word, is noted once, and leads to the fine @rights", async ({ page, product }) => {
  const plate = "QXJ 41W";
  await product.sql`delete from parkings where plate_key in ('QXJ41W', 'QXJ41V')`;
  // At a desk the answer stands beside the list, which it cannot move.
  await page.setViewportSize({ width: 390, height: 844 });
  await beginAsAttendant(page);
  await page.keyboard.press("/");
  await expect(field(page)).toBeFocused();
  await page.getByRole("button", { name: "Kontrollera", exact: true }).click();
  await expect(page.getByText("Skriv ett registreringsnummer")).toBeVisible();

  const list = page.getByRole("group", { name: "Visa" });
  await expect(list).toBeInViewport();
  const asked: Route[] = [];
  await page.route("**/rpc/check_plate", (route) => void asked.push(route), { times: 1 });
  await check(page, "qxj41w");
  // The answer has its room before it comes, however late it comes: nothing moves below a finger.
  await expect(list).not.toBeInViewport();
  await expect.poll(() => asked.length).toBe(1);
  await asked[0]?.continue();
  await expect(answer(page)).toContainText("INGEN PARKERING");
  await expect(answer(page)).toBeFocused();
  await expect(answer(page)).toContainText("Tidigare");
  await expectAccessible(page);
  await answer(page).getByRole("button", { name: "Ny kontroll" }).click();
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue("");
  await expect(answer(page)).toHaveCount(0);

  await registerParking(product, { ref_number: "qxj 41v" });
  await check(page, plate);
  // In the day's last hour it ends on the next one.
  const alike = answer(page).getByRole("button", {
    name: /^Liknande: QXJ 41V gäller till (\d{4}-\d\d-\d\d )?\d\d:\d\d$/,
  });
  const [shown, below] = [await alike.boundingBox(), await choice(page, "Skapa parkeringsbot").boundingBox()];
  expect(shown?.height).toBeGreaterThanOrEqual(56);
  expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  expect(await filledChoice(page)).toBe("Skapa parkeringsbot");
  await expectAccessible(page);
  await alike.click();
  const whole = page.getByRole("dialog", { name: "QXJ 41V" });
  for (const fact of ["Volvo V60", "Röd", "Åkergränd 1", "Registrerad"]) await expect(whole).toContainText(fact);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(alike).toBeFocused();
  await registerParking(product, { ref_number: "QXJ-41W" });
  await check(page, plate);
  await expect(answer(page)).toContainText(/GILTIG till (\d{4}-\d\d-\d\d )?\d\d:\d\d/);
  await expect(answer(page)).toContainText(/kvar, registrerad \d\d:\d\d/);
  await expect(answer(page)).toContainText("Volvo V60 · Röd · Åkergränd 1");
  await answer(page).getByRole("button", { name: "Skapa parkeringsbot" }).click();
  await expect(page).toHaveURL(/\/generate-ticket\//);
  await expect(page.getByRole("main")).toContainText("QXJ 41W");

  const checks = await product.sql<{ outcome: string }[]>`
    select outcome from plate_checks where plate_key = 'QXJ41W' order by checked_at`;
  expect(checks.map(({ outcome }) => outcome)).toEqual(["none", "none", "valid"]);
});

// Spec 4 §5: The answer is
// Spec 4 §5: Targets of at
test("an answer is heard and felt, fills the upper half of a phone, and is acted on by a thumb @all", async ({
  page,
  product,
}) => {
  await noteSignals(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const parked = await registerParking(product);
  await logInAsAttendant(page);
  await check(page, parked);
  await expect(answer(page)).toContainText("GILTIG");
  // A device's sound starts when it is first asked for, which may take longer than the answer.
  const tonesAfter = (known: number) =>
    expect.poll(() => page.evaluate(() => window.signals.tones.length)).toBeGreaterThan(known);
  await tonesAfter(0);
  const valid = await page.evaluate(() => window.signals);
  await check(page, newPlate());
  await expect(answer(page)).toContainText("INGEN PARKERING");
  await tonesAfter(valid.tones.length);
  const all = await page.evaluate(() => window.signals);
  expect(all.vibrations).toHaveLength(2);
  expect(all.vibrations[1]).not.toEqual(all.vibrations[0]);
  expect(valid.tones.length).toBeGreaterThan(0);
  expect(all.tones.slice(valid.tones.length)).not.toEqual(valid.tones);

  const box = await answer(page).boundingBox();
  const word = await answer(page).getByRole("status").boundingBox();
  expect(box?.y).toBeLessThan(844 / 4);
  expect((word?.y ?? 0) + (word?.height ?? 0)).toBeLessThan((844 * 2) / 3);
  expect(
    await answer(page)
      .getByText("INGEN PARKERING")
      .evaluate((node) => parseFloat(getComputedStyle(node).fontSize)),
  ).toBeGreaterThanOrEqual(32);
  for (const name of ["Skapa parkeringsbot", "Ny kontroll"]) {
    const target = await answer(page).getByRole("button", { name }).boundingBox();
    expect(target?.height).toBeGreaterThanOrEqual(56);
    // The place that the thumb of the hand with the phone reaches.
    expect(target?.y).toBeGreaterThan(844 / 2);
    expect((target?.y ?? 0) + (target?.height ?? 0)).toBeLessThanOrEqual(844);
  }
  for (const target of [field(page), page.getByRole("button", { name: "Kontrollera", exact: true })]) {
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(56);
  }
  // Always visible while the list scrolls.
  await page.mouse.wheel(0, 3000);
  await expect(field(page)).toBeInViewport();
});

// Spec rules §3: A touch selects
test("on a phone a touch selects the filled field, and at twice the text the plate is one line with the word in view @once", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await beginAsAttendant(page);
  await check(page, "QXJ 41W");
  await expect(answer(page)).toContainText("INGEN PARKERING");
  await field(page).click();
  await page.keyboard.type("qzy 100");
  await expect(field(page)).toHaveValue("qzy 100");
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  await field(page).press("Enter");
  const plate = answer(page).getByText("QZY 100", { exact: true });
  const word = answer(page).getByText("INGEN PARKERING");
  for (const shown of [plate, word]) await expect(shown).toBeInViewport({ ratio: 1 });
  const lines = plate.evaluate(
    (node) => node.getBoundingClientRect().height / parseFloat(getComputedStyle(node).fontSize),
  );
  expect(await lines).toBeLessThan(1.6);
});

// Spec 4 §4: One action is
test(
  "an answer that is lost on its way is asked for again, and noted once",
  { tag: "@all" },
  async ({ page, product, consoleErrors }) => {
    consoleErrors.tolerate(UNREACHABLE);
    const plate = newPlate();
    // A phone that knows nothing of its site yet cannot answer itself.
    await page.route("**/rest/v1/rpc/offline_data", (route) => route.abort());
    await logInAsAttendant(page);
    let isLost = false;
    await page.route("**/rest/v1/rpc/check_plate", async (route) => {
      if (isLost) return route.continue();
      isLost = true;
      await route.fetch();
      return route.abort();
    });
    await check(page, plate);
    await expect(
      page.getByRole("main").getByText("Kunde inte kontrollera registreringsnumret. Försök igen."),
    ).toBeVisible();
    await expect(field(page)).toHaveValue(plate);
    await field(page).press("Enter");
    await expect(answer(page)).toContainText("INGEN PARKERING");
    expect(await product.sql`select from plate_checks where plate = ${plate}`).toHaveLength(1);
  },
);

/** The four subjects of a photo stand in one row at a desk. */
async function expectSubjectsInOneRow(page: Page): Promise<void> {
  const subjects = page.getByRole("group", { name: "Vad bild 1 visar" }).getByRole("button");
  const tops = await subjects.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect([tops.length, new Set(tops).size]).toEqual([4, 1]);
}

/** Says that the notice lies on the car: this button is the loud one until it is pressed, and then the next car's, which comes back. */
async function fixToCar(stored: Locator): Promise<Locator> {
  const button = (name: string) => stored.getByRole("button", { name });
  const [fixed, next] = [button("Fäst på bilen"), button("Nästa bil")];
  await expect(fixed).toHaveClass(/bg-brand /);
  await expect(next).not.toHaveClass(/bg-brand /);
  await fixed.click();
  await expect(fixed).toHaveAttribute("aria-pressed", "true");
  await expect(fixed).not.toHaveClass(/bg-brand /);
  await expect(next).toHaveClass(/bg-brand /);
  return next;
}

// Spec 4 §5: Generera stores the
// Spec 4 §5: Then Fäst på
// Spec 4 §5: Mina ärenden: today's
// Spec 4 §5: The fine is
// Spec 4 §5: A picture of
test("a fine with photos is stored once, reaches its driver, is corrected, and is found and withdrawn in the day's own @rights", async ({
  page,
  product,
  consoleErrors,
}) => {
  consoleErrors.tolerate(UNREACHABLE);
  const plate = newPlate();
  await beginAsAttendant(page);
  await check(page, plate);
  await answer(page).getByRole("button", { name: "Skapa parkeringsbot" }).click();
  await expect(page.getByLabel("Registreringsnummer")).toHaveValue(plate);
  // A car that was checked gets a fine, though it stands on the report's page.
  await expect(page.getByText(/Förhandsvisningen visar boten så som/)).toBeVisible();
  const number = await page.getByLabel("Ärendenummer").inputValue();
  expect(number).toMatch(/^\d{8}$/);
  await page.getByLabel("Gata").fill("Kajen 4");
  await chooseViolation(page, "Parkerat längre än tillåten tid");
  await chooseTwoPhotos(page);
  await expectSubjectsInOneRow(page);
  await expectAccessible(page);

  // The first answer is lost on its way: the fine is there, and sent once more from the phone it stays one.
  let isLost = false;
  await page.route("**/rest/v1/rpc/issue_fine", async (route) => {
    if (isLost) return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
  await page.getByRole("button", { name: "Generera" }).click();
  const stored = page.getByRole("region", { name: "Ärendet är sparat" });
  await expect(stored).toContainText(number);
  await expect(stored).toContainText("Alla 2 bilder har skickats");
  const next = await fixToCar(stored);
  await expect(
    page.getByRole("region", { name: "Förhandsvisning" }).getByRole("img", { name: /\/case\/[\w-]{22}$/ }),
  ).toBeVisible();
  expect(await fined(product, plate)).toMatchObject([
    {
      case_number: number,
      status: "issued",
      delivery: "fixed",
      photos: 2,
      violation: "Parkerat längre än tillåten tid",
    },
  ]);
  await expectAccessible(page);

  await correct(page, product, plate, number);

  await next.click();
  await expect(page).toHaveURL(/attendant-dashboard$/);
  await page.getByText(/^Mina ärenden/).click();
  const own = await openOwnCase(page, number);
  await expect(own).toContainText("Utfärdat");
  await own.getByRole("button", { name: "Makulera" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Makulera" }).click();
  await expect(own).toContainText("Makulerat");
  expect(await fined(product, plate)).toMatchObject([{ status: "withdrawn" }]);
});

// Spec 4 §5: Generera stores the
// Spec 4 §4: correct_fine(fine_id, event_id, changes,
test("a warning must be accepted with a reason, and nothing is stored without a reason @all", async ({
  page,
  product,
  consoleErrors,
}) => {
  consoleErrors.tolerate(UNREACHABLE);
  const plate = await registerParking(product);
  await logInAsAttendant(page);
  await check(page, plate);
  await answer(page).getByRole("button", { name: "Skapa parkeringsbot" }).click();
  await chooseViolation(page, "Parkerat längre än tillåten tid");
  await page.getByRole("button", { name: "Generera" }).click();
  await expect(reasons(page)).toContainText(/Bilen har en giltig parkering till/);
  // Neither the first nor the filled one.
  const [cancel, issue] = await Promise.all(
    ["Avbryt", "Utfärda ändå"].map((name) =>
      reasons(page)
        .getByRole("button", { name })
        .evaluate((node) => ({
          ground: getComputedStyle(node).backgroundColor,
          isFirst: node.previousElementSibling === null,
        })),
    ),
  );
  expect([cancel?.isFirst, issue?.isFirst, cancel?.ground === issue?.ground]).toEqual([true, false, false]);
  await reasons(page).getByRole("button", { name: "Utfärda ändå" }).click();
  await expect(reasons(page)).toContainText("Ange ett skäl med minst fem bokstäver");
  await expectAccessible(page);
  await reasons(page).getByRole("button", { name: "Avbryt" }).click();
  await expect(page.getByRole("button", { name: "Generera" })).toBeEnabled();
  expect(await fined(product, plate)).toEqual([]);

  await page.getByRole("button", { name: "Generera" }).click();
  await reasons(page).getByLabel("Skäl").selectOption("Annat skäl");
  await reasons(page).getByLabel("Eget skäl").fill("Står på någon annans plats");
  await reasons(page).getByRole("button", { name: "Utfärda ändå" }).click();
  await expect(page.getByRole("region", { name: "Ärendet är sparat" })).toBeVisible();
  expect(await fined(product, plate)).toMatchObject([
    { accepted: [{ code: "valid-parking", reason: "Står på någon annans plats" }] },
  ]);

  // Corrected within ten minutes: the same case.
  await page.getByLabel("Belopp (kr)").fill("500");
  await page.getByRole("button", { name: "Generera" }).click();
  await expect(page.getByRole("button", { name: "Generera" })).toBeDisabled();
  const stored = () => product.sql`select amount, status from fines where plate_key = private.plate_key(${plate})`;
  await expect.poll(stored).toEqual([{ amount: 500, status: "issued" }]);
  await page.getByLabel("Belopp (kr)").fill("900");
  await page.getByRole("button", { name: "Generera" }).click();
  await expect(page.getByText("Beloppet kan bara sänkas.")).toBeVisible();
});

const settingsOf = (product: RunningProduct, changes: Record<string, unknown>) =>
  product.sql`update site_settings set ${product.sql(changes)} where project_id = 'ostra-hamnen'`;

// Spec 4 §4: issue_fine(fine, accepted, acting_as),
// Spec 4 §4: It refuses (nothing
// Spec 4 §4: It answers {outcome:
// Spec 4 §4: Answers are JSON
// Spec 4 §4: A refusal is
test("a fine without place and photo asks for a reason, and the case keeps it @once", async ({ page, product }) => {
  const plate = newPlate();
  await settingsOf(product, { min_photos: 1 });
  try {
    await beginAsAttendant(page);
    await check(page, plate);
    await answer(page).getByRole("button", { name: "Skapa parkeringsbot" }).click();
    await chooseViolation(page, "Parkerat längre än tillåten tid");
    await page.getByRole("button", { name: "Generera" }).click();
    const asked = reasons(page).getByRole("listitem");
    await expect(asked).toHaveText([/^Utan plats\?/, /^Utan foto\?/]);
    await asked.first().getByLabel("Skäl").selectOption("Platsen framgår av bilderna");
    await asked.last().getByLabel("Skäl").selectOption("Kameran fungerar inte");
    await reasons(page).getByRole("button", { name: "Utfärda ändå" }).click();
    await expect(page.getByRole("region", { name: "Ärendet är sparat" })).toBeVisible();
    expect(await fined(product, plate)).toMatchObject([
      {
        accepted: [
          { code: "no-place", reason: "Platsen framgår av bilderna" },
          { code: "few-photos", reason: "Kameran fungerar inte" },
        ],
      },
    ]);
  } finally {
    await settingsOf(product, { min_photos: 0 });
  }
});

test("a parking that somebody removed is asked about, also on the page that still shows it @once", async ({
  page,
  product,
}) => {
  const plate = await registerParking(product);
  await beginAsAttendant(page);
  await check(page, plate);
  await answer(page).getByRole("button", { name: "Skapa parkeringsbot" }).click();
  await chooseViolation(page, "Parkerat längre än tillåten tid");
  await product.sql`
    insert into parking_deletion_logs (parking_id, project_id, ref_number, deleted_by)
    select id, project_id, ref_number, 'vakt02' from parkings where ref_number = ${plate}`;
  await product.sql`delete from parkings where ref_number = ${plate}`;
  await page.getByRole("button", { name: "Generera" }).click();
  await expect(reasons(page)).toContainText(/Parkeringen togs bort \d\d:\d\d av vakt02/);
  await reasons(page).getByLabel("Skäl").selectOption("Parkeringen var felregistrerad");
  await reasons(page).getByRole("button", { name: "Utfärda ändå" }).click();
  await expect(page.getByRole("region", { name: "Ärendet är sparat" })).toBeVisible();
  expect(await fined(product, plate)).toMatchObject([{ accepted: [{ code: "removed-parking", by: "vakt02" }] }]);
});

test("facts that the site's notices lack are named above the form, and nothing is issued in hardened @rights", async ({
  page,
  product,
  consoleErrors,
}) => {
  consoleErrors.tolerate(/status of 400/);
  const plate = newPlate();
  const [before] = await product.sql`select issuer_name from site_settings where project_id = 'ostra-hamnen'`;
  await settingsOf(product, { issuer_name: "" });
  try {
    await beginAsAttendant(page);
    await check(page, plate);
    await answer(page).getByRole("button", { name: "Skapa parkeringsbot" }).click();
    const missing = "På avin saknas: utfärdare. En administratör fyller i det under Inställningar.";
    const words = product.profile === "hardened" ? `Här kan ingen bot utfärdas än. ${missing}` : missing;
    await expect(page.getByText(words, { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Gata").fill("Kajen 4");
    await chooseViolation(page, "Parkerat längre än tillåten tid");
    await page.getByRole("button", { name: "Generera" }).click();
    if (product.profile === "hardened") await expect(page.getByRole("alert")).toHaveText(words);
    else await expect(page.getByRole("region", { name: "Ärendet är sparat" })).toBeVisible();
    expect(await fined(product, plate)).toHaveLength(product.profile === "hardened" ? 0 : 1);
  } finally {
    await settingsOf(product, { issuer_name: before?.["issuer_name"] });
  }
});

/** Chooses two photos for the fine, and says that the first one shows the car. */
async function chooseTwoPhotos(page: Page): Promise<void> {
  const size = { width: 800, height: 600 };
  const photos = [
    await makePhoto(page, { name: "bil.jpg", ...size }),
    await makePhoto(page, { name: "skylt.jpg", ...size }),
  ];
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Välj bilder" }).click();
  await (await choosing).setFiles(photos);
  await page
    .getByRole("group", { name: "Vad bild 1 visar" })
    .getByRole("button", { name: "Bilen", exact: true })
    .click();
  await expect(page.getByRole("img", { name: "Bild 2" })).toBeVisible();
}

/** Corrects the fine within ten minutes: it stays the same case. */
async function correct(page: Page, product: RunningProduct, plate: string, number: string): Promise<void> {
  await page.getByLabel("Belopp (kr)").fill("500");
  await sayObserved(page, "00:00", SEEN_BEFORE);
  await page.getByRole("button", { name: "Generera" }).click();
  await expect(page.getByRole("button", { name: "Generera" })).toBeDisabled();
  await expect
    .poll(() => fined(product, plate))
    .toMatchObject([{ case_number: number, status: "issued", amount: 500, seen: SEEN_BEFORE }]);
  // The row is in the table before the answer reaches the page.
  await expect(page.getByRole("button", { name: "Generera" })).not.toHaveAttribute("aria-busy", "true");
}
