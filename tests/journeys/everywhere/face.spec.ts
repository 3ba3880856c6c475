// The look that every screen shares: the font, the products' signs and names, and that nothing jumps while a screen loads.
// The font runs in `specified`: both front ends have the same styles. Tabs on a phone are @all: ui/tabs.
import type { Locator, Page } from "@playwright/test";
import { seriousFindings } from "#tests/support/browser/axe.ts";
import { expect, test, untilLaidOut } from "#tests/support/browser/browser.ts";
import { ADMIN_TABS, logInAsAdmin, registerShift } from "#tests/support/journeys/customer-admin.ts";
import {
  beginAsAttendant,
  chooseInMenu,
  logInAsAttendant,
  newPlate,
  parkingCard,
  pressInRow,
  registerParking,
} from "#tests/support/journeys/attendant.ts";
import { layoutShift } from "#tests/support/browser/paints.ts";
import { chooseViolation } from "#tests/support/journeys/fine-form.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";

const PHONE = { width: 390, height: 844 };
const FONT = /overpass[^/]*\.woff2/;

// Spec rules §10: The font's signs
test("the font comes from our own host, has figures of one width, and its stand-in is as wide @once", async ({
  page,
  product,
}) => {
  let letFontCome: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    letFontCome = resolve;
  });
  const asked: string[] = [];
  await page.route(FONT, async (route) => {
    asked.push(new URL(route.request().url()).origin);
    await held;
    await route.continue();
  });
  await page.setViewportSize(PHONE);
  // The page is loaded when the font is: the test waits for what stands on it before that.
  await page.goto("/ostra-hamnen/attendant-login", { waitUntil: "commit" });
  const button = page.getByRole("button", { name: "Logga in" });
  await expect(button).toBeVisible();
  expect(await hasFont(page)).toBe(false);
  const [standIn, heading] = [await page.getByRole("heading", { level: 1 }).boundingBox(), await widthOf(page, LONG)];
  letFontCome?.();
  await expect.poll(() => hasFont(page)).toBe(true);
  expect(asked).toEqual([new URL(product.url).origin]);
  expect((await page.getByRole("heading", { level: 1 }).boundingBox())!.height).toBe(standIn!.height);
  const width = await widthOf(page, LONG);
  expect(Math.abs(width - heading) / width).toBeLessThan(0.02);
  expect(await widthOf(page, "1111")).toBe(await widthOf(page, "0000"));
  // The font's own signs of these have no width: they would stand on the letter behind them.
  for (const sign of "·´¨¯¸") expect(await widthOf(page, `R${sign}R`)).toBeGreaterThan(await widthOf(page, "RR"));
  expect(await layoutShift(page)).toBeLessThan(0.02);
});

// Spec rules §10: A title stands
test("the title stands at one left edge, whatever the page's width @once", async ({ page }) => {
  const edges = new Set<number>();
  for (const at of ["/", "/ostra-hamnen", "/ostra-hamnen/start-parking", "/case", "/ostra-hamnen/attendant-login"]) {
    await page.goto(at);
    edges.add((await page.getByRole("heading", { level: 1 }).boundingBox())!.x);
  }
  expect([...edges]).toHaveLength(1);
});

const LONG = "Registrera parkering, följ parkeringar och skriv parkeringsbot: Åkergränd, Magasinsgatan.";

const hasFont = (page: Page) =>
  page.evaluate(() => [...document.fonts].some(({ family, status }) => family === "Overpass" && status === "loaded"));

/** The width of a text in the page's own style, in pixels. */
const widthOf = (page: Page, text: string) =>
  page.evaluate((content) => {
    const span = document.createElement("span");
    span.style.cssText = "position:absolute;white-space:nowrap";
    span.textContent = content;
    document.body.append(span);
    const { width } = span.getBoundingClientRect();
    span.remove();
    return width;
  }, text);

const minutes = (count: number) => new Date(Date.now() + count * 60_000);

