// Taxi: a chauffeur's and the administrator's day, two chauffeurs at one car, and what is said when something fails.
// Login, two kinds and chauffeurs who come and go are @all: login-problems, session/store, chauffeur-admin-screen,
// new-chauffeur-schema and backend/products/taxi-and-units.
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { seriousFindings } from "#tests/support/browser/axe.ts";
import {
  expect,
  expectAccessible,
  expectReasonAtLogin,
  expectTold,
  expectToldAtForm,
  pressUnlessHealed,
  test,
} from "#tests/support/browser/browser.ts";
import { BACK_AGAIN } from "#tests/support/run/patience.ts";
import { keepOnly, removePeople } from "#tests/support/people/people.ts";
import { addChauffeur, car, LOGIN, logIn, logInAsAdmin, openWindow } from "#tests/support/journeys/taxi.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";
import { skipOwnPassword } from "#tests/support/journeys/own-password.ts";

const PHONE = { width: 390, height: 844 };
const UNREACHABLE = /Failed to load resource|WebSocket|ERR_INTERNET_DISCONNECTED/;

async function holders(product: RunningProduct): Promise<string[]> {
  const rows = await product.sql<{ holder: string }[]>`
    select concat_ws(':', case when item_1 then 1 when item_2 then 2 when item_3 then 3 when item_4 then 4
      when item_5 then 5 else 6 end, chauffeur_id, vehicle_model) as holder
    from vehicle_registrations where project_id = '157715' order by 1`;
  return rows.map(({ holder }) => holder);
}

const activityOf = async (product: RunningProduct, userId: string) =>
  (
    await product.sql<{ line: string }[]>`
      select concat_ws(' ', user_type, action, page_url, additional_data->>'user_id') as line
      from web_activity_logs where user_id = ${userId} order by created_at, id`
  ).map(({ line }) => line);

test.beforeEach(async ({ product }) => {
  await product.sql`delete from vehicle_registrations`;
  await keepOnly(product, "157715", "chauffor01");
  await product.sql`delete from web_activity_logs`;
});

/** Holds the first change that each window asks for until all of them have asked. */
async function meetAtTheDoor(pages: Page[]): Promise<void> {
  const waiting: (() => void)[] = [];
  for (const page of pages) {
    let isFirst = true;
    await page.route("**/rest/v1/vehicle_registrations*", async (route) => {
      if (isFirst && route.request().method() === "POST") {
        isFirst = false;
        await new Promise<void>((open) => {
          waiting.push(open);
          if (waiting.length === pages.length) for (const each of waiting) each();
        });
      }
      await route.continue();
    });
  }
}

