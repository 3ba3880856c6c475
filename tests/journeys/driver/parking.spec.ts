// A visitor's way: the project's page, registering a parking, and an attendant elsewhere who sees it at once.
// Areas, later ends, failures and the list without a project are @all: project-cards, registration-fields and use-form;
// tests/access asks both profiles.
import type { Locator } from "@playwright/test";
import { readablePlate } from "#contract/plate.ts";
import { expect, expectAccessible, expectCapitals, test } from "#tests/support/browser/browser.ts";
import { WITHIN_A_SECOND } from "#tests/support/run/patience.ts";
import { addPeople } from "#tests/support/people/people.ts";
import {
  beginAsAttendant,
  newSwedishPlate,
  openRow,
  parkingCard,
  type ParkingRow,
  parkingRows,
  registerParking,
  UNREACHABLE,
} from "#tests/support/journeys/attendant.ts";

/** Times of day as the page writes them. */
const CLOCK = new Intl.DateTimeFormat("sv-SE", { hour: "2-digit", minute: "2-digit", timeZone: "Europe/Stockholm" });

test.describe("a project's page", () => {
  // Spec 1 §2: Every other project
  // Spec 1 §2: A Back link
  // Spec 2 §2: /{projectId} | project
  test("leads to its three areas and home", { tag: "@all" }, async ({ page, product }) => {
    await page.goto("/ostra-hamnen");
    await expect(page.getByRole("heading", { name: "Östra hamnen", level: 1 })).toBeVisible();
    await expectAccessible(page);
    for (const [name, address] of [
      ["Start Parking", "/ostra-hamnen/start-parking"],
      ["Parking Attendant", "/ostra-hamnen/attendant-login"],
      ["Admin", "/ostra-hamnen/admin-login"],
      ["Tillbaka", "/"],
    ] as const) {
      await page.goto("/ostra-hamnen");
      await page.getByRole("link", { name, exact: true }).click();
      await expect(page).toHaveURL(`${product.url}${address}`);
    }
  });

  // Spec 1 §2: Project id 157715
  // Spec 1 §9: Special project …
  test(
    "is the standard site's without a row of it, and the taxi's with two logins",
    { tag: "@all" },
    async ({ page, product }) => {
      const [row] = await product.sql`delete from main_page_sites where path = 'standard' returning *`;
      await page.goto("/standard");
      await expect(page.getByRole("heading", { name: "Standardparkeringen" })).toBeVisible();
      await expect(page.getByRole("link", { name: "Start Parking" })).toBeVisible();
      await product.sql`insert into main_page_sites ${product.sql(row ?? {})}`;

      await page.goto("/157715");
      for (const name of ["Driver Login", "Admin Login"]) {
        await expect(page.getByRole("link", { name, exact: true })).toHaveAttribute("href", "/157715/chauffeur-login");
      }
      await expect(page.getByRole("link", { name: "Start Parking" })).toHaveCount(0);
    },
  );

  // Spec 2 §2: any other path
  // Spec 2 §2: 404 page: …
  // Spec 2 §8: 404: logged to
  test(
    "of an unknown code says so and notes it, as any other unknown address",
    { tag: "@once" },
    async ({ page, consoleErrors }) => {
      consoleErrors.tolerate(/404: no page at \/(finns-inte|no\/such\/page)/);
      for (const address of ["/finns-inte", "/no/such/page"]) {
        const noted = page.waitForEvent("console", (message) => message.text() === `404: no page at ${address}`);
        await page.goto(address);
        await expect(page.getByText("Oops! Page not found")).toBeVisible();
        await noted;
        await page.getByRole("link", { name: "Return to Home" }).click();
        await expect(page).toHaveURL(/\/$/);
      }
    },
  );

  // Spec rules §2: A code without
  test(
    "of an unknown code takes no parkings; while the sites cannot be read the form stays",
    { tag: "@all" },
    async ({ page, product, consoleErrors }) => {
      consoleErrors.tolerate(UNREACHABLE);
      consoleErrors.tolerate(/404: no page at \/finns-inte\/start-parking/);
      await page.goto("/finns-inte/start-parking");
      await expect(page.getByText("Oops! Page not found")).toBeVisible();
      await expect(page.getByRole("button", { name: "Registrera parkering" })).toHaveCount(0);

      await product.stopDatabase();
      try {
        const answered = page.waitForResponse((answer) => answer.url().includes("main_page_sites") && !answer.ok());
        await page.goto("/finns-inte/start-parking");
        await answered;
        await page.getByLabel("Registreringsnummer").fill("ABC 123");
        await expect(page.getByRole("button", { name: "Registrera parkering" })).toBeVisible();
      } finally {
        await product.startDatabase();
      }
    },
  );

  // Spec rules §2: The logins of
  test(
    "has logins that name it; a code without a site, or of another product, has none",
    { tag: "@rights" },
    async ({ page, consoleErrors }) => {
      consoleErrors.tolerate(/404: no page at/);
      for (const [login, name] of [
        ["ostra-hamnen/attendant-login", "Östra hamnen"],
        ["ostra-hamnen/admin-login", "Östra hamnen"],
        ["157715/chauffeur-login", "Taxi Ystad"],
      ] as const) {
        await page.goto(`/${login}`);
        await expect(page.getByRole("banner").getByText(name, { exact: true })).toBeVisible();
        await page.goto(`/finns-inte/${login.split("/")[1]}`);
        await expect(page.getByText("Oops! Page not found")).toBeVisible();
        await expect(page.getByRole("button", { name: /^(Logga in|Log In)$/ })).toHaveCount(0);
      }
      for (const address of [
        "/157715/attendant-login",
        "/157715/start-parking",
        "/721075/admin-login",
        "/ASE/attendant-dashboard",
        "/ystad/start-parking",
        "/ostra-hamnen/chauffeur-login",
      ]) {
        await page.goto(address);
        await expect(page.getByText("Oops! Page not found")).toBeVisible();
      }
    },
  );

  test("works under its code when the database is away", { tag: "@all" }, async ({ page, product, consoleErrors }) => {
    consoleErrors.tolerate(UNREACHABLE);
    await product.stopDatabase();
    await page.goto("/ostra-hamnen");
    await expect(page.getByRole("heading", { name: "ostra-hamnen", level: 1 })).toBeVisible();
    await expect(page.getByRole("link", { name: "Start Parking" })).toBeVisible();
    await product.startDatabase();
  });
});