for (const [at, settled] of [
  ["/", "Continue as Guest"],
  ["/ostra-hamnen", "Start Parking"],
  ["/ostra-hamnen/start-parking", "Registrera parkering"],
  ["/157715", "Driver Login"],
  ["/YSTAD", "For Sale"],
  ["/ASE", "Start Shift"],
  ["/login", "Sign In"],
] as const) {
  test(`nothing jumps while ${at} loads`, { tag: at === "/" ? "@once" : "@all" }, async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto(at, { waitUntil: "networkidle" });
    await expect(
      page
        .getByRole("button", { name: settled })
        .or(page.getByRole("link", { name: settled }))
        .first(),
    ).toBeVisible();
    await expect.poll(() => hasFont(page)).toBe(true);
    expect(await layoutShift(page)).toBeLessThan(0.02);
  });
}

for (const [at, name] of [
  ["/ostra-hamnen", "Parkering"],
  ["/157715", "Taxi"],
  ["/157715/chauffeur-login", "Taxi"],
  ["/721075", "Ledningscentralen"],
  ["/YSTAD", "Ystadbostäder"],
  ["/ASE/employee-login", "Ambulance service"],
  ["/login", "Accounts"],
] as const) {
  // Spec rules §14: The installed app
  test(`${at} says whose it is`, { tag: at === "/157715" ? "@once" : "@all" }, async ({ page }) => {
    await page.goto(at);
    await expect(page).toHaveTitle(new RegExp(`(^| · )${name}$`));
    await expect(page.getByRole("banner").getByText(name, { exact: true }).first()).toBeVisible();
    const isParking = name === "Parkering";
    await expect(page.locator("html[data-product]")).toHaveCount(isParking ? 0 : 1);
    // The bar of the installed application has the colour of the sign.
    const bar = page.locator("meta[name=theme-color]");
    const sign = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--sign"));
    await expect(bar).toHaveAttribute("content", sign);
    // The way back to the company's own page takes the accent off.
    await page.goto("/");
    await expect(page.locator("html[data-product]")).toHaveCount(0);
    await expect(bar).toHaveAttribute("content", "#0b4a8a");
  });
}

// fine.spec.ts asks that the picture looks like the screen, letter for letter.
test("pictures of a fine take the font along, from the cache and once", { tag: "@all" }, async ({ page, product }) => {
  const plate = await registerParking(product);
  await logInAsAttendant(page);
  await pressInRow(page, plate, "Skapa parkeringsbot");
  await chooseViolation(page, "Parkerat längre än tillåten tid");
  for (let pictures = 0; pictures < 2; pictures += 1) {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Spara bild" }).click();
    await download;
  }
  const bytes = await page.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ name, initiatorType }) => name.includes("overpass") && initiatorType === "fetch")
      .map(({ transferSize }) => transferSize),
  );
  expect(bytes).toEqual([0]);
});

test(
  "on a phone the list has a short row a parking, which opens to the rest",
  { tag: "@all" },
  async ({ page, product }) => {
    const plate = newPlate().slice(0, 6);
    await registerParking(product, { ref_number: plate, end_time: new Date(Date.now() + 5 * 60_000) });
    await page.setViewportSize(PHONE);
    await logInAsAttendant(page);
    const row = parkingCard(page, plate);
    await expect(row.getByText(/^[45] min kvar$/)).toBeVisible();
    await expect(row.getByText("Åkergränd 1")).toBeVisible();
    expect((await row.boundingBox())!.height).toBe(72);
    await expect(row.getByText("Ej angivet")).toBeHidden();
    const fine = row.getByRole("button", { name: "Skapa parkeringsbot" });
    await expect(fine).toHaveCount(0);
    // Anywhere on the row.
    await row.click({ position: { x: 60, y: 40 } });
    await expect(row.getByRole("button", { name: `Mer om ${plate}` })).toHaveAttribute("aria-expanded", "true");
    await expect(row.getByText("Ej angivet")).toBeVisible();
    await fine.click();
    await expect(page.getByRole("button", { name: "Generera" })).toBeVisible();
  },
);

