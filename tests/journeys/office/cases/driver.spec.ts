// A case as its driver sees it: found by number and plate or by its key, and objected to.
// The key's page in each state is @all: driver-case-view asks it in `npm test`.
import { randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "@playwright/test";
import { RATE_LIMITS } from "#contract/rate-limits.ts";
import { UNREACHABLE } from "#tests/support/journeys/attendant.ts";
import { expect, expectAccessible, expectCapitals, test } from "#tests/support/browser/browser.ts";
import {
  caseInTables,
  type IssuedFine,
  issueFine,
  listedPhoto,
  recordEvent,
  storePhoto,
} from "#tests/support/journeys/issued-fines.ts";
import { makePhoto } from "#tests/support/browser/photos.ts";
import { section, beginAtCase } from "#tests/support/journeys/cases.ts";
import { pressAction } from "#tests/support/browser/case-page.ts";

async function lookUp(page: Page, caseNumber: string, plate: string) {
  await page.getByLabel("Ärendenummer").fill(caseNumber);
  await page.getByLabel("Registreringsnummer").fill(plate);
  await expectCapitals(page.getByLabel("Registreringsnummer"));
  await page.getByRole("button", { name: "Visa ärende" }).click();
}

/** Writes an objection in English with a photo: what was typed and the photo outlive a reload. */
async function writeObjection(page: Page): Promise<void> {
  // The other language is remembered; what was typed is kept over a reload, the photo too.
  await page.getByRole("button", { name: "In English" }).click();
  await page.getByLabel("Name").fill("Åsa Berg");
  await page.getByLabel("Why is the fine wrong?").fill("Skylten var täckt av snö.");
  const files = [
    await makePhoto(page, { name: "snö.jpg", width: 2400, height: 1200 }),
    { name: "brev.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") },
  ];
  await page.locator("input[type=file]").setInputFiles(files);
  await expect(page.getByText("Could not be read as a photo: brev.pdf")).toBeVisible();
  await expect(page.getByRole("img", { name: "Photo 1" })).toBeVisible();
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.getByLabel("Why is the fine wrong?")).toHaveValue("Skylten var täckt av snö.");
}

/** Writes the draft of an objection as versions before December 2026 kept it. */
const keepAsEarlierVersion = (page: Page, fine: IssuedFine) =>
  page.evaluate(
    ([publicKey, id]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("driver-objections", 1);
        opening.addEventListener("error", () => reject(new Error("no database")));
        opening.addEventListener("upgradeneeded", () =>
          opening.result.createObjectStore("drafts", { keyPath: "publicKey" }),
        );
        opening.addEventListener("success", () => {
          const change = opening.result.transaction("drafts", "readwrite");
          const text = "Skylten var täckt av snö.";
          const typed = { name: "", email: "", text, photos: [], isUnanswered: false, replyKey: "", at: Date.now() };
          change.objectStore("drafts").put({ publicKey, id, ...typed });
          change.addEventListener("complete", () => {
            opening.result.close();
            resolve();
          });
        });
      }),
    [fine.public_key, randomUUID()] as const,
  );

