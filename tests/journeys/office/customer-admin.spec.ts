// A customer admin's day at the desk: login, parkings, the log, shifts and activity, live beside an attendant's window.
// The login runs in `hardened`: one form. A later approval and the protected account are @all: shifts.spec,
// backend/products/shifts, specified.test.
import type { Page } from "@playwright/test";
import {
  beginAsAttendant,
  loggedActions,
  logInAsAttendant,
  newPlate,
  openRow,
  parkingCard,
  parkingRows,
  pressInRow,
  registerParking,
  UNREACHABLE,
} from "#tests/support/journeys/attendant.ts";
import {
  expect,
  expectAccessible,
  expectReasonAtLogin,
  expectToldAtForm,
  pressUnlessHealed,
  test,
} from "#tests/support/browser/browser.ts";
import {
  BACK_AGAIN,
  DATABASE_AWAY,
  ONE_TRY,
  WITHIN_A_SECOND,
  WITHIN_THREE_SECONDS,
  WITHIN_TWO_SECONDS,
} from "#tests/support/run/patience.ts";
import { addPeople, removePeople } from "#tests/support/people/people.ts";
import {
  ADMIN_TABS,
  beginAsAdmin,
  logInAsAdmin,
  openTab,
  registerShift,
  sendAdminLogin,
  shiftReview,
  watchJoins,
} from "#tests/support/journeys/customer-admin.ts";

const DASHBOARD = "/ostra-hamnen/admin-dashboard";
const NO_ACCESS = "Du har inte behörighet att komma åt denna sida";