test.describe("chauffeur login", () => {
  // Spec 2 §2: /{projectId}/chauffeur-login, /chauffeur-admin, /vehicle-registration
  // Spec 2 §2: Chauffeur login: Chauffeur
  // Spec 2 §5: Chauffeur login: …
  // Spec 2 §7: project_attendants by project_id
  // Spec 2 §8: Chauffeur login: 'Invalid
  // Spec 2 §9: Chauffeur ID …
  // Spec rules §1: A text on
  test("says what is missing or wrong @all", async ({ page }) => {
    await page.goto("/157715/vehicle-registration");
    await expectReasonAtLogin(page, "Please log in with your Chauffeur ID");
    await expect(page).toHaveURL(/chauffeur-login$/);
    await page.goto("/157715/chauffeur-admin");
    await expectReasonAtLogin(page, "Please log in as an administrator");
    await expect(page).toHaveURL(/chauffeur-login$/);
    await expectAccessible(page);

    const userId = page.getByLabel("Chauffeur ID");
    const password = page.getByLabel("Password", { exact: true });
    const submit = page.getByRole("button", { name: "Log In" });
    await submit.click();
    await expect(page.getByText("Please enter your Chauffeur ID")).toBeVisible();
    await expect(userId).toBeFocused();
    await userId.fill("ch");
    await submit.click();
    await expect(page.getByText("Chauffeur ID must be at least 3 characters")).toBeVisible();
    await expect(page.getByText("Please enter both Chauffeur ID and password")).toBeVisible();
    await userId.fill("chauffor01");
    await password.fill("12345");
    await submit.click();
    await expect(page.getByText("Password must be at least 6 characters")).toBeVisible();
    await password.fill("Rallare-7411");
    await submit.click();
    await expectToldAtForm(page, "Invalid Chauffeur ID or password");
    await expect(userId).toHaveValue("chauffor01");
    await expect(userId).toHaveAttribute("maxlength", "50");
    await expect(password).toHaveAttribute("maxlength", "128");

    // A person of another project cannot log in here.
    await userId.fill("op01");
    await password.fill("Operator-7410");
    await submit.click();
    await expectToldAtForm(page, "Invalid Chauffeur ID or password");
    await page.getByRole("button", { name: "Back" }).click();
    await expect(page).toHaveURL(/\/157715$/);
  });

  // Spec 2 §8: Chauffeur login: 'Invalid … 'An error occurred during login'
  // Spec rules §1: A login that succeeds
  test("says when it cannot be checked", { tag: "@all" }, async ({ page, product, consoleErrors }) => {
    consoleErrors.tolerate(UNREACHABLE);
    await page.goto(LOGIN);
    await page.getByLabel("Chauffeur ID").fill("chauffor01");
    await page.getByLabel("Password", { exact: true }).fill("Taxi-7410");
    await product.stopDatabase();
    await page.getByRole("button", { name: "Log In" }).click();
    await expectToldAtForm(page, "An error occurred during login");
    await product.startDatabase();
    await page.getByRole("button", { name: "Log In" }).click();
    await expect(page).toHaveURL(/vehicle-registration$/);
    await expectTold(page, "Inloggning lyckades");
  });

  // Spec 2 §2: /{projectId}/chauffeur-login, /chauffeur-admin, /vehicle-registration
  // Spec 2 §2: Chauffeur login: Chauffeur
  test("is shared by two kinds of people, side by side in one browser @all", async ({
    page,
    differences,
    consoleErrors,
  }) => {
    consoleErrors.tolerate(/404: no page at/);
    await logIn(page);
    await logInAsAdmin(page, differences);
    await page.goto(LOGIN);
    await expect(page.getByText("Chauffeur taxi.britta")).toBeVisible();
    await page.getByRole("link", { name: "Go to the cars" }).click();
    await expect(page.getByRole("heading", { name: "Biluppskrivning" })).toBeVisible();
    await page.goto(LOGIN);
    await page.getByRole("link", { name: "Go to the administration" }).click();
    await expect(page.getByRole("heading", { name: "Chaufförer (1)" })).toBeVisible();
    // The taxi's screens belong to its own code alone.
    await page.goto("/taxi-lund/vehicle-registration");
    await expect(page.getByText("Oops! Page not found")).toBeVisible();
  });
});

