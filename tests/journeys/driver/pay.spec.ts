// A driver pays: the sheet of `Betala` on a phone, with the codes that another phone reads from it.
import { encode } from "uqr";
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { issueFine } from "#tests/support/journeys/issued-fines.ts";

/** The picture of a QR code, as its path stands on the page. */
const pictureOf = (content: string): string =>
  encode(content, { ecc: "M", border: 0 })
    .data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");

// Spec 4 §5: Driver, Swedish with
test("a driver presses Betala, and Swish and the bank's app get payee, amount and reference, each once @rights", async ({
  page,
  product,
}) => {
  await product.sql`
    update site_settings set issuer_name = 'Parkering i Hamnen AB', org_number = '556000-1234',
      payment_methods = '[{"kind": "bankgiro", "value": "123-4567", "text": "Bankgiro 123-4567"}, {"kind": "swish", "value": "123 456 78 90"}]'
    where project_id = 'ostra-hamnen'`;
  const fine = await issueFine(product, { violation_text: "Parkerat längre än tillåten tid" });
  const [stored] = await product.sql<{ issued: string; due: string }[]>`
    select to_char(issued_at at time zone 'Europe/Stockholm', 'YYYYMMDD') as issued, to_char(due_date, 'YYYYMMDD') as due
    from fines where id = ${fine.id}`;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/case/${fine.public_key}`);
  const pay = page.getByRole("button", { name: "Betala" });
  const object = page.getByRole("button", { name: "Bestrid" });
  await expect(object).toBeVisible();
  // Both ways out stand side by side, on the first screen of a phone.
  const [payBox, objectBox] = [await pay.boundingBox(), await object.boundingBox()];
  expect(payBox?.y).toBe(objectBox?.y);
  expect((payBox?.y ?? 844) + (payBox?.height ?? 0)).toBeLessThanOrEqual(844);
  await expect(page.getByRole("main").getByText("123-4567")).toHaveCount(1);

  await pay.click();
  const sheet = page.getByRole("dialog", { name: /^Betala 700\skr$/ });
  await expect(sheet.getByRole("link", { name: "Öppna Swish" })).toHaveAttribute(
    "href",
    `https://app.swish.nu/1/p/sw/?sw=1234567890&amt=700.00&cur=SEK&msg=${fine.case_number}&src=url`,
  );
  const picture = (name: string) => sheet.getByRole("img", { name }).locator("path");
  await expect(picture("QR-kod för Swish")).toHaveAttribute("d", pictureOf(`C1234567890;700,00;${fine.case_number};0`));
  // The format's own order of names (UsingQR 1).
  const invoice = JSON.stringify({
    uqr: 1,
    tp: 1,
    nme: "Parkering i Hamnen AB",
    cid: "556000-1234",
    iref: fine.case_number,
    idt: stored?.issued,
    ddt: stored?.due,
    due: 700,
    cur: "SEK",
    pt: "BG",
    acc: "123-4567",
  });
  await expect(picture("QR-kod för betalning")).toHaveAttribute("d", pictureOf(invoice));
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(pay).toBeFocused();

  // The English page names the violation in English.
  await page.getByRole("button", { name: "In English" }).click();
  await expect(page.getByRole("region", { name: "The fine", exact: true })).toContainText(
    "Parked longer than the time allowed",
  );
  await expect(page.getByRole("button", { name: "Pay", exact: true })).toBeVisible();
});
