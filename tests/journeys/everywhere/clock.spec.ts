// A phone whose clock jumps by a day: its sessions end then or early, nobody is stuck, and a wrong clock keeps nobody out.
// Runs in `specified`: the browser's clock knows no policy; tests/faults/clock jumps the server's.
// A jump backwards is @all: session/store tests the end of a session.
import type { Page } from "@playwright/test";
import { parkingCard, registerParking } from "#tests/support/journeys/attendant.ts";
import { expect, test } from "#tests/support/browser/browser.ts";

const JUMP_MS = 25 * 3_600_000;
const LOGIN = /\/ostra-hamnen\/attendant-login$/;

/** Sets the page's clock to so many milliseconds from the right time, as a phone does while it sleeps. */
async function setClock(page: Page, offset: number): Promise<void> {
  await page.clock.setSystemTime(Date.now() + offset);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
}

async function logIn(page: Page): Promise<void> {
  await page.getByLabel("Användar-ID").fill("vakt01");
  await page.getByLabel("Lösenord", { exact: true }).fill("Vakt-7410");
  await page.getByRole("button", { name: "Logga in" }).click();
  await expect(page).toHaveURL(/\/ostra-hamnen\/attendant-dashboard$/);
  await expect(page.getByText("Uppdateras direkt")).toBeVisible();
}

for (const [direction, offset] of [
  ["forwards", JUMP_MS],
  ["backwards", -JUMP_MS],
] as const) {
  test(
    `a clock that jumps ${direction} ends the session, and a login with the wrong time works until it is right again`,
    { tag: direction === "forwards" ? [] : "@all" },
    async ({ page, product, consoleErrors }) => {
      // A page whose session has ended asks once more whether its login holds.
      consoleErrors.tolerate(/Failed to load resource.*40[13]/);
      await page.clock.install();
      await page.goto("/ostra-hamnen/attendant-login");
      await logIn(page);
      await setClock(page, offset);
      await expect(page).toHaveURL(LOGIN);

      let renewals = 0;
      page.on("request", (request) => (renewals += request.url().includes("grant_type=refresh_token") ? 1 : 0));
      await logIn(page);
      const plate = await registerParking(product);
      await page.getByRole("button", { name: "Sök", exact: true }).click();
      await expect(parkingCard(page, plate)).toBeVisible();
      await page.reload();
      await expect(parkingCard(page, plate)).toBeVisible();
      expect(renewals).toBeLessThan(5);

      await setClock(page, 0);
      await expect(page).toHaveURL(LOGIN);
      await logIn(page);
    },
  );
}
