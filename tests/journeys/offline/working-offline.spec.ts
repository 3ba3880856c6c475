// An attendant where there is no network (document 4 §6): the installed application, checks and fines from what the phone knows, and the
// queue that sends them afterwards.
// The screens from the phone are @all: the day's way and a logout with a queue stay in `npm test`.
import {
  logInAsAttendant,
  newPlate,
  openRow,
  registerParking,
  UNREACHABLE,
} from "#tests/support/journeys/attendant.ts";
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import {
  answer,
  check,
  issueWithPhoto,
  prepare,
  SEEN_BEFORE,
  stored,
} from "#tests/support/journeys/offline-attendant.ts";
import { deviceRows, learnAnew, untilSent, waitingKinds } from "#tests/support/journeys/offline.ts";
import { addPeople } from "#tests/support/people/people.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";
import { chooseViolation } from "#tests/support/journeys/fine-form.ts";

test.use({ serviceWorkers: "allow" });
test.beforeEach(({ consoleErrors }) => consoleErrors.tolerate(UNREACHABLE));

/** Expects the fine with its photo and both checks in the tables, as they were without a network. */
async function expectSentOnce(
  product: RunningProduct,
  { parked, plate, number }: { parked: string; plate: string; number: string },
): Promise<void> {
  const [fine] = await product.sql`
  select f.case_number, f.observed_reason, f.was_offline, f.delivery,
    -- Somebody looks at one that was without a network for a minute or more.
    f.needs_review = (f.received_at - f.issued_at >= interval '1 minute' or f.review_reasons <> '[]') as by_rule,
    (select count(*)::int from storage.objects o where o.bucket_id = 'case-photos' and starts_with(o.name, f.id::text)) as photos
  from fines f where f.plate = ${plate}`;
  expect(fine).toMatchObject({
    case_number: number,
    observed_reason: SEEN_BEFORE,
    was_offline: true,
    by_rule: true,
    delivery: "fixed",
    photos: 1,
  });
  const checks = await product.sql`
  select outcome, was_offline from plate_checks where plate in (${parked}, ${plate}) order by checked_at`;
  expect(checks.map((row) => ({ ...row }))).toEqual([
    { outcome: "valid", was_offline: true },
    { outcome: "none", was_offline: true },
  ]);
}

// Spec 4 §3: fines: kind (ticket
// Spec 4 §6: The attendant's screens
// Spec 4 §6: Checks answer from
// Spec 4 §6: Fines with photos,
// Spec 4 §6: Nothing is taken
// Spec 4 §5: Mina ärenden: today's
test(
  "opens, checks and fines without a network, and sends it in order when there is one",
  { tag: "@rights" },
  async ({ page, context, product }) => {
    const parked = await registerParking(product);
    const plate = newPlate();
    await prepare(page);

    await context.setOffline(true);
    // The sign says so before a heartbeat is missed by itself.
    await expect(page.getByText("Ansluter till direktuppdateringen …")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { name: "Parkeringar", level: 1 })).toBeVisible();
    await check(page, parked);
    // In the day's last hour it ends on the next one.
    await expect(answer(page)).toContainText(/GILTIG till (\d{4}-\d\d-\d\d )?\d\d:\d\d/);
    await expect(answer(page)).toContainText(/Offline – uppgifter från \d\d:\d\d/);
    await expect(answer(page)).not.toContainText("Okänt");
    await check(page, plate);
    await expect(answer(page)).toContainText("INGEN PARKERING");
    await expect(answer(page).getByRole("status")).toContainText(/Okänt efter \d\d:\d\d/);
    const number = await issueWithPhoto(page);
    expect(number).toMatch(/^\d{8}$/);
    await expect(stored(page)).toContainText("Boten är sparad på telefonen");
    await expect(stored(page)).toContainText(number);
    await stored(page).getByRole("button", { name: "Fäst på bilen" }).click();
    await expect(stored(page).getByRole("button", { name: "Fäst på bilen" })).toHaveAttribute("aria-pressed", "true");
    // The notice is there again from the phone alone.
    await page.reload();
    await expect(stored(page)).toContainText(number);
    await expect(page.getByText(plate, { exact: true }).first()).toBeVisible();
    await stored(page).getByRole("button", { name: "Nästa bil" }).click();
    await page.getByText("Mina ärenden 1", { exact: true }).click();
    const own = page.getByRole("list", { name: "Väntar på att skickas" }).getByRole("listitem");
    await openRow(own);
    await expect(own).toContainText(`Ärende ${number}`);
    await expect(own.getByRole("link", { name: "Visa boten" })).toBeVisible();
    await page.getByRole("link", { name: "5 väntar på att skickas" }).click();
    await expect(page.getByRole("heading", { name: "Väntar", level: 1 })).toBeVisible();
    await expect(page.getByRole("list", { name: "Väntar på att skickas" }).getByRole("listitem")).toHaveCount(5);
    expect(await waitingKinds(page)).toEqual(["check", "check", "fine", "photo", "delivery"]);
    await expectAccessible(page);
    expect(await product.sql`select from fines where plate = ${plate}`).toHaveLength(0);

    // A phone that died keeps it.
    await page.reload();
    await expect(page.getByRole("link", { name: "5 väntar på att skickas" })).toBeVisible();
    await context.setOffline(false);
    await untilSent(page);
    await expect(page.getByText("Inget väntar. Allt har skickats.")).toBeVisible();
    await expectSentOnce(product, { parked, plate, number });
  },
);