test(
  "the list shows what runs, what ends soon first, and what is over, with how many",
  { tag: "@all" },
  async ({ page, product }) => {
    // Nothing of other tests ends before these.
    await product.sql`update parkings set end_time = now() + interval '1 hour'
      where end_time between now() and now() + interval '10 minutes'`;
    const soon = await registerParking(product, { end_time: minutes(4) });
    const over = await registerParking(product, { start_time: minutes(-60), end_time: minutes(-1) });
    const next = await registerParking(product, { end_time: minutes(6) });
    await logInAsAttendant(page);
    const shown = page.getByRole("group", { name: "Visa" });
    const count = async (name: string) =>
      Number((await shown.getByRole("button", { name }).innerText()).replaceAll(/\D/g, ""));
    const [rows] = await product.sql<{ all: number; active: number }[]>`
    select count(*)::int as all, count(*) filter (where end_time >= now())::int as active
    from parkings where project_id = 'ostra-hamnen'`;
    await expect.poll(() => count("Alla")).toBe(rows!.all);
    expect(await count("Går ut först")).toBe(rows!.active);
    expect(await count("Utgångna")).toBe(rows!.all - rows!.active);

    await shown.getByRole("button", { name: "Går ut först" }).click();
    const articles = page.getByRole("article");
    await expect(articles.nth(0)).toHaveAccessibleName(soon);
    await expect(articles.nth(1)).toHaveAccessibleName(next);
    await expect(parkingCard(page, over)).toHaveCount(0);
    const added = await registerParking(product, { end_time: minutes(2) });
    await expect(articles.first()).toHaveAccessibleName(added);
    await expect.poll(() => count("Går ut först")).toBe(rows!.active + 1);

    await shown.getByRole("button", { name: "Utgångna" }).click();
    await expect(articles.first()).toHaveAccessibleName(over);
    await page.reload();
    await expect(articles.first()).toHaveAccessibleName(over);
    // A search is over all of them.
    await page.getByRole("searchbox", { name: "Sök parkeringar" }).fill(soon);
    await expect(parkingCard(page, soon)).toBeVisible();
    await expect(shown).toHaveCount(0);
  },
);

const colour = (text: RegExp, row: Locator) => row.getByText(text).evaluate((node) => getComputedStyle(node).color);

/** Seventeen cars, of which the newest ends soon and the one before is over. Each attribute of the others is longer than its place. */
async function registerSeventeen(product: RunningProduct) {
  const long = { car_model: "Volkswagen Multivan Comfortline", street: "Österportsterminalens långtidsparkering 12" };
  for (let index = 0; index < 15; index += 1) await registerParking(product, long);
  const over = await registerParking(product, { start_time: minutes(-60), end_time: minutes(-1) });
  const plate = await registerParking(product, { end_time: minutes(10), ref_number: "qzx41b" });
  const removeCars = () =>
    product.sql`delete from parkings where street = ${long.street} or ref_number = any (${[plate, over]})`;
  return { over, plate, removeCars };
}

/** Height and lower edge of the list's first rows, once nothing moves any more. */
async function heights(page: Page, count: number) {
  const rows = page.getByRole("article");
  await rows.nth(count - 1).waitFor();
  await page.evaluate(untilLaidOut);
  const all = await rows.evaluateAll((list) =>
    list.map((row) => [row.getBoundingClientRect().height, row.getBoundingClientRect().bottom] as const),
  );
  return all.slice(0, count);
}