test.describe("login", () => {
  // Spec 1 §2: Back goes to /{customerCode}; success …
  // Spec 1 §2: Back goes to /{customerCode}; logout …
  // Spec 1 §5: Admin login: …
  // Spec 1 §7: Logged actions: page_visit,
  // Spec 1 §8: Admin login |
  // Spec 1 §8: success Inloggning lyckades
  // Spec 1 §6: Without access to
  // Spec rules §1: A login that fails
  test("says what is missing or wrong, takes the admin in, and back out @rights", async ({ page, product }) => {
    await product.sql`truncate web_activity_logs`;
    for (const kept of [DASHBOARD, "/ostra-hamnen/manage-accounts"]) {
      await page.goto(kept);
      await expectReasonAtLogin(page, NO_ACCESS);
      await expect(page).toHaveURL(/\/ostra-hamnen\/admin-login$/);
    }
    await expectAccessible(page);
    const userId = page.getByLabel("Användarnamn");
    const password = page.getByLabel("Lösenord", { exact: true });
    const submit = page.getByRole("button", { name: "Logga in" });
    await submit.click();
    await expect(page.getByRole("alert").getByText("Var god fyll i både användarnamn och lösenord")).toBeVisible();
    await userId.fill("ad");
    await password.fill("12345");
    await expect(page.getByText("Användarnamnet måste vara minst 3 tecken")).toBeVisible();
    await expect(page.getByText("Lösenordet måste vara minst 6 tecken")).toBeVisible();
    await userId.fill("admin01");
    await password.fill("Ljungen-7411");
    await submit.click();
    await expectToldAtForm(page, "Felaktigt användarnamn eller lösenord");
    await expect(userId).toHaveValue("admin01");

    await userId.fill("  admin01 ");
    await password.fill("Admin-7410");
    await submit.click();
    await expect(page.getByText("Inloggning lyckades")).toBeVisible();
    await expect(page).toHaveURL(/\/ostra-hamnen\/admin-dashboard$/);
    await expect(page.getByText("Östra hamnen")).toBeVisible();
    await page.goto("/ostra-hamnen/admin-login");
    await expect(page).toHaveURL(/\/ostra-hamnen\/admin-dashboard$/);
    await expect
      .poll(async () => (await loggedActions(product, "admin_dashboard_visit"))[0])
      .toMatchObject({ user_id: "admin01", user_type: "admin", page_url: DASHBOARD });

    await page.getByRole("button", { name: "Logga ut" }).click();
    await expect(page).toHaveURL(/\/ostra-hamnen\/admin-login$/);
    await expect.poll(async () => (await loggedActions(product, "admin_logout")).length).toBe(1);
    await page.goto(DASHBOARD);
    await expect(page).toHaveURL(/\/ostra-hamnen\/admin-login$/);
    await page.getByRole("button", { name: "Tillbaka" }).click();
    await expect(page).toHaveURL(/\/ostra-hamnen$/);
  });

  // Spec 1 §4: A generic session
  test("takes attendants and admins of no site too @all", { tag: "@specified" }, async ({ page, product }) => {
    await product.sql`insert into admin_accounts (user_id, password) values ('admin-alla', 'Admin-7410')`;
    for (const [userId, password, name] of [
      ["admin-alla", "Admin-7410", "admin-alla"],
      ["vakt01", "Vakt-7410", "vakt.elin"],
    ] as const) {
      await logInAsAdmin(page, { userId, password });
      await expect(page.getByText(`Inloggad som ${name}`)).toBeVisible();
      await page.getByRole("button", { name: "Logga ut" }).click();
    }
    await removePeople(product, "admin-alla");
  });

  test(
    "tells attendants that they may not: they would approve their own shifts",
    { tag: "@hardened" },
    async ({ page }) => {
      await sendAdminLogin(page, { userId: "vakt01", password: "Vakt-7410" });
      await expectToldAtForm(page, NO_ACCESS);
      await expect(page).toHaveURL(/\/ostra-hamnen\/admin-login$/);
      expect(await page.evaluate(() => localStorage.getItem("parkering.session.admin"))).toBeNull();
    },
  );

  // Spec 1 §4: A generic session
  test("takes the protected account, and nobody of another site @all", async ({ page, product }) => {
    await addPeople(
      product,
      { kind: "admin", project: "standard", userId: "admin-std", password: "Admin-7410" },
      { kind: "attendant", project: "standard", userId: "vakt-std", password: "Vakt-7410" },
    );
    for (const userId of ["admin-std", "vakt-std"]) {
      await sendAdminLogin(page, { userId, password: userId === "admin-std" ? "Admin-7410" : "Vakt-7410" });
      await expectToldAtForm(page, "Felaktigt användarnamn eller lösenord");
      expect(await page.evaluate(() => localStorage.getItem("parkering.session.admin"))).toBeNull();
    }
    for (const [project, userId, password, name] of [
      ["standard", "admin-std", "Admin-7410", "admin-std"],
      ["ostra-hamnen", "standardadmin", "Standard-7410", "standardadmin"],
    ] as const) {
      await logInAsAdmin(page, { project, userId, password });
      await expect(page.getByText(`Inloggad som ${name}`)).toBeVisible();
      // The protected admin's session counts on the standard site as well; everybody else's only where it was opened.
      const other = project === "standard" ? "ostra-hamnen" : "standard";
      await page.goto(`/${other}/admin-dashboard`);
      await expect(page).toHaveURL(new RegExp(userId === "standardadmin" ? "/admin-dashboard$" : "/admin-login$"));
      await page.goto(`/${project}/admin-dashboard`);
      await page.getByRole("button", { name: "Logga ut" }).click();
    }
    await removePeople(product, "admin-std", "vakt-std");
  });

  // Spec 1 §8: Ett fel uppstod
  test("says when it cannot be checked", { tag: "@all" }, async ({ page, product, consoleErrors }) => {
    consoleErrors.tolerate(UNREACHABLE);
    await page.goto("/ostra-hamnen/admin-login");
    await product.stopDatabase();
    try {
      await sendAdminLogin(page);
      await expect(page.getByRole("alert").getByText("Ett fel uppstod vid inloggningen")).toBeVisible(DATABASE_AWAY);
      await expect(page.getByLabel("Användarnamn")).toHaveValue("admin01");
    } finally {
      await product.startDatabase();
    }
    await page.getByRole("button", { name: "Logga in" }).click();
    await expect(page).toHaveURL(/\/ostra-hamnen\/admin-dashboard$/);
  });
});

// Spec 1 §2: Tabs: Parkings, Parking
// Spec 1 §2: Back goes to /{customerCode}; logout …
// Spec rules §14: The installed app
test("tabs stand in the address, and a reload and the way back keep them", { tag: "@all" }, async ({ page }) => {
  // Chromium has no window of an installed application here, and cannot be asked to say that it is one.
  await page.addInitScript(() => {
    const ask = window.matchMedia.bind(window);
    window.matchMedia = (query) => ask(query === "(display-mode: standalone)" ? "all" : query);
  });
  await logInAsAdmin(page);
  await openTab(page, "Skift");
  await openTab(page, "Hantera konton");
  await openTab(page, "Administratörer");
  await page.reload();
  for (const name of ["Hantera konton", "Administratörer"]) {
    await expect(page.getByRole("tab", { name, exact: true })).toHaveAttribute("aria-selected", "true");
  }
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole("tab", { name: "Skift", exact: true })).toHaveAttribute("aria-selected", "true");
  await page.getByRole("button", { name: "Tillbaka" }).click();
  await expect(page).toHaveURL(/\/ostra-hamnen$/);
  // The installed application starts where the device's role works, a tab of the browser with the landing page.
  await page.goto("/?installed", { waitUntil: "commit" });
  await expect(page).toHaveURL(/\/ostra-hamnen\/admin-dashboard$/);
  await expect(page.getByRole("tab", { name: "Parkeringar", exact: true })).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Continue as Guest" })).toBeVisible();
});