/** Expects a parking that began just now and lasts two hours, with its beginning as the browser writes it. */
async function expectTwoHoursFromNow(card: Locator, row: ParkingRow): Promise<void> {
  expect(row.end_time.getTime() - row.start_time.getTime()).toBe(7_200_000);
  expect(Math.abs(row.start_time.getTime() - Date.now())).toBeLessThan(120_000);
  const shown = await card
    .page()
    .evaluate(
      (iso) => new Date(iso).toLocaleString("sv-SE", { dateStyle: "short", timeStyle: "short" }),
      row.start_time.toISOString(),
    );
  expect(shown).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/);
  await expect(card.getByText(shown)).toBeVisible();
}

test.describe("registering a parking", () => {
  // Spec 1 §2: The route …
  // Spec 1 §2: Fields: car model,
  // Spec 1 §5: Default start is
  // Spec 1 §5: default end is
  // Spec 1 §7: parkings: insert {car_model,
  // Spec 1 §8: Parking registration success
  // Spec 1 §9: Default parking length
  // Spec 1 §9: Dates shown as
  // Spec 4 §4: A changed end
  test("shows it on an attendant's screen within a second, without a reload @rights", async ({
    page,
    browser,
    product,
  }) => {
    const attendant = await browser.newContext({ baseURL: product.url });
    const screen = await attendant.newPage();
    await beginAsAttendant(screen);

    const plate = newSwedishPlate();
    await page.goto("/ostra-hamnen/start-parking");
    await page.getByLabel("Registreringsnummer").fill(` ${plate.toLowerCase()} `);
    await expectCapitals(page.getByLabel("Registreringsnummer"));
    await page.getByLabel("Bilmodell").fill("Škoda Octavia");
    await page.getByLabel("Färg").fill("Blågrön");
    await page.getByLabel("Gata").fill("Östra Förstadsgatan 5");
    const submit = page.getByRole("button", { name: "Registrera parkering" });
    await submit.click();
    await expect.poll(() => parkingRows(product, plate).then((rows) => rows.length), { intervals: [10] }).toBe(1);
    await expect(parkingCard(screen, plate)).toBeVisible(WITHIN_A_SECOND);

    await expect(page.getByText("Parkeringen har registrerats")).toBeVisible();
    await expect(submit).toHaveCount(0);
    await expect(page).toHaveURL(`${product.url}/`);

    const card = await openRow(parkingCard(screen, plate));
    await expect(card.getByText("Aktiv")).toBeVisible();
    for (const text of ["Škoda Octavia", "Blågrön", "Östra Förstadsgatan 5", "Ej angivet"]) {
      await expect(card.getByRole("definition").filter({ hasText: text })).toHaveText(text);
    }
    const [row] = await parkingRows(product, plate);
    expect(row).toMatchObject({ project_id: "ostra-hamnen", active: true, discord_username: null });
    await expectTwoHoursFromNow(card, row!);

    // The device keeps the receipt. An attendant at the car sees each change of the parking within a second.
    await screen.getByLabel("Kontrollera registreringsnummer").fill(plate);
    await screen.getByRole("button", { name: "Kontrollera", exact: true }).click();
    const answer = screen.getByRole("region", { name: "Svar" });
    await expect(answer).toContainText("GILTIG");
    await page.getByRole("link", { name: `${readablePlate(plate)} · gäller till` }).click();
    await expect(page).toHaveURL(/\/receipt\/[\w-]{22}$/);
    const key = page.url().slice(-22);
    const timeOf = (moment: number) =>
      page.evaluate((at) => new Date(at).toLocaleTimeString("sv-SE", { timeStyle: "short" }), moment);
    await page.getByRole("button", { name: "+1 h" }).click();
    const newEnd = row!.end_time.getTime() + 3_600_000;
    await expect.poll(async () => (await parkingRows(product, plate))[0]!.end_time.getTime()).toBe(newEnd);
    await expect(answer).toContainText(new RegExp(`till .*${await timeOf(newEnd)}`), WITHIN_A_SECOND);
    await page.getByRole("button", { name: "Avsluta nu" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Avsluta" }).click();
    await expect(answer).toContainText("RESPITTID");
    await expect(card.getByText("Utgången")).toBeVisible();
    await expect(page.getByText(/^Avslutad/)).toBeVisible();
    const kept = await product.sql`
      select from web_activity_logs where to_jsonb(web_activity_logs)::text like ${`%${key}%`}
      union all select from audit_trail where to_jsonb(audit_trail)::text like ${`%${key}%`}`;
    expect(kept).toHaveLength(0);
    await attendant.close();
  });

  // Spec 1 §2: The route …
  // Spec 1 §2: Fields: car …
  // Spec 1 §5: Start parking: all
  // Spec rules §10: A long form
  test("asks for every field, in sight of the one that is missing", { tag: "@once" }, async ({ page }) => {
    const plate = newSwedishPlate();
    await page.goto("/start-parking");
    // The sites come first; parking at none of them is a choice that says what it means.
    await expectAccessible(page);
    const choices = page.getByRole("list", { name: "Var parkerar du?" }).getByRole("link");
    await expect(choices.filter({ has: page.getByText("Östra hamnen") })).toHaveAttribute(
      "href",
      "/ostra-hamnen/start-parking",
    );
    await expect(choices.last()).toHaveText("Utan platsIngen parkeringsvakt på någon plats ser parkeringen.");
    await choices.last().click();
    await page.getByRole("button", { name: "Registrera parkering" }).click();
    await expect(page.getByRole("alert").getByText("Var god fyll i alla fält")).toBeVisible();
    await expect(page.getByLabel("Registreringsnummer")).toBeFocused();
    await expectAccessible(page);
    // On a phone the form is longer than the window: what is missing is said in sight, and not over the field to fill in.
    await page.setViewportSize({ width: 390, height: 844 });
    for (const name of ["Registreringsnummer", "Gata"]) {
      await page.getByLabel("Registreringsnummer").fill(name === "Gata" ? plate : "");
      await page.getByLabel("Bilmodell").fill(name === "Gata" ? "Saab 900" : "");
      await page.getByLabel("Färg").fill(name === "Gata" ? "Röd" : "");
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await page.getByRole("button", { name: "Registrera parkering" }).click();
      await expect(page.getByLabel(name)).toBeFocused();
      await expect(page.getByText("Var god fyll i alla fält")).toBeInViewport({ ratio: 1 });
      // The page may still scroll between the two measurements.
      await expect(async () => {
        const field = await page.getByLabel(name).boundingBox();
        const message = await page.getByText("Var god fyll i alla fält").boundingBox();
        expect(field!.y).toBeGreaterThanOrEqual(0);
        expect(field!.y + field!.height).toBeLessThanOrEqual(message!.y);
      }).toPass();
    }
    // A phone folds the start.
    await expect(page.getByLabel("Starttid")).toBeHidden();
    await page.getByRole("button", { name: "Ändra start" }).click();
    await expect(page.getByLabel("Starttid")).toBeFocused();
  });

  // Spec 1 §2: The route …
  // Spec 1 §5: End may not
  // Spec rules §10: No word of
  test("refuses an end before the start, and survives a reload", { tag: "@once" }, async ({ page, product }) => {
    const plate = newSwedishPlate();
    // A Wednesday morning: start and end are days of the same week, whenever this runs.
    await page.clock.setFixedTime(new Date("2026-11-18T10:00:00+01:00"));
    await page.goto("/start-parking?site=none");
    await page.getByLabel("Bilmodell").fill("Saab 900");
    await page.getByLabel("Färg").fill("Röd");
    await page.getByLabel("Gata").fill("Kajen 1");
    await page.getByLabel("Registreringsnummer").fill(plate);
    await page.getByLabel("Discord-användarnamn").fill("åsa#1");
    await page.getByLabel("Starttid").fill("1200");
    await page.getByLabel("Sluttid").fill("99:99");
    await page.getByRole("button", { name: "Registrera parkering" }).click();
    await expect(page.getByText("Ange tiden som HH:mm")).toBeVisible();
    await page.getByLabel("Sluttid").fill("11:59");
    await page.getByRole("button", { name: "Slutdatum" }).click();
    const today = page.getByRole("gridcell", { selected: true }).getByRole("button");
    await today.press("End");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Startdatum" }).click();
    await expect(today).toBeFocused();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Registrera parkering" }).click();
    const message = page.getByText("Sluttiden kan inte vara före starttiden");
    await expect(message).toBeVisible();
    expect(await message.evaluate((text) => text.scrollWidth - text.clientWidth), "no word beyond its place").toBe(0);
    await expect(page.getByLabel("Starttid")).toHaveValue("12:00");
    expect(await parkingRows(product, plate)).toHaveLength(0);

    await page.reload();
    await expect(page.getByLabel("Registreringsnummer")).toHaveValue(plate);
    await page.getByLabel("Sluttid").fill("12:00");
    await page.getByRole("button", { name: "Registrera parkering" }).click();
    await expect(page.getByText("Parkeringen har registrerats")).toBeVisible();
    const [row] = await parkingRows(product, plate);
    expect(row).toMatchObject({ project_id: null, discord_username: "åsa#1" });
    expect(row!.start_time).toEqual(row!.end_time);
    await expect(page).toHaveURL(`${product.url}/`);
    await page.goto("/start-parking?site=none");
    await expect(page.getByLabel("Registreringsnummer")).toHaveValue("");
    await page.getByRole("button", { name: "Tillbaka" }).click();
    await expect(page).toHaveURL(`${product.url}/`);
  });

  test("offers lengths by a press, and the car of last time", { tag: "@all" }, async ({ page, product }) => {
    const plate = newSwedishPlate();
    await page.clock.setFixedTime(new Date("2026-11-18T21:10:00+01:00"));
    await page.goto("/ostra-hamnen/start-parking");
    await expect(page.getByText("Till 23:10 · 2 h")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Samma bil/ })).toHaveCount(0);
    const end = page.getByLabel("Sluttid");
    for (const [chip, time, total] of [
      ["4 h", "01:10", "Sammanlagt 4 timmar"],
      ["+30 min", "01:40", "Sammanlagt 4 timmar och 30 minuter"],
      ["1 h", "22:10", "Sammanlagt 1 timme"],
      ["2 h", "23:10", "Sammanlagt 2 timmar"],
      ["−30 min", "22:40", "Sammanlagt 1 timme och 30 minuter"],
      ["Till midnatt", "00:00", "Sammanlagt 2 timmar och 50 minuter"],
    ] as const) {
      await page.getByRole("button", { name: chip, exact: true }).click();
      await expect(end).toHaveValue(time);
      await expect(page.getByText(total, { exact: true })).toBeAttached();
    }
    await expect(page.getByText("Till i morgon 00:00 · 2 h 50 min")).toBeVisible();
    await page.getByRole("button", { name: "Registrera parkering" }).click();
    for (const name of ["Registreringsnummer", "Bilmodell", "Färg", "Gata"])
      await expect(page.getByLabel(name)).toHaveAccessibleDescription(/^Saknas/);
    await page.getByLabel("Registreringsnummer").fill(plate);
    await page.getByLabel("Bilmodell").fill("Saab 900");
    await page.getByLabel("Färg").fill("Röd");
    await expect(page.getByText("Saknas", { exact: true })).toHaveCount(1);
    await page.getByLabel("Gata").fill("Kajen 1");
    await page.getByLabel("Discord-användarnamn").fill("åsa#1");
    await page.getByRole("button", { name: "Registrera parkering" }).click();
    await expect(page.getByText("Parkeringen har registrerats")).toBeVisible();
    const [row] = await parkingRows(product, plate);
    expect(row!.end_time.toISOString()).toBe("2026-11-18T23:00:00.000Z");

    await page.goto("/ostra-hamnen/start-parking");
    await expectAccessible(page);
    const same = page.getByRole("button", { name: `Samma bil: ${plate}` });
    await page.setViewportSize({ width: 390, height: 844 });
    const oneLine = 30;
    expect((await page.getByText("Senast från den här enheten").boundingBox())!.height).toBeLessThan(oneLine);
    await same.click();
    for (const [label, value] of [
      ["Registreringsnummer", plate],
      ["Bilmodell", "Saab 900"],
      ["Färg", "Röd"],
      ["Discord-användarnamn", "åsa#1"],
      ["Gata", ""],
    ] as const) {
      await expect(page.getByLabel(label)).toHaveValue(value);
    }
    await expect(same).toHaveCount(0);
    await page.getByLabel("Registreringsnummer").fill("");
    await page.getByRole("button", { name: "Glöm bilen" }).click();
    await page.reload();
    await expect(page.getByLabel("Bilmodell")).toHaveValue("Saab 900");
    await expect(same).toHaveCount(0);
  });

  // Spec rules §3: The visitor's form
  test(
    "asks once about a plate of no Swedish form, and refuses one without a letter or a digit",
    { tag: "@once" },
    async ({ page, product }) => {
      await product.sql`delete from parkings where plate_key in ('HZV700', 'BAB1234')`;
      const send = async (plate: string) => {
        await page.goto("/ostra-hamnen/start-parking");
        await page.getByLabel("Registreringsnummer").fill(plate);
        await page.getByLabel("Bilmodell").fill("Saab 900");
        await page.getByLabel("Färg").fill("Röd");
        await page.getByLabel("Gata").fill("Kajen 1");
        await page.getByRole("button", { name: "Registrera parkering" }).click();
      };
      const field = page.getByLabel("Registreringsnummer");
      const isStored = () => expect(page.getByText("Parkeringen har registrerats")).toBeVisible();
      await send("!!!");
      await expect(field).toHaveAccessibleDescription(/Ange bilens registreringsnummer med bokstäver och siffror/);

      await send("hzv 7oo");
      const meant = page.getByRole("dialog", { name: "Menar du HZV 700?" });
      await expect(meant.getByRole("button", { name: "Ja", exact: true })).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await expect(field).toHaveAccessibleDescription(/Kontrollera registreringsnumret/);
      await expect(field).toBeFocused();
      expect(await parkingRows(product, "HZV 700")).toHaveLength(0);
      await page.getByRole("button", { name: "Registrera parkering" }).click();
      await meant.getByRole("button", { name: "Ja", exact: true }).click();
      await isStored();
      expect(await parkingRows(product, "HZV 700")).toHaveLength(1);

      await send("b ab 1234");
      const wrong = page.getByRole("dialog", { name: "Är B AB 1234 felskrivet?" });
      await wrong.getByRole("button", { name: "Ja, ändra" }).click();
      await expect(field).toBeFocused();
      await page.getByRole("button", { name: "Registrera parkering" }).click();
      await wrong.getByRole("button", { name: "Nej, den ser ut så" }).click();
      await isStored();
      // The device remembers it, in any way of writing.
      await send("B-AB 1234");
      await isStored();
      const stored = await product.sql`select ref_number from parkings where plate_key = 'BAB1234' order by created_at`;
      expect(stored.map((row) => row["ref_number"] as string)).toEqual(["B AB 1234", "B-AB 1234"]);
    },
  );

  // Spec 1 §8: Parking registration success
  // Spec 1 §9: redirect delays 2000
  test("leads home two seconds later", { tag: "@all" }, async ({ page, product }) => {
    await page.clock.install();
    await page.goto("/ostra-hamnen/start-parking");
    await page.getByLabel("Registreringsnummer").fill(newSwedishPlate());
    await page.getByLabel("Bilmodell").fill("Saab 900");
    await page.getByLabel("Färg").fill("Röd");
    await page.getByLabel("Gata").fill("Kajen 1");
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole("button", { name: "Registrera parkering" }).click();
    const done = page.getByRole("button", { name: "Registrerad – du skickas vidare" });
    await expect(done).toBeVisible();
    await page.clock.runFor(1999);
    await expect(done).toBeVisible();
    await page.clock.runFor(1);
    await expect(page).toHaveURL(`${product.url}/`);
    // At the end Playwright takes its scripts away, and resumes a clock that stands still. When it does both at once, the script that
    // resumes the clock may stay and throw in every page of the next tests.
    await page.clock.resume();
  });

  test("that is longer than the site allows says until when it may be, at the end's field @once", async ({
    page,
    product,
    consoleErrors,
  }) => {
    consoleErrors.tolerate(/status of 400/);
    const plate = newSwedishPlate();
    const setMost = (hours: number | null) =>
      product.sql`update site_settings set max_parking_hours = ${hours} where project_id = 'ostra-hamnen'`;
    await page.goto("/ostra-hamnen/start-parking");
    await page.getByLabel("Registreringsnummer").fill(plate);
    await page.getByLabel("Bilmodell").fill("Saab 900");
    await page.getByLabel("Färg").fill("Röd");
    await page.getByLabel("Gata").fill("Kajen 1");
    const time = page.getByLabel("Sluttid");
    await page.getByRole("button", { name: "+30 min", exact: true }).click();
    await setMost(2);
    try {
      const latestAt = (ms: number) => CLOCK.format(ms + 2 * 3_600_000);
      const before = latestAt(Date.now());
      await page.getByRole("button", { name: "Registrera parkering" }).click();
      const words = "^Här får en parkering vara i högst 2 timmar, alltså längst till (\\d{4}-\\d\\d-\\d\\d )?";
      await expect(time).toHaveAccessibleDescription(new RegExp(words));
      // A start that nobody touched is that of the press, which a minute may end beside.
      const latest = `(${before}|${latestAt(Date.now())})`;
      await expect(time).toHaveAccessibleDescription(new RegExp(`${words}${latest}\\.`));
      expect(await parkingRows(product, plate)).toHaveLength(0);
      await setMost(3);
      await page.getByRole("button", { name: "Registrera parkering" }).click();
      await expect(page.getByText("Parkeringen har registrerats")).toBeVisible();
    } finally {
      await setMost(null);
    }
  });

  // Spec 1 §8: Parking registration failure
  test("that fails keeps what was typed", { tag: "@all" }, async ({ page, product, consoleErrors }) => {
    consoleErrors.tolerate(UNREACHABLE);
    const plate = newSwedishPlate();
    await page.goto("/ostra-hamnen/start-parking");
    await page.getByLabel("Registreringsnummer").fill(plate);
    await page.getByLabel("Bilmodell").fill("Saab 900");
    await page.getByLabel("Färg").fill("Röd");
    await page.getByLabel("Gata").fill("Kajen 1");
    await product.stopDatabase();
    await page.getByRole("button", { name: "Registrera parkering" }).click();
    await expect(page.getByText("Ett fel uppstod när parkeringen skulle registreras")).toBeVisible();
    await expect(page.getByLabel("Registreringsnummer")).toHaveValue(plate);
    await product.startDatabase();
    await page.getByRole("button", { name: "Registrera parkering" }).click();
    await expect(page.getByText("Parkeringen har registrerats")).toBeVisible();
    expect(await parkingRows(product, plate)).toHaveLength(1);
  });
});

// Spec 1 §2: List of all
test("the list without a project holds those of no project, and of each where tenants are not apart @rights", async ({
  page,
  product,
  differences,
}) => {
  await addPeople(product, { kind: "attendant", project: null, userId: "alla01", password: "Alla-7410" });
  const here = await registerParking(product);
  const elsewhere = await registerParking(product, { project_id: null });
  await page.goto("/attendant-login");
  await page.getByLabel("Användar-ID").fill("alla01");
  await page.getByLabel("Lösenord", { exact: true }).fill("Alla-7410");
  await page.getByRole("button", { name: "Logga in" }).click();
  await expect(page).toHaveURL(`${product.url}/attendant-dashboard`);
  await expect(parkingCard(page, elsewhere)).toBeVisible();
  await expect(parkingCard(page, here)).toHaveCount(differences.areTenantsApart ? 0 : 1);
  await beginAsAttendant(page);
  await expect(parkingCard(page, here)).toBeVisible();
  await expect(parkingCard(page, elsewhere)).toHaveCount(0);
});