test.describe("cars", () => {
  // Spec 2 §2: /{projectId}/chauffeur-login, /chauffeur-admin, /vehicle-registration
  // Spec 2 §2: Vehicle registration: …
  // Spec 2 §4: Chauffeur slot: …
  // Spec rules §13: A taken car
  // Spec 2 §4: Sessions: chauffeur, administrator
  // Spec 2 §7: vehicle_registrations by project_id
  // Spec 2 §7: Delete vehicle_registrations …
  // Spec 2 §7: Realtime subscriptions: …
  // Spec 2 §8: Registration: 'Denna plats
  // Spec 2 §8: Successes: 'Biluppskrivning sparad'
  // Spec 2 §8: 'Uppskrivning borttagen'
  // Spec 2 §9: Six taxi …
  // Spec rules §1: A text on
  test("are taken, changed and released, live in another window @rights", async ({ page, browser, product }) => {
    await addChauffeur(product, "olle");
    await logIn(page);
    const other = await openWindow(browser, product);
    await logIn(other, "olle");
    await expect(page.getByText("Om alla bilar står som Ledig får du inte vara aktiv som taxichaufför.")).toBeVisible();
    for (const slot of [1, 2, 3, 4, 5, 6]) await expect(car(page, slot)).toContainText(/Ledig.*Ta bilen$/);
    await expectAccessible(page);

    await car(page, 2).click();
    await expect(page.getByText("Biluppskrivning sparad")).toBeVisible();
    await expect(car(page, 2)).toContainText("Upptagen");
    await expect(car(page, 2)).toContainText("Din bil");
    await expect(car(page, 2)).toContainText(/Sedan \d\d:\d\d Lämna$/);
    await expect(car(page, 2)).toHaveAttribute("aria-pressed", "true");
    await expect(car(other, 2)).toContainText("Upptagen");
    await expect(car(other, 2)).toContainText(/Chaufför chauffor01 Sedan \d\d:\d\d\s*$/);
    for (const window of [page, other]) await expect(window.getByText("Om alla bilar står som Ledig")).toHaveCount(0);
    expect(await holders(product)).toEqual(["2:chauffor01:Volvo V90"]);

    await car(other, 2).click();
    await expect(other.getByText("Denna plats är redan upptagen av en annan chaufför")).toBeVisible();
    await car(other, 5).click();
    await expect(car(page, 5)).toContainText("Upptagen");
    // A toast that fades over a text has no contrast to measure: the page is opened anew, without it.
    await page.reload();
    await expect(car(page, 2)).toContainText("Din bil");
    await expect(page.getByText("Uppdateras direkt")).toBeVisible();
    await expect(page.getByText("Biluppskrivning sparad")).toBeHidden();
    await expectAccessible(page);

    await car(page, 6).click();
    await expect(car(other, 6)).toContainText("Upptagen");
    await expect(car(other, 2)).toContainText("Ledig");
    expect(await holders(product)).toEqual(["5:olle:Volvo V90", "6:chauffor01:Volvo V90"]);

    await car(page, 6).click();
    await expect(page.getByText("Uppskrivning borttagen")).toBeVisible();
    await expect(car(page, 6)).toContainText("Ledig");
    await expect(car(other, 6)).toContainText("Ledig");
    expect(await holders(product)).toEqual(["5:olle:Volvo V90"]);

    await page.getByRole("button", { name: "Logga ut" }).click();
    await expect(page.getByText("You are logged out")).toBeVisible();
    await expect(page).toHaveURL(/chauffeur-login$/);
    await expect
      .poll(() => activityOf(product, "chauffor01"))
      .toEqual(["chauffeur login /157715/chauffeur-login", "chauffeur logout /157715/vehicle-registration"]);
    await other.context().close();
  });

  test("say on a phone what a press does, and the words can be hit @once", async ({ page }) => {
    await page.setViewportSize(PHONE);
    await logIn(page);
    await expect(page.getByText("Tryck på en ledig bil")).toBeInViewport({ ratio: 1 });
    const take = car(page, 1).getByText("Ta bilen");
    await expect(take).toBeInViewport({ ratio: 1 });
    const place = await take.boundingBox();
    expect(place?.height).toBeGreaterThanOrEqual(48);
    await take.click();
    // The words change, and nothing moves under the thumb.
    const leave = car(page, 1).getByText("Lämna");
    const own = await leave.boundingBox();
    expect([own?.x, own?.width, own?.height]).toEqual([place?.x, place?.width, place?.height]);
    await leave.click();
    await expect(page.getByText("Uppskrivning borttagen")).toBeVisible();
  });

  // Spec 2 §4: Chauffeur slot: free
  // Spec 2 §4: Clicking a free
  // Spec 2 §4: Clicking one's own
  // Spec 2 §4: A slot taken
  // Spec 2 §8: Registration: 'Denna plats
  test(
    "of two who click at once one gets it, the other is told, and the screens agree",
    { tag: "@all" },
    async ({ page, browser, product, consoleErrors }) => {
      consoleErrors.tolerate(/409/);
      await addChauffeur(product, "olle");
      await logIn(page);
      const other = await openWindow(browser, product);
      await logIn(other, "olle");
      await car(other, 1).click();
      await expect(car(page, 1)).toContainText("Upptagen");

      // Both see a free car: what they ask for is held until both have pressed.
      await meetAtTheDoor([page, other]);
      await Promise.all([car(page, 4).click(), car(other, 4).click()]);
      const told = "Denna plats är redan upptagen av en annan chaufför";
      await expect(async () => {
        expect((await page.getByText(told).count()) + (await other.getByText(told).count())).toBe(1);
      }).toPass();
      const winner = (await page.getByText(told).count()) === 0 ? "chauffor01" : "olle";
      // A chauffeur who had a car and lost the race for another keeps the first.
      const expected = winner === "olle" ? ["4:olle:Volvo V90"] : ["1:olle:Volvo V90", "4:chauffor01:Volvo V90"];
      expect(await holders(product)).toEqual(expected);
      if (winner === "chauffor01") {
        await expect(other.getByText("Du är fortfarande uppskriven på Bil 1.")).toBeVisible();
        await expect(car(other, 1)).toContainText("Din bil");
      }
      await expect(car(page, 4)).toContainText(winner === "chauffor01" ? "Din bil" : "Chaufför olle");
      await expect(car(other, 4)).toContainText(winner === "olle" ? "Din bil" : "Chaufför chauffor01");
      await other.context().close();
    },
  );

  // Spec rules §13: A double press
  test(
    "take a double press as one, and give back what was released by mistake",
    { tag: "@all" },
    async ({ page, browser, product }) => {
      await addChauffeur(product, "olle");
      await logIn(page);
      const saved = page.getByText("Biluppskrivning sparad");
      const removed = page.getByText("Uppskrivning borttagen");
      const undo = page.getByRole("button", { name: "Ångra" });

      // The second press comes before the answer, and again when the car has just become one's own.
      await page.evaluate(() => {
        const second = [...document.querySelectorAll("button")].find((button) => button.textContent.includes("Bil 2"));
        new MutationObserver((_changes, observer) => {
          if (second?.getAttribute("aria-pressed") !== "true") return;
          observer.disconnect();
          second.click();
        }).observe(document.body, { subtree: true, attributes: true, childList: true });
      });
      await car(page, 2).dblclick();
      await expect(saved).toHaveCount(1);
      await expect(car(page, 2)).toContainText("Din bil");

      // Playwright waits until the car takes a press again.
      await car(page, 2).dblclick();
      await expect(removed).toHaveCount(1);
      await expect(undo).toBeVisible();
      expect(await holders(product)).toEqual([]);
      await undo.click();
      await expect(car(page, 2)).toContainText("Din bil");
      await expect(saved).toHaveCount(1);
      await expect(undo).toHaveCount(0);
      expect(await holders(product)).toEqual(["2:chauffor01:Volvo V90"]);

      // Only as long as nobody else took it, and for five seconds.
      await car(page, 2).click();
      await expect(undo).toBeVisible();
      const other = await openWindow(browser, product);
      await logIn(other, "olle");
      await car(other, 2).click();
      await expect(car(page, 2)).toContainText("Chaufför olle");
      await expect(undo).toHaveCount(0);
      await car(page, 3).click();
      await car(page, 3).click();
      await expect(undo).toBeVisible();
      expect(await seriousFindings(page, "all")).toEqual([]);
      await expect(undo).toHaveCount(0);
      await expect(car(page, 3)).toContainText("Ledig");
      await other.context().close();
    },
  );

  // Spec 2 §4: The registration list
  // Spec 2 §7: vehicle_registrations by project_id
  // Spec 2 §7: Delete vehicle_registrations …
  // Spec 2 §7: Realtime subscriptions: …
  test("are the project's own @all", async ({ page, product }) => {
    await product.sql`
      insert into vehicle_registrations (project_id, chauffeur_id, item_1) values ('taxi-lund', 'lisa', true)`;
    const followed: string[] = [];
    page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => followed.push(payload.toString())));
    const read = page.waitForResponse(/\/rest\/v1\/vehicle_registrations/);
    await logIn(page);
    expect(await (await read).json()).toEqual([]);
    await expect(car(page, 1)).toContainText("Ledig");
    const joins = () =>
      followed.filter((frame) => frame.includes("phx_join") && frame.includes('"vehicle_registrations"'));
    // The cars may be shown before the page asks for their channel.
    await expect.poll(joins).not.toEqual([]);
    for (const join of joins()) expect(join).toContain('"filter":"project_id=eq.157715"');
  });

  // Spec 2 §8: 'Kunde inte spara
  // Spec 2 §8: 'Kunde inte ta bort uppskrivning'
  test(
    "say when they cannot be fetched, saved or released",
    { tag: "@all" },
    async ({ page, product, consoleErrors }) => {
      consoleErrors.tolerate(UNREACHABLE);
      await logIn(page);
      await car(page, 3).click();
      await expect(car(page, 3)).toContainText("Din bil");
      await product.stopDatabase();
      await car(page, 3).click();
      await expect(page.getByText("Kunde inte ta bort uppskrivning")).toBeVisible();
      await car(page, 1).click();
      await expect(page.getByText("Kunde inte spara registrering")).toBeVisible();
      await expect(page.getByText("Det som visas kan vara inaktuellt.")).toBeVisible();
      await product.startDatabase();
      await pressUnlessHealed(page.getByRole("button", { name: "Försök igen" }));
      await expect(car(page, 3)).toContainText("Din bil");
      expect(await holders(product)).toEqual(["3:chauffor01:Volvo V90"]);
      await expect(page.getByText("Uppdateras direkt")).toBeVisible(BACK_AGAIN);
    },
  );
});