// Spec 1 §4: In the admin
// Spec 1 §4: The admin log
// Spec 1 §7: read ordered by
// Spec 1 §7: read where user_type
// Spec 1 §7: realtime inserts are
// Spec rules §14: Web activity is
test("what an attendant does arrives live: registrations, removals and activity @rights", async ({
  page,
  product,
  browser,
}) => {
  const joined = watchJoins(page);
  const plate = await registerParking(product, { street: "Färjevägen 3", discord_username: "kajsa" });
  await beginAsAdmin(page);
  await expect(parkingCard(page, plate).getByText("Aktiv")).toBeVisible();
  // The row opens to more, and has none of the attendants' buttons.
  await expect((await openRow(parkingCard(page, plate))).getByRole("button")).toHaveText([""]);
  await joined("parkings");
  const second = await registerParking(product);
  await expect(parkingCard(page, second)).toBeVisible(WITHIN_A_SECOND);
  await page.getByRole("button", { name: "Sök" }).click();
  await page.getByRole("searchbox", { name: "Sök parkeringar" }).fill("KAJSA");
  await expect(page.getByText("1 träff")).toBeVisible();
  await expect(parkingCard(page, second)).toHaveCount(0);

  await openTab(page, "Parkeringslogg");
  const log = page.getByRole("list", { name: "Logg över parkeringar" });
  await expect(log.getByRole("listitem").first().getByRole("article", { name: second })).toBeVisible();
  await expect(parkingCard(page, plate).getByText("Aktiv")).toBeVisible();
  await joined("parking_deletion_logs");
  await joined("parkings", 2);

  const attendant = await browser.newPage({ baseURL: product.url });
  await beginAsAttendant(attendant);
  await pressInRow(attendant, plate, "Ta bort parkering");
  await attendant.getByRole("alertdialog").getByRole("button", { name: "Ta bort" }).click();
  await expect(attendant.getByText("Parkeringen har tagits bort")).toBeVisible();
  const entry = parkingCard(page, plate);
  await expect(entry.getByText("Borttagen", { exact: true }).first()).toBeVisible(WITHIN_A_SECOND);
  await expect(entry.getByText("vakt01", { exact: true })).toBeVisible();
  await expect(entry.getByText("Färjevägen 3")).toBeVisible();
  await expect(log.getByRole("listitem").first()).toContainText(plate);
  await expect(parkingCard(page, plate)).toHaveCount(1);
  expect(await parkingRows(product, plate)).toHaveLength(0);
  const third = await registerParking(product);
  await expect(log.getByRole("listitem").first()).toContainText(third, WITHIN_A_SECOND);

  await openTab(page, "Webbaktivitet");
  const activity = page.getByRole("list", { name: "Parkeringsvakternas aktivitet" });
  await expect(activity.getByText(`Tog bort parkeringen ${plate}`)).toBeVisible();
  // The log's line tells the attempt and its result, in words.
  await expect(activity.getByText(`Bad att ta bort parkeringen ${plate}`)).toHaveCount(0);
  await joined("web_activity_logs");
  await attendant.getByRole("button", { name: "Sök" }).click();
  await attendant.getByRole("searchbox", { name: "Sök parkeringar" }).fill("åkergränd");
  await expect(activity.getByText("Sökte efter ”åkergränd”")).toBeVisible(WITHIN_THREE_SECONDS);
  await attendant.getByRole("button", { name: "Logga ut" }).click();
  await expect(activity.getByRole("listitem").first()).toContainText("Loggade ut", WITHIN_TWO_SECONDS);
  await expect(activity.getByRole("listitem").first()).toContainText("vakt01");
  // An admin's own doings are not the attendants'.
  await expect(activity.getByText("admin dashboard visit")).toHaveCount(0);
  await page.getByRole("button", { name: "Skift", exact: true }).click();
  await expect(page.getByText("Inget av det senaste stämmer med valet.")).toBeVisible();
  await attendant.close();
});