// Spec 4 §4: The phone runs
test(
  "warns by the same rules without a network, and asks for the same reasons",
  { tag: "@all" },
  async ({ page, context, product }) => {
    const plate = newPlate();
    await registerParking(product, { ref_number: plate });
    await prepare(page);
    await context.setOffline(true);
    await check(page, plate);
    await answer(page).getByRole("button", { name: "Skapa parkeringsbot" }).click();
    await expect(page.getByRole("main")).toContainText(plate);
    await chooseViolation(page, "Parkerat längre än tillåten tid");
    await page.getByRole("button", { name: "Generera" }).click();
    const reasons = page.getByRole("dialog", { name: "Kontrollera innan du utfärdar" });
    await expect(reasons).toContainText("Bilen har en giltig parkering");
    await reasons.getByLabel("Skäl").selectOption("Parkeringen gäller en annan plats");
    await reasons.getByRole("button", { name: "Utfärda ändå" }).click();
    await expect(stored(page)).toContainText("Boten är sparad på telefonen");
    await context.setOffline(false);
    await untilSent(page);
    const [fine] = await product.sql`select accepted_warnings, review_reasons from fines where plate = ${plate}`;
    expect(fine?.["accepted_warnings"]).toEqual([
      { code: "valid-parking", reason: "Parkeringen gäller en annan plats" },
    ]);
    expect(fine?.["review_reasons"]).not.toContainEqual(expect.objectContaining({ code: "valid-parking" }));
  },
);

// Spec 4 §6: Logging out with
// Spec 4 §6: The queue belongs
test(
  "logging out with a queue asks first; another person neither sees nor sends it, and the same one goes on",
  { tag: "@rights" },
  async ({ page, context, product }) => {
    const plate = newPlate();
    const other = { userId: "vakt02", password: "Tallkott-7420" };
    await addPeople(product, { kind: "attendant", project: "ostra-hamnen", ...other });
    await prepare(page);
    await context.setOffline(true);
    await check(page, plate);
    await expect(answer(page)).toContainText("INGEN PARKERING");
    await page.getByRole("button", { name: "Logga ut" }).click();
    const question = page.getByRole("alertdialog", { name: "Logga ut fast 1 väntar på att skickas?" });
    await question.getByRole("button", { name: "Stanna" }).click();
    await expect(page.getByRole("link", { name: "1 väntar på att skickas" })).toBeVisible();
    await page.getByRole("button", { name: "Logga ut" }).click();
    await question.getByRole("button", { name: "Logga ut" }).click();
    await expect(page).toHaveURL(/\/ostra-hamnen$/);
    expect(await waitingKinds(page)).toEqual(["check"]);
    // The phone's knowledge of the site is gone with the login.
    await expect.poll(() => page.evaluate(deviceRows, "facts" as const)).toEqual([]);
    await context.setOffline(false);

    await page.goto("/ostra-hamnen/attendant-login");
    await page.getByLabel("Användar-ID").fill(other.userId);
    await page.getByLabel("Lösenord", { exact: true }).fill(other.password);
    await page.getByRole("button", { name: "Logga in" }).click();
    await expect(page.getByText("Uppdateras direkt")).toBeVisible();
    await expect(page.getByRole("link", { name: /väntar på att skickas/ })).toHaveCount(0);
    await learnAnew(page);
    expect(await waitingKinds(page)).toEqual(["check"]);
    await page.getByRole("button", { name: "Logga ut" }).click();
    await expect(page).toHaveURL(/\/ostra-hamnen$/);
    await logInAsAttendant(page);
    await untilSent(page);
    expect(await product.sql`select checked_by from plate_checks where plate = ${plate}`).toEqual([
      { checked_by: "vakt01" },
    ]);
  },
);

// Spec 4 §6: The attendant's screens
test(
  "only the attendants' screens come from the phone, and a version that is too low goes",
  { tag: "@all" },
  async ({ page }) => {
    await prepare(page);
    for (const path of ["/", "/ostra-hamnen", "/ostra-hamnen/attendant-login", "/ostra-hamnen/admin-login"])
      expect((await page.goto(path))?.fromServiceWorker(), path).toBe(false);
    expect((await page.goto("/ostra-hamnen/attendant-dashboard"))?.fromServiceWorker()).toBe(true);
    await expect(page.getByRole("heading", { name: "Parkeringar", level: 1 })).toBeVisible();

    const config = (await (await page.request.get("/config.json")).json()) as object;
    await page.route("**/config.json", (route) => route.fulfill({ json: { ...config, lowestVersion: "99.0.0" } }));
    const fromServer = page.waitForResponse(
      (answer) => answer.request().isNavigationRequest() && !answer.fromServiceWorker(),
    );
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await fromServer;
    await expect(page.getByRole("heading", { name: "Parkeringar", level: 1 })).toBeVisible();
  },
);
