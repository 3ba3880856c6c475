// The visitor's receipt: what the device keeps of its parkings, and the page that whoever holds the key ends and extends one on.
// The first pages are @all: parking.spec registers in both ways; receipts-first holds the rest.
import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { newPlate, parkingRows } from "#tests/support/journeys/attendant.ts";
import { expect, expectAccessible, expectTold, test } from "#tests/support/browser/browser.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";
import { largestPainted, layoutShift } from "#tests/support/browser/paints.ts";

const HOUR_MS = 3_600_000;

/** A parking that ends in an hour, and the key of its receipt. */
async function registerWithReceipt(product: RunningProduct) {
  const [plate, key] = [newPlate(), randomBytes(16).toString("base64url")];
  await product.sql`
    insert into parkings (project_id, car_model, car_color, street, ref_number, start_time, end_time, receipt_hash)
    values ('ostra-hamnen', 'Volvo V60', 'Röd', 'Kajen 1', ${plate}, now(), ${new Date(Date.now() + HOUR_MS)},
      ${createHash("sha256").update(key).digest("hex")})`;
  return { plate, key };
}

// Spec rules §8: The driver's pages
test(
  "the part that every receipt's page has is seen before its code has come",
  { tag: "@once" },
  async ({ product, browser }) => {
    const { plate, key } = await registerWithReceipt(product);
    const withoutScripts = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false });
    const drawn = await withoutScripts.newPage();
    const html = (await (await drawn.goto(`/receipt/${key}`))?.text()) ?? "";
    await expect(drawn.getByRole("heading", { name: "Kvitto", level: 1 })).toBeVisible();
    await expect(drawn.getByText("Hämtar parkeringen …")).toBeAttached();
    await expect(drawn).toHaveTitle("Kvitto · Parkering");
    expect(html).not.toContain(key);
    expect(html).toContain('<meta name="robots" content="noindex" />');
    await withoutScripts.close();
    await product.sql`delete from parkings where ref_number = ${plate}`;
  },
);

// Spec rules §8: The driver's pages
// Spec 4 §5: Visitor: after a
test(
  "a receipt's page tells how long the parking runs, extends within the site's longest time, and ends it",
  { tag: "@once" },
  async ({ page, product }) => {
    const { plate, key } = await registerWithReceipt(product);
    await product.sql`update site_settings set max_parking_hours = 3 where project_id = 'ostra-hamnen'`;
    const desktop = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/receipt/${key}`);
    await expect(page).toHaveTitle("Kvitto · Parkering");
    for (const [name, content] of [
      ["robots", "noindex"],
      ["referrer", "no-referrer"],
    ] as const)
      await expect(page.locator(`meta[name=${name}]`)).toHaveAttribute("content", content);
    await expect(page.getByText(/^Gäller till [\d -]*\d\d:\d\d$/)).toBeVisible();
    await expect(page.getByText(/^(1 h|59 min) kvar$/)).toBeVisible();
    for (const text of ["Östra hamnen", "Kajen 1", "Volvo V60, Röd"])
      await expect(page.getByText(text, { exact: true })).toBeVisible();
    // The part that is drawn already stays the largest paint: a paragraph would be one that came with the parking.
    expect(await largestPainted(page)).toBe("DIV");
    if (desktop !== null) await page.setViewportSize(desktop);
    await expectAccessible(page);

    await page.getByRole("button", { name: "+1 h" }).click();
    await expect(page.getByText(/^(2 h|1 h 59 min|1 h 60 min) kvar$/)).toBeVisible();
    // Two hours more would be past the three that the site allows.
    await expect(page.getByRole("button", { name: "+2 h" })).toBeDisabled();
    await expect(page.getByText(/^Här får bilen stå till/)).toBeVisible();

    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Lägg i kalendern" }).click();
    const entry = readFileSync(await (await saved).path(), "utf8");
    const [row] = await parkingRows(product, plate);
    expect(entry).toContain(`DTSTART:${row!.end_time.toISOString().replaceAll(/[-:]|\.\d+/g, "")}`);
    expect(entry).toContain("TRIGGER:-PT10M");
    expect(entry).not.toContain(key);

    await page.getByRole("button", { name: "Avsluta nu" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Avbryt" }).click();
    await page.getByRole("button", { name: "Avsluta nu" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Avsluta" }).click();
    await expectTold(page, "Parkeringen är avslutad");
    await expect(page.getByText(/^Avslutad [\d -]*\d\d:\d\d$/)).toBeVisible();
    await expect(page.getByRole("button", { name: "+1 h" })).toHaveCount(0);
    expect((await parkingRows(product, plate))[0]!.end_time.getTime()).toBeLessThanOrEqual(Date.now());

    // A wrong key says nothing, and is asked for once.
    await product.sql`delete from parkings where ref_number = ${plate}`;
    await page.reload();
    await expect(page.getByText("Det finns ingen parkering med det kvittot. Den kan ha tagits bort.")).toBeVisible();
    await expectAccessible(page);
    await product.sql`update site_settings set max_parking_hours = null where project_id = 'ostra-hamnen'`;
  },
);

// Spec 4 §5: Visitor: after a
test(
  "what a device registered stands on its first pages, and moves nothing",
  { tag: "@all" },
  async ({ page, product }) => {
    const { plate, key } = await registerWithReceipt(product);
    await page.addInitScript((kept) => localStorage.setItem("parkering.receipts", JSON.stringify([kept])), {
      key,
      plate,
      end: new Date(Date.now() + 600_000).toISOString(),
    });
    await page.setViewportSize({ width: 390, height: 844 });
    for (const address of ["/ostra-hamnen", "/"]) {
      await page.goto(address);
      const receipt = page.getByRole("region", { name: "Dina parkeringar" });
      // The end as the database has it, which the device did not know.
      await expect(receipt.getByText(/^(1 h|59 min) kvar$/)).toBeVisible();
      await expect(receipt.getByRole("link")).toHaveAttribute("href", `/receipt/${key}`);
      expect(await layoutShift(page)).toBeLessThan(0.02);
    }
    await expectAccessible(page);
    await product.sql`delete from parkings where ref_number = ${plate}`;
  },
);