// Spec 3 §6: The attendants' list has …
// Spec 3 §6: The list stands below …
test("the attendant's list shows seven cars on a phone, and its actions in a menu @rights", async ({
  page,
  product,
}) => {
  const { over, plate, removeCars } = await registerSeventeen(product);
  const rows = page.getByRole("article");
  await page.setViewportSize(PHONE);
  await beginAsAttendant(page);
  for (const [height, bottom] of await heights(page, 7)) {
    expect(height).toBe(72);
    expect(bottom).toBeLessThanOrEqual(PHONE.height);
  }
  expect((await page.getByRole("banner").boundingBox())!.height).toBeLessThanOrEqual(60);
  await expect(rows.first()).toHaveAccessibleName(plate);
  await expect(rows.first().getByText("QZX 41B", { exact: true })).toBeVisible();
  const [soon, gone, runs] = [
    await colour(/ min kvar$/, rows.first()),
    await colour(/ sedan$/, parkingCard(page, over)),
    await colour(/ kvar$/, rows.nth(2)),
  ];
  expect(new Set([soon, gone, runs]).size).toBe(3);

  await page.getByRole("button", { name: "Mer", exact: true }).focus();
  await page.keyboard.press("Enter");
  const items = page.getByRole("menu", { name: "Mer" }).getByRole("menuitem");
  await expect(items.first()).toBeFocused();
  expect(await seriousFindings(page, "all")).toEqual([]);
  const own = product.profile === "hardened" ? ["Mitt konto"] : [];
  await expect(items).toHaveText([
    "Sök",
    "Skapa rapport",
    "Registrera skift",
    "Stämpla in",
    "Mina timmar",
    ...own,
    "Tema: som enheten",
    "Logga ut",
    "Tillbaka",
  ]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Mer", exact: true })).toBeFocused();
  await chooseInMenu(page, "Sök");
  await expect(page.getByRole("searchbox", { name: "Sök parkeringar" })).toBeFocused();
  await chooseInMenu(page, "Skapa rapport");
  await expect(page).toHaveURL(/\/create-report$/);
  await removeCars();
});

// Spec 3 §6: The attendants' list has …
// Spec 3 §6: The list stands below …
test("the attendant's list shows fifteen cars at a desk, and keeps its place beside an answer @rights", async ({
  page,
  product,
}) => {
  const { plate, removeCars } = await registerSeventeen(product);
  await beginAsAttendant(page);
  for (const [height, bottom] of await heights(page, 15)) {
    expect(height).toBe(48);
    expect(bottom).toBeLessThanOrEqual(900);
  }
  await page.getByLabel("Kontrollera registreringsnummer").fill(plate);
  await page.getByLabel("Kontrollera registreringsnummer").press("Enter");
  const answer = page.getByRole("region", { name: "Svar" });
  await expect(answer).toContainText("GILTIG");
  // The answer stands beside the list, which keeps its place.
  expect((await heights(page, 15)).map(([, bottom]) => bottom <= 900)).not.toContain(false);
  await page.mouse.move(900, 600);
  await page.mouse.wheel(0, 600);
  await expect(answer).toBeInViewport();
  await removeCars();
});

test(
  "an admin's tabs are all in sight on a phone, and say how many shifts wait",
  { tag: "@all" },
  async ({ page, product }) => {
    await product.sql`update shift_registrations set status = 'approved', approved = true where status = 'pending'`;
    await page.setViewportSize(PHONE);
    await logInAsAdmin(page);
    for (const name of ADMIN_TABS) {
      const box = (await page.getByRole("tab", { name, exact: true }).boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(PHONE.width);
    }
    const shifts = page.getByRole("tab", { name: "Skift", exact: true });
    await expect(shifts).toHaveText("Skift");
    await registerShift(product, page, { description: "Väntar" });
    await expect(shifts).toHaveText("Skift1");
    await expect(shifts).toHaveAttribute("aria-description", "1 skift väntar");
  },
);

test("the times of a shift are filled in by a press, and its length is said", { tag: "@all" }, async ({ page }) => {
  // Before the login: a session that began while the clock ran ahead ends.
  await page.clock.setFixedTime(new Date("2026-11-18T17:05:00+01:00"));
  await logInAsAttendant(page);
  await page.setViewportSize(PHONE);
  await page.goto("/ostra-hamnen/shift-registration");
  const ends = page.getByRole("group", { name: "Slut" });
  await page.getByLabel("Starttid").fill("08:30");
  await ends.getByRole("button", { name: "8 h" }).click();
  await expect(page.getByLabel("Sluttid")).toHaveValue("16:30");
  await expect(page.getByText("Längd 8 timmar", { exact: true })).toBeVisible();
  await ends.getByRole("button", { name: "Nu" }).click();
  await expect(page.getByLabel("Sluttid")).toHaveValue("17:05");
  await expect(page.getByText("Längd 8 timmar och 35 minuter", { exact: true })).toBeVisible();
  await page.getByRole("group", { name: "Start" }).getByRole("button", { name: "Nu" }).click();
  await expect(page.getByLabel("Starttid")).toHaveValue("17:05");
  const [day, time] = [
    await page.getByRole("button", { name: "Startdatum" }).boundingBox(),
    await page.getByLabel("Starttid").boundingBox(),
  ];
  expect(Math.abs(day!.y - time!.y)).toBeLessThan(4);
});