// Spec 1 §7: read where user_type
// Spec 1 §7: realtime inserts are
// Spec 1 §9: Web activity shows
test("the activity is the newest 100, also after more arrived", { tag: "@all" }, async ({ page, product }) => {
  await product.sql`truncate web_activity_logs`;
  await product.sql`
    insert into web_activity_logs (user_id, user_type, action, page_url, additional_data, created_at)
    select 'vakt01', 'attendant', 'search_parking', '/ostra-hamnen/attendant-dashboard',
      jsonb_build_object('term', 'fyllnad' || n), now() - interval '1 second' * (200 - n)
    from generate_series(1, 130) n`;
  const joined = watchJoins(page);
  await logInAsAdmin(page);
  await openTab(page, "Webbaktivitet");
  const rows = page
    .getByRole("list", { name: "Parkeringsvakternas aktivitet" })
    .getByRole("list")
    .getByRole("listitem");
  await expect(rows).toHaveCount(100);
  await joined("web_activity_logs");
  await product.sql`
    insert into web_activity_logs (user_id, user_type, action, page_url) values
      ('vakt-std', 'attendant', 'page_visit', '/standard/attendant-dashboard'),
      ('vakt01', 'attendant', 'page_visit', '/ostra-hamnen/shift-registration')`;
  await expect(rows.first()).toContainText("Öppnade skiftregistreringen");
  await expect(rows).toHaveCount(100);
  await expect(rows.filter({ hasText: "vakt-std" })).toHaveCount(0);
  await product.sql`delete from web_activity_logs where user_id = 'vakt-std' or additional_data->>'term' like 'fyllnad%'`;
});

test("activity behind the newest 100 is found by person, action and day, older ones by scrolling @rights", async ({
  page,
  product,
}) => {
  await product.sql`truncate web_activity_logs`;
  await product.sql`
    insert into web_activity_logs (user_id, user_type, action, page_url, created_at)
    select 'vakt01', 'attendant', case n when 250 then 'logout' else 'page_visit' end, '/ostra-hamnen/attendant-dashboard',
      now() - interval '1 hour' * n from generate_series(1, 250) n`;
  await logInAsAdmin(page);
  await openTab(page, "Webbaktivitet");
  await expect(page.getByRole("list", { name: "Parkeringsvakternas aktivitet" })).toBeVisible();
  await expect(page.getByText("Loggade ut", { exact: true })).toHaveCount(0);
  await page.getByText("Sök i all aktivitet").click();
  const found = page.getByRole("list", { name: "Funnen aktivitet" });
  await page.getByLabel("Händelse").selectOption("Loggade ut");
  await expect(found.getByText("Loggade ut", { exact: true })).toBeVisible();
  await expect(found.getByText("Öppnade parkeringslistan")).toHaveCount(0);
  await product.sql`delete from web_activity_logs where user_id = 'vakt01'`;
});

const mistaken = (where: Page) => where.getByRole("article").filter({ hasText: "Nekat av misstag" });

