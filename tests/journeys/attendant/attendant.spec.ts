// An attendant's login and live list: search, arrivals, and what they say when something fails.
// The login runs in `hardened`: one form; specified.test and login-screens compare. Eight hours, any writing, the way back
// and failures are @all: hardened.spec, session/store, backend/database/search, weak-network.
import {
  expect,
  expectAccessible,
  expectReasonAtLogin,
  expectToldAtForm,
  test,
  untilLaidOut,
} from "#tests/support/browser/browser.ts";
import { BACK_AGAIN } from "#tests/support/run/patience.ts";
import { addPeople } from "#tests/support/people/people.ts";
import {
  beginAsAttendant,
  loggedActions,
  logInAsAttendant,
  newPlate,
  openRow,
  parkingCard,
  registerParking,
  UNREACHABLE,
} from "#tests/support/journeys/attendant.ts";

const DASHBOARD = "/ostra-hamnen/attendant-dashboard";
const ABOUT_ME = { user_id: "vakt01", user_type: "attendant", page_url: DASHBOARD };

test.describe("login", () => {
  // Spec 1 §2: User ID, Password,
  // Spec 1 §2: No valid attendant
  // Spec 1 §5: Attendant login: …
  // Spec 1 §7: project_attendants: select one
  // Spec 1 §8: Attendant login, unknown
  // Spec rules §1: A login that fails
  test("says what is missing or wrong, and stays logged in for its project @rights", async ({ page, product }) => {
    await page.goto(DASHBOARD);
    await expectReasonAtLogin(page, "Du måste logga in för att komma åt denna sida");
    await expect(page).toHaveURL(/\/ostra-hamnen\/attendant-login$/);
    await expectAccessible(page);

    const userId = page.getByLabel("Användar-ID");
    const password = page.getByLabel("Lösenord", { exact: true });
    const submit = page.getByRole("button", { name: "Logga in" });
    await submit.click();
    await expect(page.getByText("Var god fyll i både användar-ID och lösenord")).toBeVisible();
    await userId.fill("va");
    await password.fill("12345");
    await expect(page.getByText("Användar-ID måste vara minst 3 tecken")).toBeVisible();
    await expect(page.getByText("Lösenordet måste vara minst 6 tecken")).toBeVisible();
    await expect(userId).toHaveAttribute("maxlength", "50");
    await expect(password).toHaveAttribute("maxlength", "128");
    await userId.fill("vakt01");
    await password.fill("Tallkott-7411");
    await submit.click();
    await expectToldAtForm(page, "Felaktigt användar-ID eller lösenord");
    await userId.fill("  vakt01 ");
    await password.fill("Vakt-7410");
    await submit.click();
    await expect(page.getByText("Inloggning lyckades")).toBeVisible();
    await expect(page).toHaveURL(`${product.url}${DASHBOARD}`);
    await page.goto("/ostra-hamnen/attendant-login");
    await expect(page).toHaveURL(`${product.url}${DASHBOARD}`);

    await page.goto("/standard/attendant-dashboard");
    await expect(page).toHaveURL(/\/standard\/attendant-login$/);
    await page.getByRole("button", { name: "Tillbaka" }).click();
    await expect(page).toHaveURL(`${product.url}/standard`);
  });

  // Spec 3 §4: passwords | readable
  test("takes a hashed password", { tag: "@specified" }, async ({ page, product }) => {
    // SHA-256 of "Hash-7410:parkeringsvakt".
    await product.sql`insert into project_attendants (user_id, project_id, password) values
      ('hash01', 'ostra-hamnen', encode(sha256('Hash-7410:parkeringsvakt'), 'hex'))`;
    await page.goto("/ostra-hamnen/attendant-login");
    await page.getByLabel("Användar-ID").fill("hash01");
    await page.getByLabel("Lösenord", { exact: true }).fill("Hash-7410");
    await page.getByRole("button", { name: "Logga in" }).click();
    await expect(page).toHaveURL(`${product.url}${DASHBOARD}`);
  });

  // Spec 1 §8: Attendant login, fetch
  test("says when it cannot be checked", { tag: "@all" }, async ({ page, product, consoleErrors }) => {
    consoleErrors.tolerate(UNREACHABLE);
    await page.goto("/ostra-hamnen/attendant-login");
    await page.getByLabel("Användar-ID").fill("vakt01");
    await page.getByLabel("Lösenord", { exact: true }).fill("Vakt-7410");
    await product.stopDatabase();
    await page.getByRole("button", { name: "Logga in" }).click();
    await expectToldAtForm(page, "Ett fel uppstod vid inloggningen");
    await product.startDatabase();
    await page.getByRole("button", { name: "Logga in" }).click();
    await expect(page).toHaveURL(`${product.url}${DASHBOARD}`);
  });

  // Spec 1 §8: Attendant login success
  // Spec 3 §6: Inloggning lyckades is said …
  // Spec 1 §9: redirect delays 2000
  test("leads on a tenth of a second after it is checked @all", async ({ page, product, differences }) => {
    await page.goto("/ostra-hamnen/attendant-login");
    await page.getByLabel("Användar-ID").fill("vakt01");
    await page.getByLabel("Lösenord", { exact: true }).fill("Vakt-7410");
    const leading = page.evaluate(
      async ([dashboard, request]) => {
        while (location.pathname !== dashboard) await new Promise(requestAnimationFrame);
        const left = performance.now();
        const checks = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
        return left - (checks.findLast(({ name }) => name.includes(request))?.responseEnd ?? left);
      },
      [DASHBOARD, differences.lastLoginRequest] as const,
    );
    await page.getByRole("button", { name: "Logga in" }).click();
    const milliseconds = await leading;
    expect(milliseconds).toBeGreaterThanOrEqual(100);
    expect(milliseconds).toBeLessThan(1000);
    await expect(page.getByText("Inloggning lyckades")).toBeVisible();
    await expect(page).toHaveURL(`${product.url}${DASHBOARD}`);
  });

  // Spec 1 §7: project_attendants: select one
  // Spec 2 §9: Project id 721075
  test("without a project lets 721075's people in @all", { tag: "@specified" }, async ({ page, product }) => {
    await page.goto("/attendant-login");
    await page.getByLabel("Användar-ID").fill("op01");
    await page.getByLabel("Lösenord", { exact: true }).fill("Operator-7410");
    await page.getByRole("button", { name: "Logga in" }).click();
    await expect(page).toHaveURL(`${product.url}/attendant-dashboard`);
  });

  test("without a project knows an operator as what he is @all", { tag: "@hardened" }, async ({ page }) => {
    await page.goto("/attendant-login");
    await page.getByLabel("Användar-ID").fill("op01");
    await page.getByLabel("Lösenord", { exact: true }).fill("Operator-7410");
    await page.getByRole("button", { name: "Logga in" }).click();
    await expectToldAtForm(page, "Felaktigt användar-ID eller lösenord");
    await expect(page).toHaveURL(/\/attendant-login$/);
  });

  // Spec 1 §2: User ID, Password,
  // Spec 1 §2: Back button; …
  // Spec 1 §2: No valid attendant
  test("without a project leads home @all", async ({ page, product, consoleErrors }) => {
    // Requests during the end of the login are refused, and the browser notes it.
    consoleErrors.tolerate(/Failed to load resource.*401/);
    await addPeople(product, { kind: "attendant", project: null, userId: "fri01", password: "Vakt-7410" });
    await page.goto("/attendant-dashboard");
    await expectReasonAtLogin(page, "Du måste logga in för att komma åt denna sida");
    await expect(page).toHaveURL(`${product.url}/attendant-login`);
    await page.getByRole("button", { name: "Tillbaka" }).click();
    await expect(page).toHaveURL(`${product.url}/`);
    await page.goto("/attendant-login");
    await page.getByLabel("Användar-ID").fill("fri01");
    await page.getByLabel("Lösenord", { exact: true }).fill("Vakt-7410");
    await page.getByRole("button", { name: "Logga in" }).click();
    await expect(page).toHaveURL(`${product.url}/attendant-dashboard`);
    await page.getByRole("button", { name: "Tillbaka" }).click();
    await expect(page).toHaveURL(`${product.url}/`);
    await page.goto("/attendant-dashboard");
    await page.getByRole("button", { name: "Logga ut" }).click();
    await expect(page.getByText("Du har loggats ut")).toBeVisible();
    await expect(page).toHaveURL(`${product.url}/`);
  });

  // Spec 1 §2: Back button; …
  // Spec 1 §4: Sessions: created at
  // Spec 1 §7: Logged actions: page_visit,
  // Spec 1 §8: logout: Du har
  // Spec 1 §9: Session lifetime 8
  test("ends after eight hours, and with a press @all", async ({ page, product }) => {
    await page.clock.install();
    await logInAsAttendant(page);
    const stored = await page.evaluate(
      () => JSON.parse(localStorage.getItem("parkering.session.attendant") ?? "{}") as { expiresAt: number },
    );
    const left = stored.expiresAt - (await page.evaluate(() => Date.now()));
    expect(left).toBeGreaterThan(7.99 * 3_600_000);
    expect(left).toBeLessThanOrEqual(8 * 3_600_000);
    await page.clock.fastForward("08:00:30");
    await expectReasonAtLogin(page, "Du måste logga in för att komma åt denna sida");
    await expect(page).toHaveURL(/\/ostra-hamnen\/attendant-login$/);

    await logInAsAttendant(page);
    await page.getByRole("button", { name: "Logga ut" }).click();
    await expect(page.getByText("Du har loggats ut")).toBeVisible();
    await expect(page).toHaveURL(`${product.url}/ostra-hamnen`);
    expect(await page.evaluate(() => localStorage.getItem("parkering.session.attendant"))).toBeNull();
    await expect.poll(() => loggedActions(product, "logout")).toContainEqual(expect.objectContaining(ABOUT_ME));
  });
});

