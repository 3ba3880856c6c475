// A customer admin's parkings and log, live beside an attendant's window, and what stays another site's.
// @all: a city's log in pages; parking-log.test asks its rules in `npm test`.
import {
  beginAsAttendant,
  newPlate,
  openRow,
  parkingCard,
  parkingRows,
  pressInRow,
  registerParking,
} from "#tests/support/journeys/attendant.ts";
import { expect, test } from "#tests/support/browser/browser.ts";
import { WITHIN_A_SECOND, WITHIN_THREE_SECONDS, WITHIN_TWO_SECONDS } from "#tests/support/run/patience.ts";
import { addPeople, removePeople } from "#tests/support/people/people.ts";
import {
  beginAsAdmin,
  logInAsAdmin,
  openTab,
  registerShift,
  watchJoins,
} from "#tests/support/journeys/customer-admin.ts";

// Spec 1 §4: In the admin
// Spec 1 §4: The admin log
// Spec 1 §7: read ordered by
// Spec 1 §7: read where user_type
// Spec 1 §7: realtime inserts are
// Spec rules §14: Web activity is
test("an attendant's work arrives live: registrations, removals and activity @rights", async ({
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
  await page.getByRole("button", { name: "Sök", exact: true }).click();
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

test("an admin of another site sees nothing of it @all", async ({ page, product }) => {
  const plate = newPlate();
  const joined = watchJoins(page);
  await addPeople(product, { kind: "admin", project: "standard", userId: "admin-std", password: "Admin-7410" });
  await product.sql`truncate shift_registrations cascade`;
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
