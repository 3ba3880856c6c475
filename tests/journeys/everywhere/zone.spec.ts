// A browser in another part of the world: every clock is the company's, and the night when clocks are set back is stored right.
// Runs in `specified`: the browser's clock knows no policy.
// A configuration without a zone is @all: its default is one line of data/config, which nothing else in `npm test` asks.
import {
  beginAsAttendant,
  logInAsAttendant,
  newSwedishPlate,
  openRow,
  parkingCard,
  registerParking,
} from "#tests/support/journeys/attendant.ts";
import { expect, test } from "#tests/support/browser/browser.ts";

test.use({ timezoneId: "Asia/Tokyo" });

// Spec 3 §6: Times are shown
test("a visitor in Tokyo registers the doubled hour of October, and an attendant there reads which", async ({
  page,
  product,
}) => {
  await page.clock.install({ time: new Date("2026-10-24T21:10:00Z") });
  await page.goto("/ostra-hamnen/start-parking");
  await expect(page.getByLabel("Starttid")).toHaveValue("23:10");
  await expect(page.getByRole("button", { name: "Startdatum" })).toHaveText(/24 oktober 2026/);
  await expect(page.getByLabel("Sluttid")).toHaveValue("01:10");
  await expect(page.getByRole("button", { name: "Slutdatum" })).toHaveText(/25 oktober 2026/);

  const plate = newSwedishPlate();
  await page.getByLabel("Bilmodell").fill("Volvo V70");
  await page.getByLabel("Färg").fill("Blå");
  await page.getByLabel("Gata").fill("Åkergränd 1");
  await page.getByLabel("Registreringsnummer").fill(plate);
  await page.getByLabel("Sluttid").fill("230");
  await expect(page.getByText("Du menar den första (sommartid).")).toBeVisible();
  await page.getByRole("button", { name: "Jag menar den andra" }).click();
  await expect(page.getByLabel("Sluttid")).toHaveValue("02:30 normaltid");
  await page.getByRole("button", { name: "Registrera parkering" }).click();
  await expect(page.getByText("Parkeringen har registrerats")).toBeVisible();
  const [row] = await product.sql`select start_time, end_time from parkings where ref_number = ${plate}`;
  expect(row).toEqual({
    start_time: new Date("2026-10-24T21:10:00Z"),
    end_time: new Date("2026-10-25T01:30:00Z"),
  });

  await page.clock.setSystemTime(Date.now());
  await beginAsAttendant(page);
  await expect(await openRow(parkingCard(page, plate))).toContainText("2026-10-25 02:30 normaltid");
});

// Spec rules §10: A /config.json that
test("a configuration that names no zone stops nothing: the clocks are Stockholm's, and the console says so @all", async ({
  page,
  product,
  consoleErrors,
}) => {
  consoleErrors.tolerate(/no time zone "Europe\/Kalmar"/);
  const told = page.waitForEvent("console", (message) => message.text().includes("clocks show Europe/Stockholm"));
  await page.route("**/config.json", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), timeZone: "Europe/Kalmar" } });
  });
  const plate = await registerParking(product, {
    end_time: new Date("2026-07-01T10:00:00Z"),
    start_time: new Date("2026-07-01T09:00:00Z"),
  });
  await logInAsAttendant(page);
  await told;
  await page.getByRole("searchbox").fill(plate);
  await expect(await openRow(parkingCard(page, plate))).toContainText("2026-07-01 12:00");
});