test.describe("the list", () => {
  // Spec 1 §2: List of all
  // Spec 1 §2: Empty list text:
  // Spec 1 §5: Parking search: …
  // Spec 1 §7: Logged actions: page_visit,
  // Spec 3 §6: The field of
  test("searches five columns, letter for letter, and follows changes meanwhile @rights", async ({ page, product }) => {
    const mark = newPlate();
    const discord = `Ö%l_'${mark}`;
    const plates = [
      await registerParking(product, { discord_username: discord }),
      await registerParking(product, { street: `ÅSGATAN ${mark}` }),
      await registerParking(product, { car_model: `Ö\\x ${mark}`, car_color: "Ärtgrön" }),
    ] as const;
    await beginAsAttendant(page);
    const toField = page.getByRole("button", { name: "Sök", exact: true });
    const field = page.getByRole("searchbox", { name: "Sök parkeringar" });
    await expect(field).toBeVisible();
    await toField.click();
    await expect(field).toBeFocused();
    const articles = page.getByRole("article");
    for (const [typed, found] of [
      [mark.toLowerCase(), plates],
      [`åsgatan ${mark}`, [plates[1]]],
      [`%l_'${mark}`, [plates[0]]],
      [`ö\\x ${mark}`, [plates[2]]],
      [`${mark}%`, []],
      [`ö_l_'${mark}`, []],
      [plates[2].toLowerCase(), [plates[2]]],
    ] as const) {
      await field.fill(typed);
      await expect(articles).toHaveCount(found.length);
      for (const plate of found) await expect(parkingCard(page, plate)).toBeVisible();
    }
    await field.fill(`${mark} finns inte`);
    await expect(page.getByText("Inga parkeringar hittades.")).toBeVisible();
    await expectAccessible(page);

    await field.fill(mark);
    await expect(articles).toHaveCount(3);
    const added = await registerParking(product, { street: `Ny gata ${mark}` });
    await registerParking(product, { street: "En annan gata" });
    await expect(parkingCard(page, added)).toBeVisible();
    await product.sql`delete from parkings where ref_number = ${plates[0]}`;
    await expect(parkingCard(page, plates[0])).toHaveCount(0);
    await expect(articles).toHaveCount(3);

    await field.fill("ab");
    await field.press("Escape");
    await expect(field).toHaveValue("");
    await expect(field).not.toBeFocused();
    await expect.poll(async () => (await loggedActions(product, "toggle_search")).length).toBeGreaterThanOrEqual(1);
    // The log is written while the screen goes on.
    await expect
      .poll(() => loggedActions(product, "search_parking"))
      .toContainEqual({ ...ABOUT_ME, additional_data: { term: `åsgatan ${mark}` } });
    const searches = await loggedActions(product, "search_parking");
    expect(searches.map((row) => String(row.additional_data["term"]).length >= 3)).not.toContain(false);
  });

  // Spec 4 §2: Two ways of
  // Spec 4 §2: plate_key: capitals, and
  // Spec 4 §2: The search of
  // Spec 4 §5: Skapa parkeringsbot (with
  test("finds a plate in any way of writing, and a car that is nowhere leads to its report @all", async ({
    page,
    product,
  }) => {
    const plate = await registerParking(product, { ref_number: "ÅAB 71X", street: "Fiskargränd" });
    const dashed = await registerParking(product, { ref_number: "TAO-98N" });
    await logInAsAttendant(page);
    const field = page.getByRole("searchbox", { name: "Sök parkeringar" });
    for (const [typed, found] of [
      ["åab71x", plate],
      ["ÅAB-71X", plate],
      ["a\u030Aab 71", plate],
      ["tao98n", dashed],
      ["o 98", dashed],
    ] as const) {
      await field.fill(typed);
      await expect(parkingCard(page, found)).toBeVisible();
      await expect(page.getByRole("article")).toHaveCount(1);
    }
    await field.fill("ååå-000");
    await page.getByRole("button", { name: "Skapa rapport för ÅÅÅ 000" }).click();
    await expect(page.getByLabel("Registreringsnummer")).toHaveValue("ÅÅÅ 000");
    await page.getByRole("button", { name: "Tillbaka" }).click();
    await expect(field).toHaveValue("ååå-000");
    await field.fill("finns, inte");
    await expect(page.getByText("Inga parkeringar hittades.")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Skapa rapport för/ })).toHaveCount(0);
  });

  // Spec rules §3: The list keeps
  test("keeps search and place on the way back from a fine", { tag: "@all" }, async ({ page, product }) => {
    const mark = newPlate();
    for (let index = 0; index < 40; index += 1) await registerParking(product, { street: `Platsgatan ${mark}` });
    await logInAsAttendant(page);
    const field = page.getByRole("searchbox", { name: "Sök parkeringar" });
    await field.fill(mark);
    await expect(page.getByText("40 träffar")).toBeVisible();
    for (const leave of [() => page.getByRole("button", { name: "Tillbaka" }).click(), () => page.goBack()]) {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      const last = await openRow(page.getByRole("article").last());
      const fine = last.getByRole("button", { name: "Skapa parkeringsbot" });
      await fine.hover();
      await page.evaluate(untilLaidOut);
      // The place at the press itself: before it Playwright may scroll, to reach a button that a toast stands over.
      const pressed = page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            window.addEventListener("click", () => resolve(window.scrollY), { capture: true, once: true });
          }),
      );
      await fine.click();
      const before = await pressed;
      expect(before).toBeGreaterThan(500);
      await expect(page.getByRole("heading", { level: 1, name: "Parkeringar" })).toHaveCount(0);
      await leave();
      await expect(field).toHaveValue(mark);
      await expect(page.getByText("40 träffar")).toBeVisible();
      await expect.poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - before)).toBeLessThan(2);
    }
  });

  // Spec rules §10: Reduced motion means
  test(
    "holds still under somebody who has scrolled, and tells of what came",
    { tag: "@once" },
    async ({ page, product }) => {
      // The seed's rows are longer than such a window by more than it is scrolled.
      await page.setViewportSize({ width: 1280, height: 600 });
      await beginAsAttendant(page);
      await page.getByRole("article").nth(3).waitFor();
      await page.mouse.move(640, 500);
      await page.mouse.wheel(0, 900);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
      // Rows that come into sight are measured first.
      await page.evaluate(untilLaidOut);
      const [name, top] = await page.evaluate(() => {
        const first = [...document.querySelectorAll("article")].find((card) => card.getBoundingClientRect().top > 0);
        return [first?.getAttribute("aria-label") ?? "", first?.getBoundingClientRect().top ?? 0] as const;
      });
      // Motion is reduced here, and then a row that is put elsewhere is there at once, not a frame later than the scroll.
      const lag = await page.evaluate(() => {
        const row = document.querySelector<HTMLElement>("[data-index]")!;
        const before = row.getBoundingClientRect().top;
        const { transform } = row.style;
        row.style.transform = `${transform} translateY(100px)`;
        const after = row.getBoundingClientRect().top;
        row.style.transform = transform;
        return before + 100 - after;
      });
      expect(lag).toBe(0);
      const plate = await registerParking(product);
      const notice = page.getByRole("button", { name: "1 ny parkering" });
      await expect(notice).toBeVisible();
      expect(Math.abs((await parkingCard(page, name).boundingBox())!.y - top)).toBeLessThan(1);
      await notice.click();
      await expect(parkingCard(page, plate)).toBeInViewport();
      await expect(notice).toHaveCount(0);
    },
  );

  // Spec 1 §4: Parking displayed status:
  // Spec 1 §7: select all ordered
  // Spec 1 §8: Dates | …
  test(
    "turns a badge when the time passes, newest first, with what was not given",
    { tag: "@all" },
    async ({ page, product }) => {
      const ending = await registerParking(product, { end_time: new Date(Date.now() + 60_000) });
      const past = await registerParking(product, {
        start_time: new Date(Date.now() - 7_200_000),
        end_time: new Date(Date.now() - 60_000),
        discord_username: "",
      });
      await page.clock.install();
      await logInAsAttendant(page);
      await expect(page.getByRole("article").first()).toHaveAccessibleName(past);
      await expect(parkingCard(page, past).getByText("Utgången")).toBeVisible();
      await expect((await openRow(parkingCard(page, past))).getByText("Ej angivet")).toBeVisible();
      await expect(parkingCard(page, ending).getByText("Aktiv")).toBeVisible();
      await page.clock.fastForward(90_000);
      await expect(parkingCard(page, ending).getByText("Utgången")).toBeVisible();
      await expectAccessible(page);
    },
  );

  // Spec 1 §8: Parking list |
  test(
    "says when it cannot be fetched, and is whole again after",
    { tag: "@all" },
    async ({ page, product, consoleErrors }) => {
      consoleErrors.tolerate(UNREACHABLE);
      await logInAsAttendant(page);
      await product.stopDatabase();
      await page.reload();
      await expect(page.getByText("Kunde inte hämta parkeringar")).toBeVisible();
      await expect(page.getByText("Ansluter till direktuppdateringen …")).toBeVisible();
      await product.startDatabase();
      const plate = await registerParking(product);
      await expect(parkingCard(page, plate)).toBeVisible(BACK_AGAIN);
      await expect(page.getByText("Uppdateras direkt")).toBeVisible(BACK_AGAIN);
    },
  );

  // Spec 1 §7: Logged actions: page_visit,
  // Spec 1 §8: Parking list |
  test("that is refused says so, and notes it", { tag: "@all" }, async ({ page, product, consoleErrors }) => {
    consoleErrors.tolerate(UNREACHABLE);
    await logInAsAttendant(page);
    await product.sql`revoke select on parkings from anon, authenticated`;
    try {
      await page.reload();
      await expect(page.getByText("Kunde inte hämta parkeringar")).toBeVisible();
    } finally {
      await product.sql`grant select on parkings to anon, authenticated`;
    }
    await expect
      .poll(() => loggedActions(product, "fetch_parkings_failed"))
      .toContainEqual(expect.objectContaining(ABOUT_ME));
  });
});