test.describe("shifts", () => {
  test.beforeEach(({ product }) => product.sql`truncate shift_registrations`);

  // Spec 1 §4: An admin may
  // Spec 1 §4: Only unapproved shifts
  // Spec 1 §5: Shift rejection …
  // Spec 1 §7: shift_registrations: read all
  // Spec 1 §7: update approved by
  // Spec 1 §7: Logged actions: page_visit,
  // Spec 1 §8: Skift godkänt /
  // Spec rules §14: One press approves,
  test("arrive live and are approved or rejected, with the note in the log @rights", async ({ page, product }) => {
    const joined = watchJoins(page);
    await page.clock.install();
    await beginAsAdmin(page);
    await openTab(page, "Skift");
    await expect(page.getByText("Inga skift har registrerats ännu.")).toBeVisible();
    await joined("shift_registrations");
    const good = await registerShift(product, page, { description: "Lugnt vid kajen" });
    const card = (text: string) => page.getByRole("article").filter({ hasText: text });
    await expect(card("Lugnt vid kajen")).toBeVisible(WITHIN_TWO_SECONDS);
    await expect(card("Lugnt vid kajen").getByText("Väntar på godkännande")).toBeVisible();
    await expect(card("Lugnt vid kajen").getByText("vakt01")).toBeVisible();
    await card("Lugnt vid kajen").getByRole("button", { name: "Visa bild 1 av 2" }).click();
    const photo = page.getByRole("dialog").getByRole("img");
    await expect(photo).toHaveJSProperty("naturalWidth", 900);
    await page.keyboard.press("Escape");

    // A press approves, and a slip is taken back: both stand in the trail.
    const waiting = await registerShift(product, page, { description: "Väntar också" });
    await expect(card("Väntar också")).toBeVisible(WITHIN_TWO_SECONDS);
    const approve = (text: string) => card(text).getByRole("button", { name: "Godkänn", exact: true });
    await approve("Väntar också").focus();
    await page.keyboard.down("Enter");
    await expect(approve("Lugnt vid kajen")).toBeFocused();
    // Held, it presses none of the others.
    await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    const undo = card("Väntar också").getByRole("button", { name: "Ångra" });
    // The first half second takes nothing back.
    await expect(async () => {
      if (await undo.isVisible()) await undo.click(ONE_TRY);
      await expect(page.getByText("Skiftet väntar igen")).toBeVisible(ONE_TRY);
    }).toPass();
    expect(await shiftReview(product, good)).toMatchObject({ status: "pending" });
    await expect(approve("Väntar också")).toBeFocused();
    expect(await shiftReview(product, waiting)).toMatchObject({ status: "pending", approved: false });
    const changes = await product.sql<{ status: string }[]>`
      select after ->> 'status' as status from audit_trail
      where row_id = ${waiting} and action = 'update' order by created_at`;
    expect(changes.map(({ status }) => status)).toEqual(["approved", "pending"]);
    await product.sql`delete from shift_registrations where id = ${waiting}`;
    await expect(card("Väntar också")).toHaveCount(0);

    await approve("Lugnt vid kajen").click();
    await expect(page.getByText("Skift godkänt", { exact: true })).toBeVisible();
    await expect(card("Lugnt vid kajen").getByText("Godkänt", { exact: true })).toBeVisible();
    // The last one's way back has the focus, and goes after five seconds.
    await expect(card("Lugnt vid kajen").getByRole("button", { name: "Ångra" })).toBeFocused();
    await page.clock.fastForward(5000);
    await expect(card("Lugnt vid kajen").getByRole("button", { name: "Ångra" })).toHaveCount(0);
    await expect(card("Lugnt vid kajen").getByRole("button", { name: "Neka" })).toHaveCount(0);
    expect(await shiftReview(product, good)).toMatchObject({
      status: "approved",
      approved: true,
      reviewed_by: "admin01",
      review_note: null,
    });
    await expect
      .poll(async () => (await loggedActions(product, "shift_approve")).at(-1))
      .toMatchObject({ user_id: "admin01", user_type: "admin", additional_data: { shift_id: good, note: null } });

    const bad = await registerShift(product, page, { description: "Gick hem tidigt" });
    await card("Gick hem tidigt").getByRole("button", { name: "Neka" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Neka" }).click();
    await expect(dialog.getByText("Du måste lägga till en anteckning när du nekar ett skift")).toBeVisible();
    await dialog.getByLabel("Anteckning").fill("   ");
    await dialog.getByRole("button", { name: "Neka" }).click();
    expect(await shiftReview(product, bad)).toMatchObject({ status: "pending" });
    await expectAccessible(page);
    await dialog.getByLabel("Anteckning").fill(" Bilderna visar inte platsen ");
    await dialog.getByRole("button", { name: "Neka" }).click();
    await expect(page.getByText("Skift nekat", { exact: true })).toBeVisible();
    await expect(card("Gick hem tidigt").getByText("Nekat", { exact: true })).toBeVisible();
    await expect(card("Gick hem tidigt").getByText(/^Granskat .* av admin01$/)).toBeVisible();
    const review = await shiftReview(product, bad);
    expect(review).toMatchObject({
      status: "rejected",
      approved: false,
      reviewed_by: "admin01",
      review_note: "Bilderna visar inte platsen",
    });
    expect(review?.reviewed_at).not.toBeNull();
    await expect
      .poll(async () => (await loggedActions(product, "shift_reject")).at(-1))
      .toMatchObject({
        user_id: "admin01",
        page_url: DASHBOARD,
        additional_data: { shift_id: bad, note: "Bilderna visar inte platsen" },
      });

    await product.sql`delete from shift_registrations where id = ${bad}`;
    await expect(card("Gick hem tidigt")).toHaveCount(0);
  });

  // Spec rules §4: A shift that
  test("that were rejected by mistake are approved after all, and both sides read both answers @all", async ({
    page,
    product,
    browser,
  }) => {
    const id = await registerShift(product, page, { description: "Nekat av misstag" });
    const attendant = await browser.newPage({ baseURL: product.url });
    await logInAsAttendant(attendant);
    await attendant.getByRole("button", { name: "Registrera skift" }).click();
    await logInAsAdmin(page);
    await openTab(page, "Skift");
    await mistaken(page).getByRole("button", { name: "Neka" }).click();
    await page.getByLabel("Anteckning").fill("Fel vakt");
    await page.getByRole("dialog").getByRole("button", { name: "Neka" }).click();
    for (const where of [page, attendant]) {
      await expect(mistaken(where).getByText("Nekat", { exact: true })).toBeVisible();
      await expect(mistaken(where)).toContainText("Anteckning: Fel vakt");
      await expect(mistaken(where).getByText(/^Granskat .* av admin01$/)).toBeVisible();
    }
    await expect(mistaken(page).getByRole("button", { name: "Neka" })).toHaveCount(0);
    await mistaken(page).getByRole("button", { name: "Godkänn" }).click();
    await page.getByLabel("Anteckning").fill("Förväxling");
    await page.getByRole("dialog").getByRole("button", { name: "Godkänn" }).click();
    await expect(page.getByText("Skift godkänt", { exact: true })).toBeVisible();
    await expect(attendant.getByText("Skift godkänt!")).toBeVisible();
    for (const where of [page, attendant]) {
      await expect(mistaken(where).getByText("Godkänt", { exact: true })).toBeVisible();
      await expect(mistaken(where)).toContainText("Anteckning: Fel vakt");
      await expect(mistaken(where).getByText(/^Nekades .* av admin01 och godkändes sedan$/)).toBeVisible();
      await expect(mistaken(where)).toContainText("Anteckning: Förväxling");
    }
    await expect(mistaken(page).getByRole("button", { name: "Godkänn" })).toHaveCount(0);
    expect(await shiftReview(product, id)).toMatchObject({
      status: "approved",
      approved: true,
      review_note: "Förväxling",
    });
    await expect
      .poll(async () => (await loggedActions(product, "shift_approve")).at(-1))
      .toMatchObject({ additional_data: { shift_id: id, note: "Förväxling" } });
    await attendant.close();
  });

  // Spec 1 §4: Only unapproved shifts
  // Spec 1 §8: Kunde inte godkänna
  test("are answered once: the later of two admins is told @all", async ({ page, product, browser }) => {
    const id = await registerShift(product, page, { description: "Två ser det" });
    const other = await browser.newPage({ baseURL: product.url });
    for (const each of [page, other]) {
      await logInAsAdmin(each);
      await openTab(each, "Skift");
    }
    await page.getByRole("button", { name: "Neka" }).click();
    await page.getByLabel("Anteckning").fill("Första");
    await other.getByRole("button", { name: "Godkänn med anteckning" }).click();
    await other.getByLabel("Anteckning").fill("Andra");
    await page.getByRole("dialog").getByRole("button", { name: "Neka" }).click();
    await expect(page.getByText("Skift nekat", { exact: true })).toBeVisible();
    await other.getByRole("dialog").getByRole("button", { name: "Godkänn" }).click();
    await expect(other.getByText("Kunde inte godkänna skift")).toBeVisible();
    await expect(other.getByText("Skiftet har redan granskats av någon annan.")).toBeVisible();
    await expect(other.getByText("Nekat", { exact: true })).toBeVisible();
    expect(await shiftReview(product, id)).toMatchObject({ status: "rejected", review_note: "Första" });
    const approvals = await loggedActions(product, "shift_approve");
    expect(approvals.filter(({ additional_data: data }) => data["shift_id"] === id)).toHaveLength(0);
    await other.close();
  });

  test(
    "count as answered when only the word of it was lost",
    { tag: "@all" },
    async ({ page, product, consoleErrors }) => {
      consoleErrors.tolerate(UNREACHABLE);
      const id = await registerShift(product, page, { description: "Svaret kommer bort" });
      await logInAsAdmin(page);
      await openTab(page, "Skift");
      await page.getByRole("button", { name: "Neka" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Anteckning").fill("Bilderna är suddiga");
      const isAnswer = /\/rest\/v1\/shift_registrations/;
      await page.route(isAnswer, async (route) => {
        if (route.request().method() !== "PATCH") return route.continue();
        await route.fetch();
        return route.abort();
      });
      await dialog.getByRole("button", { name: "Neka" }).click();
      await expect(page.getByText("Kunde inte neka skift")).toBeVisible();
      await expect(dialog.getByLabel("Anteckning")).toHaveValue("Bilderna är suddiga");
      expect(await shiftReview(product, id)).toMatchObject({ status: "rejected" });
      await page.unroute(isAnswer);
      await dialog.getByRole("button", { name: "Neka" }).click();
      await expect(page.getByText("Skift nekat", { exact: true })).toBeVisible();
      await expect
        .poll(async () => {
          const rejections = await loggedActions(product, "shift_reject");
          return rejections.filter(({ additional_data: data }) => data["shift_id"] === id);
        })
        .toMatchObject([{ additional_data: { note: "Bilderna är suddiga" } }]);
    },
  );

  test("that are answered late leave the next one's dialog open", { tag: "@all" }, async ({ page, product }) => {
    await registerShift(product, page, { description: "Först" });
    await registerShift(product, page, { description: "Sedan" });
    await logInAsAdmin(page);
    await openTab(page, "Skift");
    let answer!: () => void;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/rest\/v1\/shift_registrations/, async (route) => {
      if (route.request().method() === "PATCH") await answered;
      return route.continue();
    });
    const cards = page.getByRole("list", { name: "Skiftlista" }).getByRole("article");
    const dialog = page.getByRole("dialog");
    await cards.filter({ hasText: "Sedan" }).getByRole("button", { name: "Godkänn med anteckning" }).click();
    await dialog.getByRole("button", { name: "Godkänn" }).click();
    await page.keyboard.press("Escape");
    await cards.filter({ hasText: "Först" }).getByRole("button", { name: "Neka" }).click();
    await dialog.getByLabel("Anteckning").fill("Påbörjad");
    answer();
    await expect(page.getByText("Skift godkänt", { exact: true })).toBeVisible();
    // Not by its role: what lies behind a dialog has none.
    await expect(page.locator("article", { hasText: "Sedan" }).getByText("Godkänt", { exact: true })).toBeVisible();
    await expect(dialog.getByLabel("Anteckning")).toHaveValue("Påbörjad");
  });

  // Spec 1 §8: Kunde inte godkänna
  test("say what failed and keep the note", { tag: "@all" }, async ({ page, product, consoleErrors }) => {
    consoleErrors.tolerate(UNREACHABLE);
    const id = await registerShift(product, page, { description: "Databasen går" });
    await logInAsAdmin(page);
    await openTab(page, "Skift");
    await page.getByRole("button", { name: "Neka" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Anteckning").fill("Skriven i onödan?");
    await product.stopDatabase();
    try {
      await dialog.getByRole("button", { name: "Neka" }).click();
      await expect(page.getByText("Kunde inte neka skift")).toBeVisible(DATABASE_AWAY);
      await expect(dialog.getByLabel("Anteckning")).toHaveValue("Skriven i onödan?");
    } finally {
      await product.startDatabase();
    }
    await dialog.getByRole("button", { name: "Neka" }).click();
    await expect(page.getByText("Skift nekat", { exact: true })).toBeVisible(BACK_AGAIN);
    expect(await shiftReview(product, id)).toMatchObject({ review_note: "Skriven i onödan?" });
  });
});

// Spec 1 §8: Admin dashboard |
test(
  "each tab says what could not be fetched, and fetches it when asked again",
  { tag: "@all" },
  async ({ page, product, consoleErrors }) => {
    consoleErrors.tolerate(UNREACHABLE);
    await logInAsAdmin(page);
    const failures = [
      ["parkeringar", "Kunde inte hämta parkeringar"],
      ["parkeringslogg", "Kunde inte hämta parkeringslogg"],
      ["skift", "Kunde inte hämta skift"],
      ["webbaktivitet", "Kunde inte hämta webbaktiviteter"],
    ] as const;
    await product.stopDatabase();
    try {
      for (const [tab, text] of failures) {
        await page.goto(`${DASHBOARD}?tab=${tab}`);
        await expect(page.getByRole("alert").getByText(text, { exact: true })).toBeVisible(DATABASE_AWAY);
      }
    } finally {
      await product.startDatabase();
    }
    await pressUnlessHealed(page.getByRole("button", { name: "Försök igen" }));
    await expect(page.getByText("Kunde inte hämta webbaktiviteter")).toHaveCount(0);
  },
);

test("an admin of another site sees nothing of it @rights", async ({ page, product }) => {
  const plate = newPlate();
  const joined = watchJoins(page);
  await addPeople(product, { kind: "admin", project: "standard", userId: "admin-std", password: "Admin-7410" });
  await product.sql`truncate shift_registrations`;
  await registerShift(product, page, { description: "Hamnens eget" });
  const shown = await registerParking(product, { project_id: "standard" });
  await beginAsAdmin(page, { project: "standard", userId: "admin-std" });
  await expect(parkingCard(page, shown)).toBeVisible();
  await joined("parkings");
  await registerParking(product, { ref_number: plate });
  const own = await registerParking(product, { project_id: "standard" });
  await expect(parkingCard(page, own)).toBeVisible();
  await expect(parkingCard(page, plate)).toHaveCount(0);

  await openTab(page, "Parkeringslogg");
  await joined("parking_deletion_logs");
  const [row] = await parkingRows(product, plate);
  for (const [project, deleted] of [
    ["ostra-hamnen", plate],
    ["standard", "SYNLIG1"],
  ] as const) {
    await product.sql`
      insert into parking_deletion_logs (project_id, parking_id, deleted_by, ref_number)
      values (${project}, ${row?.id ?? ""}, 'vakt01', ${deleted})`;
  }
  await expect(parkingCard(page, "SYNLIG1")).toBeVisible();
  await expect(parkingCard(page, plate)).toHaveCount(0);
  await openTab(page, "Skift");
  await expect(page.getByText("Inga skift har registrerats ännu.")).toBeVisible();
  await openTab(page, "Webbaktivitet");
  await expect(page.getByText("Parkeringsvakterna har inte gjort något ännu.")).toBeVisible();
  await openTab(page, "Hantera konton");
  await openTab(page, "Administratörer");
  await expect(page.getByRole("article", { name: "admin-std" })).toBeVisible();
  await expect(page.getByRole("article", { name: "admin01" })).toHaveCount(0);
  await removePeople(product, "admin-std");
  await product.sql`delete from parking_deletion_logs where ref_number in (${plate}, 'SYNLIG1')`;
});

// Spec 1 §7: read ordered by
test(
  "the log of a city is read in pages, removed and existing parkings as one",
  { tag: "@all" },
  async ({ page, product }) => {
    const [site] = await product.sql<{ id: string }[]>`
    insert into main_page_sites (name, path, description) values ('Storstaden', 'storstaden', 'Hundra tusen parkeringar') returning id`;
    // Without triggers: nobody follows these rows, and each would stand in the trail.
    await product.sql.begin(async (transaction) => {
      await transaction`set local session_replication_role = replica`;
      await transaction`
      insert into parkings (project_id, site_id, car_model, car_color, street, ref_number, start_time, end_time, created_at)
      select 'storstaden', ${site?.id ?? ""}, 'Volvo V60', 'Röd', 'Gatan ' || n, 'AKT' || n, now(), now() + interval '1 hour',
        now() - interval '2 minutes' * n
      from generate_series(1, 100000) n`;
      // A removal stands between every two of the newest parkings.
      await transaction`
      insert into parking_deletion_logs (project_id, site_id, parking_id, deleted_by, ref_number, deleted_at)
      select 'storstaden', ${site?.id ?? ""}, gen_random_uuid(), 'vakt01', 'BORT' || n,
        now() - interval '1 minute' - interval '2 minutes' * n
      from generate_series(1, 5000) n`;
    });
    const asked: URL[] = [];
    page.on("request", (request) => {
      const url = new URL(request.url());
      // Rows that are only counted, for the tab, are not listed.
      const isListed = url.searchParams.has("order");
      if (isListed && /\/rest\/v1\/(parkings|parking_deletion_logs)/.test(url.pathname)) asked.push(url);
    });
    await logInAsAdmin(page, { project: "storstaden", userId: "standardadmin", password: "Standard-7410" });
    await openTab(page, "Parkeringslogg");
    const items = page.getByRole("list", { name: "Logg över parkeringar" }).getByRole("listitem");
    await expect(items.first()).toContainText("AKT1");
    await expect(items.nth(1)).toContainText("BORT1");
    await expect(items.nth(2)).toContainText("AKT2");
    expect(await items.count()).toBeLessThan(40);
    expect(asked.every((url) => url.searchParams.get("limit") === "100")).toBe(true);
    const pagesOf = (table: string) =>
      asked.filter(({ pathname, searchParams }) => pathname.endsWith(`/${table}`) && searchParams.has("or")).length;
    const numbers = async () => {
      const texts = await items.allTextContents();
      return texts.map((text) => Number(/(?:AKT|BORT)(\d+)/.exec(text)?.[1]));
    };
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      expect(Math.min(...(await numbers()))).toBeGreaterThan(250);
    }).toPass();
    const seen = await numbers();
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(pagesOf("parkings")).toBeGreaterThan(0);
    expect(pagesOf("parking_deletion_logs")).toBeGreaterThan(0);
    await product.sql.begin(async (transaction) => {
      await transaction`set local session_replication_role = replica`;
      await transaction`delete from parkings where project_id = 'storstaden'`;
      await transaction`delete from parking_deletion_logs where project_id = 'storstaden'`;
    });
    await product.sql`delete from main_page_sites where path = 'storstaden'`;
  },
);

// Spec 1 §2: Tabs: Parkings, Parking
test("every tab is accessible", { tag: "@all" }, async ({ page, product }) => {
  // axe looks at the whole of every tab, one after the other.
  test.slow();
  await product.sql`truncate shift_registrations`;
  await registerShift(product, page, {
    description: "Ettmycketlångtordsomaldrigtarslutochsominteskagöraattsidanbliråtsidanbredareäntelefonen på kajen.",
    attendant_user_id: "vaktenmeddetlångaanvändarnamnetsomärfyrtiofemtecke",
  });
  await logInAsAdmin(page);
  for (const tab of ADMIN_TABS) {
    await openTab(page, tab);
    await expect(page.getByRole("tabpanel").first()).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await expectAccessible(page);
  }
  await openTab(page, "Administratörer");
  await expect(page.getByRole("article", { name: "admin01" })).toBeVisible();
  await expectAccessible(page);
});
