// The line to the centre is cut (document 5 §1, §3): the screen says since when, presses are refused and never sent later, typing is kept.
// Runs in `specified`: the browser without an answer knows no policy.
// @all: it waits half a minute for a line; a crew and an alarm lose theirs in `npm test`.
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { logInAsOperator } from "#tests/support/journeys/dispatch.ts";
import { edit, form, group, keepUnits, openRoster, status, unitRow } from "#tests/support/journeys/dispatch-roster.ts";
import { layCable } from "#tests/support/outside/cable.ts";
import { after, BACK_AGAIN } from "#tests/support/run/patience.ts";

keepUnits();

/** A press gives up after so many milliseconds (`PRESS_LIMIT_MS` in web/data/contact.ts). */
const PRESS_GIVEN_UP = after(5000);

// Spec rules §9: A press without
// Spec 5 §3: Network: the bar
// Spec 5 §3: A new call stays
test("a dispatcher without a network reads since when; a press is refused at once, and what is typed is kept @all", async ({
  browser,
  product,
}) => {
  const cable = await layCable(product.url);
  const context = await browser.newContext({ baseURL: cable.url });
  try {
    const page = await context.newPage();
    const toastCode = page.waitForResponse(/\/assets\/toast-host-/);
    await logInAsOperator(page);
    await (await toastCode).finished();
    await openRoster(page);
    const bar = page.getByRole("region", { name: "Now" });
    await expect(bar.getByText(/^Free \d of \d+ on duty$/)).toBeVisible();
    await edit(page, "31-1020").click();
    await form(page, "31-1020").getByLabel("Occupation").fill("Ledning");

    // Nobody tells the browser: the first press waits for its answer, and no later one does.
    cable.freeze();
    await status(page, "31-1010").click();
    await group(page, "Status of 31-1010").getByRole("button", { name: "BUSY" }).click();
    await expect(page.getByText("Not set: 31-1010")).toBeVisible(PRESS_GIVEN_UP);
    await expect(bar.getByText(/^No connection since \d\d:\d\d$/)).toBeVisible();
    // The frozen socket is open yet; the screen no longer says that it is live.
    await expect(page.getByText("Live", { exact: true })).toHaveCount(0);
    await expectAccessible(page);
    await form(page, "31-1020").getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText(/^No connection since \d\d:\d\d\. Nothing was sent/)).toBeVisible();
    await expect(form(page, "31-1020").getByLabel("Occupation")).toHaveValue("Ledning");

    cable.pull();
    cable.plug();
    await expect(bar.getByText(/^No connection/)).toHaveCount(0, BACK_AGAIN);
    expect(await unitRow(product, "31-1010")).toMatchObject({ status: "AVAILABLE" });
    expect(await unitRow(product, "31-1020")).not.toMatchObject({ occupation: "Ledning" });
    await form(page, "31-1020").getByRole("button", { name: "Save", exact: true }).click();
    await expect(edit(page, "31-1020")).toBeVisible();
    expect(await unitRow(product, "31-1020")).toMatchObject({ occupation: "Ledning" });
    expect(await unitRow(product, "31-1010")).toMatchObject({ status: "AVAILABLE" });
  } finally {
    await context.close();
    cable.close();
  }
});