/** Creates `chauffor02` as the form does. */
async function createChauffeur(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Skapa chaufför" }).click();
  const dialog = page.getByRole("dialog", { name: "Skapa chaufför" });
  await dialog.getByLabel("Chaufförs-ID").fill("chauffor02");
  await dialog.getByLabel("Lösenord", { exact: true }).fill("Bil-nr-2");
  await dialog.getByLabel("Discord-användarnamn").fill("taxi.samira");
  await dialog.getByRole("button", { name: "Skapa", exact: true }).click();
  await expect(page.getByText("Chaufför skapad framgångsrikt")).toBeVisible();
}

/** Removes `chauffor02` at the second question; the first is answered with no. */
async function removeAfterDoubt(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Ta bort chauffor02" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Avbryt" }).click();
  await page.getByRole("button", { name: "Ta bort chauffor02" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Ta bort" }).click();
  await expect(page.getByText("Chaufför borttagen")).toBeVisible();
}

/** Expects a chauffeur whose account is removed at the login, and their car free for whoever comes next. */
async function expectCarFreed(product: RunningProduct, chauffeur: Page): Promise<void> {
  await expectReasonAtLogin(chauffeur, "Your account has been removed");
  await expect(chauffeur).toHaveURL(/chauffeur-login$/);
  await addChauffeur(product, "chauffor02");
  await chauffeur.getByLabel("Chauffeur ID").fill("chauffor02");
  await chauffeur.getByLabel("Password", { exact: true }).fill("Taxi-7410");
  await chauffeur.getByRole("button", { name: "Log In" }).click();
  await expect(car(chauffeur, 1)).toContainText("Ledig");
  await expect(car(chauffeur, 1)).toBeEnabled();
  await removePeople(product, "chauffor02");
  await expect(chauffeur.getByRole("status").getByText("Your account has been removed")).toBeVisible();
  await expect(chauffeur).toHaveURL(/chauffeur-login$/);
}

test.describe("chauffeur admin", () => {
  // Spec 2 §2: Chauffeur admin: …
  // Spec 2 §5: Chauffeur create: ID
  test("asks for an ID and a password that are long enough @all", async ({ page, differences }) => {
    await logInAsAdmin(page, differences);
    await page.getByRole("button", { name: "Skapa chaufför" }).click();
    const dialog = page.getByRole("dialog", { name: "Skapa chaufför" });
    await dialog.getByRole("button", { name: "Skapa", exact: true }).click();
    await expect(dialog.getByText("Chaufförs ID och lösenord är obligatoriska")).toBeVisible();
    await expectAccessible(page);
    const userId = dialog.getByLabel("Chaufförs-ID");
    await userId.fill("ch");
    await dialog.getByLabel("Lösenord", { exact: true }).fill("12345");
    await expect(dialog.getByText("Chaufförs-ID måste vara minst 3 tecken")).toBeVisible();
    await expect(dialog.getByText("Lösenordet måste vara minst 6 tecken")).toBeVisible();
    await dialog.getByRole("button", { name: "Avbryt" }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: "Skapa chaufför" }).click();
    await expect(userId).toHaveValue("");
  });

  // Spec 2 §2: /{projectId}/chauffeur-login, /chauffeur-admin, /vehicle-registration
  // Spec 2 §2: Chauffeur admin: …
  // Spec 2 §7: project_attendants by project_id
  // Spec 2 §7: Insert project_attendants with
  // Spec 2 §7: Delete project_attendants by
  // Spec 2 §8: Successes: 'Chaufför skapad
  // Spec 2 §8: 'Chaufför borttagen'
  test("creates and removes chauffeurs, live, with their passwords in the list @all", async ({
    page,
    browser,
    product,
    differences,
  }) => {
    await logInAsAdmin(page, differences);
    const other = await openWindow(browser, product);
    await logInAsAdmin(other, differences);
    await expect(page.getByRole("heading", { name: "Chaufförer (1)" })).toBeVisible();
    const list = page.getByRole("list", { name: "Lista över chaufförer" });
    await expect(list.getByText(differences.shown("Taxi-7410"))).toBeVisible();
    await expectAccessible(page);

    await createChauffeur(page);
    await expect(page.getByRole("heading", { name: "Chaufförer (2)" })).toBeVisible();
    await expect(other.getByRole("heading", { name: "Chaufförer (2)" })).toBeVisible();
    // The newest stands first.
    await expect(list.getByRole("listitem").first()).toContainText("chauffor02");
    await expect(list.getByRole("listitem").first().getByText(differences.shown("Bil-nr-2"))).toBeVisible();
    const [row] = await product.sql`
      select project_id, user_id, password, discord_username, created_by from project_attendants
      where user_id = 'chauffor02'`;
    expect(row).toEqual({
      project_id: "157715",
      user_id: "chauffor02",
      password: differences.stored("Bil-nr-2"),
      discord_username: "taxi.samira",
      created_by: "TAXIADMIN",
    });

    // The new chauffeur takes a car; who is removed leaves it free.
    const chauffeur = await openWindow(browser, product);
    await skipOwnPassword(product, "chauffor02");
    await logIn(chauffeur, "chauffor02", "Bil-nr-2");
    await car(chauffeur, 1).click();
    await expect(car(chauffeur, 1)).toContainText("Din bil");
    await removeAfterDoubt(page);
    await expect(page.getByRole("heading", { name: "Chaufförer (1)" })).toBeVisible();
    await expect(other.getByRole("heading", { name: "Chaufförer (1)" })).toBeVisible();
    await expectCarFreed(product, chauffeur);
    expect(await product.sql`select 1 from project_attendants where user_id = 'chauffor02'`).toEqual([]);
    expect(await holders(product)).toEqual([]);

    await page.getByRole("button", { name: "Logga ut" }).click();
    await expect(page).toHaveURL(/chauffeur-login$/);
    await expect
      .poll(() => activityOf(product, "TAXIADMIN"))
      .toEqual([
        "chauffeur-admin login /157715/chauffeur-login",
        "chauffeur-admin login /157715/chauffeur-login",
        "chauffeur-admin created /157715/chauffeur-admin chauffor02",
        "chauffeur-admin deleted /157715/chauffeur-admin chauffor02",
        "chauffeur-admin logout /157715/chauffeur-admin",
      ]);
    await other.context().close();
    await chauffeur.context().close();
  });

  // Spec 2 §8: duplicate key (code
  // Spec 2 §8: 'Kan inte ta
  // Spec 3 §6: Project codes and
  test("refuses an ID that is taken, and the removal of the admin account @all", async ({
    page,
    differences,
    consoleErrors,
  }) => {
    consoleErrors.tolerate(/409/);
    await logInAsAdmin(page, differences);
    for (const id of ["chauffor01", "TaxiAdmin"]) {
      await page.getByRole("button", { name: "Skapa chaufför" }).click();
      await page.getByLabel("Chaufförs-ID").fill(id);
      await page.getByLabel("Lösenord", { exact: true }).fill("Rallare-7411");
      await page.getByRole("button", { name: "Skapa", exact: true }).click();
      await expect(page.getByText("En chaufför med detta ID finns redan")).toBeVisible();
      await expect(page.getByLabel("Chaufförs-ID")).toHaveValue(id);
      await page.keyboard.press("Escape");
    }
    await page.getByRole("button", { name: "Ta bort TAXIADMIN" }).click();
    await expect(page.getByText("Kan inte ta bort admin-kontot")).toBeVisible();
  });

  // Spec 2 §8: Chauffeur admin: 'Kunde
  // Spec 2 §8: 'Ett fel uppstod'
  // Spec 2 §8: duplicate key (code
  // Spec 2 §8: 'Kunde inte ta bort chaufför'
  test(
    "says what could not be done",
    { tag: "@all" },
    async ({ page, context, product, differences, consoleErrors }) => {
      consoleErrors.tolerate(UNREACHABLE);
      const id = `chauffor-${randomUUID().slice(0, 8)}`;
      await addChauffeur(product, id);
      await logInAsAdmin(page, differences);
      await expect(page.getByRole("heading", { name: "Chaufförer (2)" })).toBeVisible();
      const create = async () => {
        await page.getByRole("button", { name: "Skapa", exact: true }).click();
      };
      const removeFirst = async () => {
        await page.getByRole("button", { name: `Ta bort ${id}` }).click();
        await page.getByRole("alertdialog").getByRole("button", { name: "Ta bort" }).click();
      };
      await product.stopDatabase();
      await removeFirst();
      await expect(page.getByText("Kunde inte ta bort chaufför")).toBeVisible();
      await page.getByRole("button", { name: "Skapa chaufför" }).click();
      await page.getByLabel("Chaufförs-ID").fill("chauffor03");
      await page.getByLabel("Lösenord", { exact: true }).fill("Rallare-7411");
      await create();
      await expect(page.getByText("Kunde inte skapa chaufför")).toBeVisible();
      await expect(page.getByLabel("Chaufförs-ID")).toHaveValue("chauffor03");
      await context.setOffline(true);
      await create();
      await expect(page.getByText("Ett fel uppstod", { exact: true })).toBeVisible();
      await context.setOffline(false);
      await page.reload();
      await expect(page.getByText("Kunde inte hämta chaufförer")).toBeVisible();
      await product.startDatabase();
      await pressUnlessHealed(page.getByRole("button", { name: "Försök igen" }));
      await expect(page.getByRole("heading", { name: "Chaufförer (2)" })).toBeVisible();
    },
  );
});