/** Sends the written objection while answers and photos get lost. Gives the address that holds the driver's reply key. */
async function sendOverLostConnection(page: Page, fine: IssuedFine): Promise<string> {
  // The objection arrives, and the answer is lost: nothing in it changes until it is sent again, which counts once.
  await page.route(
    /rpc\/object_to_case/,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole("button", { name: "Send the objection" }).click();
  await expect(page.getByRole("alert")).toContainText("We do not know whether it arrived.");
  await expect(page.getByLabel("Name")).not.toBeEditable();
  await page.route(/upload\/sign/, (route) => route.abort(), { times: 1 });
  await page.getByRole("button", { name: "Send again" }).click();
  const sent = section(page, "The objection has been received");
  await expect(sent).toContainText("The photos could not be sent.");
  await sent.getByRole("button", { name: "Send the photos again" }).click();
  await expect(sent.getByRole("alert")).toHaveCount(0);
  const address = page.url();
  expect(address).toMatch(new RegExp(`/case/${fine.public_key}#[\\w-]{22}$`));
  await expect(sent).toContainText(address);
  return address;
}

/** Reads the objection as the office, which has the case open, and refuses it. */
async function refuseObjection(office: Page): Promise<void> {
  const objections = section(office, "Bestridanden");
  await expect(objections).toContainText("Skylten var täckt av snö.");
  await expect(objections.getByRole("button", { name: "Visa bild: Bild 1" })).toBeVisible();
  await pressAction(office, "Avslå bestridande");
  await office.getByRole("dialog").getByLabel("Svar till föraren").fill("Skylten syns på bilden.");
  await office.getByRole("dialog").getByRole("button", { name: "Avslå bestridande" }).click();
  await expect(objections).toContainText("Avslaget av admin01");
  await office.context().close();
}

/** Without the key nobody's words are read, on any device but the one that objected. */
async function expectUnreadWithoutKey(context: BrowserContext, fine: IssuedFine): Promise<void> {
  const elsewhere = await context.newPage();
  await elsewhere.goto(`/case/${fine.public_key}`);
  await expect(elsewhere.getByText("Ett bestridande har avgjorts.")).toBeVisible();
  await expect(elsewhere.getByText("Skylten var täckt av snö.")).toHaveCount(0);
  await context.close();
}

test.describe("the driver", () => {
  // Spec 4 §2: It is a
  // Spec 4 §2: Screens show a
  // Spec 4 §5: Driver, Swedish …
  // Spec 4 §4: Not: who issued
  test("finds a case by number and plate, from the landing page, and reads how to pay @rights", async ({
    page,
    product,
  }) => {
    const fine = await issueFine(product, { notes: "Hemlig anteckning", discord_username: "hemlig_forare" });
    await product.sql`
      update site_settings set issuer_name = 'Parkering i Hamnen AB', org_number = '556000-1234', contact_phone = '040-12 34 56',
        payment_methods = '[{"kind": "bankgiro", "value": "123-4567"}, {"kind": "swish", "value": "123 456 78 90", "text": "Parkering i Hamnen"}]'
      where project_id = 'ostra-hamnen'`;
    await page.goto("/");
    await page.getByRole("link", { name: "In English" }).click();
    await expect(page).toHaveURL(/\/case$/);
    await expect(page.getByRole("button", { name: "Show case" })).toBeVisible();
    await page.getByRole("button", { name: "På svenska" }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Visa ärende" }).click();
    await expect(page.getByRole("alert")).toHaveText("Fyll i både ärendenummer och registreringsnummer");
    await lookUp(page, fine.case_number, "FEL 123");
    await expect(page.getByRole("alert")).toHaveText("Inget ärende med de uppgifterna.");
    await lookUp(page, "00000000", fine.plate);
    await expect(page.getByRole("alert")).toHaveText("Inget ärende med de uppgifterna.");
    // The landing page has the same form.
    await page.getByRole("link", { name: "Tillbaka" }).click();
    await expect(page.getByRole("heading", { name: "Har du fått en bot?" })).toBeVisible();
    await lookUp(page, ` ${fine.case_number} `, fine.plate.toLowerCase().replace(/^(.{3})/, "$1-"));
    await expect(page).toHaveURL(new RegExp(`/case/${fine.public_key}$`));
    await expect(page).toHaveTitle("Ärende · Parkering");
    await expect(page.getByText("Boten är inte betald.")).toBeVisible();
    await expect(page.getByText(/^700\skr$/).first()).toBeVisible();
    const pay = section(page, "Så betalar du");
    for (const text of [
      "Bankgiro123-4567",
      "Swish123 456 78 90",
      `Referens (OCR eller meddelande)${fine.case_number}`,
    ]) {
      await expect(pay).toContainText(text);
    }
    await expect(section(page, "Vem som har utfärdat boten")).toContainText("Parkering i Hamnen AB");
    await expect(section(page, "Boten")).toContainText("Parkerat på gångbana");
    const text = await page.locator("body").innerText();
    for (const secret of ["vakt01", "Hemlig anteckning", "hemlig_forare"]) expect(text).not.toContain(secret);
    await expectAccessible(page);
  });

  // Spec 4 §5: Driver, Swedish with
  // Spec 4 §4: object_to_case(public_key, objection_id, name,
  test("objects with a photo over a lost connection; the office sees it live and refuses, and the key reads why @rights", async ({
    page,
    product,
    browser,
    consoleErrors,
  }) => {
    consoleErrors.tolerate(UNREACHABLE);
    const photo = listedPhoto(randomUUID(), "car");
    const fineId = randomUUID();
    const listed = { ...photo, path: `${fineId}/${photo.id}.jpg` };
    const fine = await issueFine(product, { id: fineId, photos: [listed] });
    const { buffer } = await makePhoto(page, { name: "bil.jpg", width: 800, height: 600 });
    await storePhoto(product, listed.path, buffer);
    await product.sql`
      update site_settings set issuer_name = 'Parkering i Hamnen AB', payment_methods = '[{"kind": "bankgiro", "value": "123-4567"}]'
      where project_id = 'ostra-hamnen'`;
    const office = await (await browser.newContext({ baseURL: product.url, locale: "sv-SE" })).newPage();
    await beginAtCase(office, fine);

    const asked: string[] = [];
    page.on("request", async (request) => asked.push(String(await request.headerValue("referer").catch(() => null))));
    await page.goto(`/case/${fine.public_key}`);
    await expect(page.getByText(/^700\skr$/).first()).toBeVisible();
    await page.getByRole("button", { name: "Betala" }).click();
    await expect(page.getByRole("dialog").getByRole("img", { name: "QR-kod för betalning" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Visa bild: Bilen/ }).click();
    await expect(page.getByRole("dialog").getByRole("img")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Bestrid" }).click();
    await page.getByRole("button", { name: "Skicka bestridandet" }).click();
    await expect(page.getByRole("alert")).toHaveText("Fyll i namn och text");
    await expectAccessible(page);

    await writeObjection(page);

    await expect(page.getByRole("img", { name: "Photo 1" })).toBeVisible();

    const address = await sendOverLostConnection(page, fine);

    await refuseObjection(office);

    await expectUnreadWithoutKey(await browser.newContext({ baseURL: product.url }), fine);
    await page.goto(`/case/${fine.public_key}`);
    await page.reload();
    await expect(page.getByText("Skylten var täckt av snö.")).toBeVisible();
    await page.goto(address);
    const reply = section(page, "Your objection");
    await expect(reply).toContainText("The objection has been rejected.");
    await expect(reply).toContainText("Skylten syns på bilden.");
    await expect(reply.getByRole("button", { name: "Show photo: Photo 1" })).toBeVisible();
    await expect(page).toHaveTitle("Case · Parkering");
    await expectAccessible(page);
    expect(asked.filter((referer) => referer.includes(fine.public_key))).toEqual([]);
    const kinds = (await caseInTables(product, fine.id)).events.map(({ kind }) => kind);
    expect(kinds).toEqual(["issued", "objected", "objection_rejected"]);
  });

  // Spec 4 §5: Driver, Swedish with
  // Spec 4 §4: Not: who issued
  test("sees by the key of the QR code where the case stands, whatever became of it @all", async ({
    page,
    product,
  }) => {
    const fine = await issueFine(product);
    const open = async (text: string) => {
      await page.goto(`/case/${fine.public_key}`);
      await expect(page.getByText(text)).toBeVisible();
    };
    await open("Boten är inte betald.");
    await recordEvent(product, fine, "objected", { note: "Skylten var täckt av snö", data: { name: "Hemlig Förare" } });
    await open("Boten är bestridd. Du behöver inte betala förrän bestridandet är avgjort.");
    await expect(page.getByText("Ett bestridande väntar på beslut.")).toBeVisible();
    await expect(section(page, "Så betalar du")).toHaveCount(0);
    await expect(page.getByText("Skylten var täckt av snö")).toHaveCount(0);
    await expect(page.getByText("Hemlig Förare")).toHaveCount(0);
    await recordEvent(product, fine, "payment", { data: { amount_ore: 70_000, value_date: "2026-11-20" } });
    await recordEvent(product, fine, "withdrawn", { data: { ground: "skyltning" } });
    await open("Boten är makulerad. Du ska inte betala något.");
    await expect(page.getByText(/700\skr är betalt för mycket/)).toBeVisible();
    await expect(page.getByText("Ett bestridande har avgjorts.")).toBeVisible();

    await page.goto("/case/AAAAAAAAAAAAAAAAAAAAAA");
    await expect(page.getByText("Inget ärende med de uppgifterna.")).toBeVisible();
    await page.getByRole("link", { name: "Sök ett annat ärende" }).click();
    await expect(page).toHaveURL(/\/case$/);
  });

  // Spec rules §8: The driver's pages
  test("sees the page before its code has come, in the language of the device, and what is typed then counts @once", async ({
    page,
    product,
    browser,
  }) => {
    const fine = await issueFine(product);
    const withoutScripts = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false });
    const drawn = await withoutScripts.newPage();
    for (const [path, part] of [
      ["/case", drawn.getByRole("button", { name: "Visa ärende" })],
      [`/case/${fine.public_key}`, drawn.getByText("Hämtar ärendet …")],
    ] as const) {
      const html = (await (await drawn.goto(path))?.text()) ?? "";
      await expect(drawn.getByRole("heading", { name: "Ärende" })).toBeVisible();
      await expect(part).toBeAttached();
      await expect(drawn).toHaveTitle("Ärende · Parkering");
      expect(html).not.toContain(fine.public_key);
      expect(html).toContain('<meta name="robots" content="noindex" />');
    }
    await withoutScripts.close();

    await page.addInitScript(() => localStorage.setItem("parkering.driver-language", "en"));
    let comeAlive!: () => void;
    const held = new Promise<void>((resolve) => {
      comeAlive = resolve;
    });
    await page.route("**/assets/*.js", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/case", { waitUntil: "commit" });
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await expect(page).toHaveTitle("Case · Parkering");
    await page.getByLabel("Case number").fill(fine.case_number);
    await page.getByLabel("Registration number").fill(fine.plate);
    await page.getByRole("button", { name: "Show case" }).click();
    comeAlive();
    await expect(page).toHaveURL(new RegExp(`/case/${fine.public_key}$`));
    await expect(page.getByText("The fine has not been paid.")).toBeVisible();
    await expectAccessible(page);
    // The drawn page of a case comes alive as it stands too (no error in the console), and so does app.html of a static host.
    await page.reload();
    await expect(page.getByText("The fine has not been paid.")).toBeVisible();
    const shell = await page.request.get("/app.html");
    await page.route(`**/case/${fine.public_key}`, (route) => route.fulfill({ response: shell }), { times: 1 });
    await page.reload();
    await expect(page.getByText("The fine has not been paid.")).toBeVisible();
    await page.getByRole("link", { name: "Back" }).click();
    await expect(page.getByLabel("Case number")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "På svenska" }).click();
    await expect(page.getByLabel("Ärendenummer")).toBeVisible();
  });

  // Spec 4 §5: Driver, Swedish …
  test("finds the objection that an earlier version kept on the phone, and it goes once it has arrived @once", async ({
    page,
    product,
  }) => {
    const fine = await issueFine(product);
    await page.goto(`/case/${fine.public_key}`);
    await expect(page.getByText("Boten är inte betald.")).toBeVisible();
    await keepAsEarlierVersion(page, fine);
    await page.reload();
    await expect(page.getByLabel("Varför är boten fel?")).toHaveValue("Skylten var täckt av snö.");
    await page.getByLabel("Namn").fill("Åsa Berg");
    await expect.poll(() => isOnPhone(page, "Åsa Berg")).toBe(true);
    await page.reload();
    await expect(page.getByLabel("Namn")).toHaveValue("Åsa Berg");
    await page.getByRole("button", { name: "Skicka bestridandet" }).click();
    await expect(section(page, "Ditt bestridande")).toContainText("Skylten var täckt av snö.");
    await page.reload();
    await expect(section(page, "Ditt bestridande")).toContainText("Skylten var täckt av snö.");
    await expect(page.locator("textarea")).toHaveCount(0);
  });

  // Spec 4 §5: Driver, Swedish …
  test("is told how long to wait after too many looks, right or wrong; the QR code opens the case all the same @hardened @all", async ({
    page,
    product,
    consoleErrors,
  }) => {
    consoleErrors.tolerate(/status of 429/);
    const fine = await issueFine(product);
    await page.goto("/case");
    for (let wrong = 1; wrong <= RATE_LIMITS.caseLookUps.address.points; wrong += 1) {
      const answer = page.waitForResponse(/rpc\/look_up_case/);
      await lookUp(page, String(10_000_000 + wrong), fine.plate);
      // Other journeys of this worker looked from the same address.
      if ((await answer).status() === 429) break;
      await expect(page.getByRole("alert")).toHaveText("Inget ärende med de uppgifterna.");
    }
    await lookUp(page, fine.case_number, "FEL 123");
    await expect(page.getByRole("alert")).toHaveText(/^För många försök\. Försök igen om 1[45] minuter\.$/);
    await expect(page.getByLabel("Ärendenummer")).toHaveValue(fine.case_number);
    await lookUp(page, fine.case_number, fine.plate);
    await expect(page.getByRole("alert")).toHaveText(/^För många försök\. Försök igen om 1[45] minuter\.$/);
    await page.goto(`/case/${fine.public_key}`);
    await expect(page.getByText("Boten är inte betald.")).toBeVisible();
  });

  test("is told that the network is gone; what was typed stays", { tag: "@all" }, async ({ page, consoleErrors }) => {
    consoleErrors.tolerate(UNREACHABLE);
    await page.goto("/case");
    await page.route(/rpc\/look_up_case/, (route) => route.abort(), { times: 1 });
    await lookUp(page, "12345678", "ABC 123");
    await expect(page.getByRole("alert")).toHaveText("Ärendet kunde inte hämtas");
    await expect(page.getByLabel("Ärendenummer")).toHaveValue("12345678");
  });
}); /** Whether the device's store holds a text by now. */
const isOnPhone = (page: Page, text: string) =>
  page.evaluate(async (wanted) => {
    const opening = indexedDB.open("parkering-device");
    await new Promise((resolve) => opening.addEventListener("success", resolve));
    const reads = [...opening.result.objectStoreNames].map(async (name) => {
      const reading = opening.result.transaction(name).objectStore(name).getAll();
      await new Promise((resolve) => reading.addEventListener("success", resolve));
      return reading.result as unknown[];
    });
    const rows = await Promise.all(reads);
    opening.result.close();
    return JSON.stringify(rows).includes(wanted);
  }, text);
