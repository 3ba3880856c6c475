// A site's messages: a webhook is added, its text seen before it is switched on, and what could not be sent is sent again.
// Receivers are @all: dispatch/ways-in.spec adds one; backend/products/messages sends, gives up and sends again.
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { logInAsAdmin } from "#tests/support/journeys/customer-admin.ts";
import { issueFine } from "#tests/support/journeys/issued-fines.ts";
import { webhook } from "#tests/support/outside/receivers.ts";

// Spec rules §7: A message goes
test("an admin sees a receiver's text, switches it on, and sends again what was given up @all", async ({
  page,
  product,
}) => {
  const { discord, sql } = product;
  await logInAsAdmin(page);
  await page.getByRole("link", { name: "Utskick" }).click();
  await expect(page).toHaveURL(/\/ostra-hamnen\/messages$/);
  await expect(page.getByText("Ingen får några meddelanden än.")).toBeVisible();
  const address = page.getByLabel("Adress till en webhook på Discord");
  await address.fill("https://discord.com.example.se/api/webhooks/123456/abcdefghijklmnop");
  await page.getByRole("button", { name: "Lägg till", exact: true }).click();
  await expect(page.getByText("Det är ingen adress till en webhook på Discord.")).toBeVisible();
  await address.fill(webhook(4711));
  await page.getByRole("button", { name: "Lägg till", exact: true }).click();
  const receiver = page.getByRole("article", { name: "Discord: discord.com …4711" });
  await expect(receiver.getByText("Av", { exact: true })).toBeVisible();
  const preview = receiver.getByText(/^Prov från ostra-hamnen/);
  await expect(preview).not.toContainText("ABC 123");
  await receiver.getByLabel("Registreringsnummer").check();
  await expect(preview).toContainText("Registreringsnummer: ABC 123");
  await receiver.getByLabel("Registreringsnummer").uncheck();
  await expect(preview).not.toContainText("ABC 123");
  await expectAccessible(page);
  const shown = await preview.innerText();
  await receiver.getByRole("button", { name: "Skicka prov" }).click();
  await expect.poll(() => discord.taken.map(({ content }) => content)).toEqual([shown]);
  await receiver.getByRole("button", { name: "Slå på" }).click();
  await expect(receiver.getByText("På", { exact: true })).toBeVisible();

  const fine = await issueFine(product);
  await expect.poll(() => discord.taken.at(-1)?.content).toContain(`Ny bot: ärende ${fine.case_number}`);
  expect(JSON.stringify(discord.taken)).not.toContain(fine.plate);

  discord.answer(404);
  const lost = await issueFine(product);
  await expect
    .poll(() =>
      sql`select from outbox where fine_id = ${lost.id} and gave_up_at is not null`.then((rows) => rows.length),
    )
    .toBe(1);
  discord.answer(204);
  await page.reload();
  const failed = page.getByRole("list", { name: "Kunde inte skickas" }).getByRole("listitem");
  await expect(failed).toContainText(`En bot utfärdas, ärende ${lost.case_number}`);
  await expect(failed).toContainText("webhooken finns inte längre");
  await failed.getByRole("button", { name: /^Skicka igen/ }).click();
  await expect.poll(() => discord.taken.at(-1)?.content).toContain(lost.case_number);
  await expect(page.getByText("Allt har kommit fram.")).toBeVisible();

  await receiver.getByRole("button", { name: "Ta bort" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Ta bort" }).click();
  await expect(receiver).toHaveCount(0);
  expect(await sql`select from private.hook_addresses`).toHaveLength(0);
});
