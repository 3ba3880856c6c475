// The main admin's dashboard: a new installation's way, users and stored passwords, and when they are fetched again.
// @all: an empty and a crowded installation, and axe; backend/accounts/people asks the lists in `npm test`.
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { ONE_TRY } from "#tests/support/run/patience.ts";
import { addPeople } from "#tests/support/people/people.ts";
import { startProduct } from "#tests/support/server/product.ts";
import { logIn, beginAsMainAdmin, sendMessage, sites } from "#tests/support/journeys/main-admin.ts";

/** The table that an address of the table API asks, of those that are fetched at intervals. */
const tableOf = (url: string) => /\/rest\/v1\/(contact_messages|profiles|user_passwords)/.exec(url)?.[1];

test.describe("dashboard", () => {
  // Spec rules §2: An empty installation
  test("shows a new installation the way, until it has been gone", { tag: "@all" }, async ({ page, product }) => {
    const way = page.getByRole("region", { name: "Kom igång" });
    // The sites of other tests say nothing of their notices.
    const own = await startProduct({ profile: product.profile });
    try {
      await own.sql`delete from main_page_sites where path in ('ostra-hamnen', 'standard')`;
      for (const table of ["admin_accounts", "attendants"]) await own.sql`delete from ${own.sql(table)}`;
      await page.goto(`${own.url}/admin-login`);
      await page.getByLabel("Användarnamn").fill("huvudadmin");
      await page.getByLabel("Lösenord", { exact: true }).fill("Huvud-7410");
      await page.getByRole("button", { name: "Logga in" }).click();
      await expect(way.getByRole("listitem")).toHaveText([
        /^En sida kvar/,
        /^En admin för sidan kvar/,
        /^En parkeringsvakt kvar/,
        /^En avi som går att betala kvar/,
      ]);
      await expectAccessible(page);
      await sites(page).getByLabel("Namn").fill("Kajen");
      await sites(page).getByLabel("Sökväg").fill("kajen");
      await sites(page).getByLabel("Beskrivning").fill("Vid vattnet");
      await sites(page).getByRole("button", { name: "Lägg till sida" }).click();
      const dialog = page.getByRole("dialog", { name: "Lägg till admin för Kajen" });
      await dialog.getByLabel("Användar-ID").fill("kajen-admin");
      await dialog.getByRole("button", { name: "Skapa ett lösenord" }).click();
      await dialog.getByRole("button", { name: "Lägg till admin" }).click();
      await dialog.getByRole("button", { name: "Klar" }).click();
      await expect(way.getByRole("listitem")).toHaveText([
        /^En sida klart/,
        /^En admin för sidan klart/,
        /^En parkeringsvakt kvar/,
        /^En avi som går att betala kvar\s*Kajen saknar: utfärdare, betalsätt, kontaktuppgift\.\s*Sidans admin fyller i Inställningar\.$/,
      ]);
      await addPeople(own, { kind: "attendant", project: "kajen", userId: "kajen-vakt", password: "Kajen-7410" });
      await page.reload();
      await expect(way.getByRole("listitem").filter({ hasText: "klart" })).toHaveCount(3);
      await own.sql`
        update site_settings set issuer_name = 'Kajen AB', contact_phone = '040-1', payment_methods = '[{"kind": "swish", "value": "1230000000"}]'
        where project_id = 'kajen'`;
      await page.reload();
      await expect(sites(page).getByRole("button", { name: "Redigera Kajen" })).toBeVisible();
      await expect(way).toHaveCount(0);
      await page.goto("about:blank");
    } finally {
      await own.stop();
    }
  });

  // Spec 1 §2: Contact messages, registered
  // Spec 1 §7: profiles: list …
  test("lists users and stored passwords @rights", async ({ page, product, differences }) => {
    await beginAsMainAdmin(page);
    const users = page.getByRole("region", { name: "Registrerade användare" });
    await expect(users.getByText("agent@parkering.example")).toBeVisible();
    const passwords = page.getByRole("region", { name: "Sparade lösenord" });
    await expect(passwords.getByText("Endast admin")).toBeVisible();
    const row = passwords.getByRole("listitem").filter({ hasText: "superadmin@parkering.example" });
    await expect(row.getByText(differences.shown("Super-7410"))).toBeVisible();
    await page.getByRole("button", { name: "Logga ut" }).click();
    await expect(page).toHaveURL(`${product.url}/`);
  });

  // Spec 1 §7: list (refetch every
  // Spec 1 §7: profiles: list …
  // Spec 1 §9: Refetch intervals: contact
  test(
    "fetches again at the intervals of the specification and when the window is looked at",
    { tag: "@all" },
    async ({ page, differences }) => {
      await page.clock.install();
      const asked: string[] = [];
      const answered: { table: string; at: number }[] = [];
      /** The page's clock is the machine's and the milliseconds that this test has added. */
      let ahead = 0;
      const now = () => performance.now() + ahead;
      const run = async (milliseconds: number) => {
        await page.clock.runFor(milliseconds);
        ahead += milliseconds;
      };
      page.on("request", (request) => asked.push(tableOf(request.url()) ?? ""));
      page.on("requestfinished", (request) => answered.push({ table: tableOf(request.url()) ?? "", at: now() }));
      // An interval begins anew when its answer is there.
      const count = (table: string) => answered.filter((each) => each.table === table).length;
      const joined = page.waitForEvent("websocket").then((socket) =>
        socket.waitForEvent("framereceived", {
          predicate: ({ payload }) => payload.toString().includes("Subscribed"),
        }),
      );
      await logIn(page);
      await joined;
      await expect(page.getByText(differences.shown("Super-7410")).first()).toBeVisible();
      // The rows that the page fetches after it has joined are asked for by now, and waited for.
      await run(1000);
      await expect
        .poll(() => asked.filter(Boolean).length - answered.filter(({ table }) => table !== "").length)
        .toBe(0);
      const before = {
        messages: count("contact_messages"),
        profiles: count("profiles"),
        passwords: count("user_passwords"),
      };

      const after = async (milliseconds: number, expected: typeof before) => {
        await run(milliseconds);
        await expect
          .poll(() => ({
            messages: count("contact_messages") - before.messages,
            profiles: count("profiles") - before.profiles,
            passwords: count("user_passwords") - before.passwords,
          }))
          .toEqual(expected);
      };
      // The clock goes on by itself: on a busy machine a good part of an interval is over by now.
      const since = ["contact_messages", "profiles", "user_passwords"].map(
        (table) => now() - (answered.findLast((each) => each.table === table)?.at ?? now()),
      );
      await after(25_000 - Math.max(...since), { messages: 0, profiles: 0, passwords: 0 });
      await after(6000, { messages: 1, profiles: 0, passwords: 1 });
      await after(31_000, { messages: 2, profiles: 1, passwords: 2 });

      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
      await expect.poll(() => count("contact_messages") - before.messages).toBe(3);
    },
  );

  test("holds thousands of users without loading them all", { tag: "@all" }, async ({ page, product }) => {
    await product.sql`
      insert into auth.users (id, aud, role, email, created_at, updated_at)
      select gen_random_uuid(), 'authenticated', 'authenticated', 'person' || n || '@example.com', now(), now()
      from generate_series(1, 5000) n`;
    await product.sql`
      update profiles set created_at = now() - interval '2 years' - (substring(email from '[0-9]+')::int * interval '1 minute')
      where email like 'person%'`;
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/rest/v1/profiles")) asked.push(request.url());
    });
    await logIn(page);
    const list = page.getByRole("list", { name: "Användarlista" });
    await expect(list.getByText("person1@example.com")).toBeAttached();
    expect(asked.every((url) => new URL(url).searchParams.get("limit") === "100")).toBe(true);
    expect(await list.getByRole("listitem").count()).toBeLessThan(40);
    const box = page.getByRole("region", { name: "Användarlista" });
    await box.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect.poll(() => asked.some((url) => new URL(url).searchParams.has("created_at"))).toBe(true);
    // The second page stands below the first.
    await expect(async () => {
      await box.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await expect(list.getByText(/^person1\d\d@/).first()).toBeAttached(ONE_TRY);
    }).toPass();
    await product.sql`delete from auth.users where email like 'person%'`;
  });

  test("is accessible, and so are the messages @all", async ({ page, product, differences }) => {
    const message = await sendMessage(product, { subject: "Ettmycketlångtordsomaldrigtarslutochintefårplatspåraden" });
    await logIn(page);
    await expect(page.getByText(differences.shown("Super-7410")).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Redigera Östra hamnen" })).toBeVisible();
    await expectAccessible(page);
    await page.goto("/contact-messages");
    await expect(page.getByRole("list", { name: "Meddelanden" })).toBeVisible();
    await expectAccessible(page);
    await page.getByText(message.subject).click();
    await expect(page.getByRole("heading", { name: message.subject })).toBeVisible();
    await expectAccessible(page);
  });
});
