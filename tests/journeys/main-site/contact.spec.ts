// The contact form with its signature pad (document 1 §2, §5, §8).
// Runs in `specified`: one insert, which both profiles take alike. A failed message is @all: use-form keeps typed text.
import type { Locator, Page } from "@playwright/test";
import { expect, test, untilLaidOut } from "#tests/support/browser/browser.ts";

const pad = (page: Page) => page.getByRole("img", { name: "Signature" });
const send = (page: Page) => page.getByRole("button", { name: "Send Message" }).click();

/** Draws a stroke from one side of the pad to the other. */
async function draw(page: Page, canvas: Locator): Promise<void> {
  await canvas.scrollIntoViewIfNeeded();
  // The pad must not move while the mouse draws on it.
  await page.evaluate(untilLaidOut);
  const box = await canvas.boundingBox();
  if (box === null) throw new Error("The pad is not on the page");
  await page.mouse.move(box.x + 30, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + 120, box.y + 40, { steps: 8 });
  await page.mouse.move(box.x + 240, box.y + 110, { steps: 8 });
  await page.mouse.up();
}

/** How many black pixels the pad shows. */
const ink = (canvas: Locator) =>
  canvas.evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    const pixels = (element as HTMLCanvasElement).getContext("2d")?.getImageData(0, 0, width, height).data ?? [];
    return pixels.filter((value, index) => index % 4 === 0 && value < 128).length;
  });

async function fill(page: Page, subject: string): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill("Åsa Öberg");
  await page.getByLabel("Subject").fill(subject);
  await page.getByLabel("Email").fill("asa@parkering.example");
  await page.getByLabel("Message", { exact: true }).fill("Hej!\nNär öppnar ni?");
}

test.beforeEach(async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Continue as Guest" }).click();
  await expect(page.getByRole("button", { name: "Send Message" })).toBeVisible();
});

// Spec rules §5: A guest's contact
test("a message that a guest has begun outlives a reload, its drawing too, until it is sent or the guest leaves", async ({
  page,
  product,
}) => {
  await fill(page, "Fråga efter omladdning");
  await draw(page, pad(page));
  await expect(page.getByText("Signed.", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Subject")).toHaveValue("Fråga efter omladdning");
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("Hej!\nNär öppnar ni?");
  await expect(page.getByText("Signed.", { exact: true })).toBeVisible();
  await expect.poll(() => ink(pad(page))).toBeGreaterThan(100);
  await send(page);
  await expect(page.getByText("Message sent!")).toBeVisible();
  const [sent] = await product.sql<{ signature: string }[]>`
    select signature from public.contact_messages where subject = 'Fråga efter omladdning'`;
  expect(sent?.signature).toMatch(/^data:image\/png;base64,/);
  await page.reload();
  await expect(page.getByLabel("Subject")).toHaveValue("");
  await expect(page.getByText("Signed.", { exact: true })).toHaveCount(0);

  await fill(page, "En annan gästs");
  await page.getByRole("button", { name: "Leave Guest Mode" }).click();
  await page.getByRole("button", { name: "Continue as Guest" }).click();
  await expect(page.getByLabel("Subject")).toHaveValue("");
});

// Spec 1 §2: After sign-in or
// Spec 1 §5: signature required, else
// Spec 1 §5: A cleared signature
// Spec 1 §7: contact_messages: insert {name,
// Spec 1 §8: Contact send success
// Spec 1 §9: Signature pad: height
test("a signed message arrives with its picture, and the form is cleared", async ({ page, product }) => {
  await fill(page, "Fråga om hamnen");
  await send(page);
  await expect(page.getByRole("alert")).toHaveText("Signature required");
  await expect(page.getByText("Please sign the form before submitting.", { exact: true })).toBeVisible();
  await expect(pad(page)).toBeFocused();

  // A cleared pad is not signed.
  await draw(page, pad(page));
  await expect(page.getByText("Signed.", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Rensa signatur" }).click();
  expect(await ink(pad(page))).toBe(0);
  await send(page);
  await expect(page.getByRole("alert")).toHaveText("Signature required");
  expect(await product.sql`select id from public.contact_messages where subject = 'Fråga om hamnen'`).toHaveLength(0);

  await draw(page, pad(page));
  await send(page);
  await expect(page.getByText("Message sent!", { exact: true })).toBeVisible();
  await expect(
    page.getByText("Thank you for your message. I'll get back to you as soon as possible.", { exact: true }),
  ).toBeVisible();
  for (const label of ["Name", "Subject", "Email", "Message"]) {
    await expect(page.getByLabel(label, { exact: true })).toHaveValue("");
  }
  expect(await ink(pad(page))).toBe(0);

  const rows = await product.sql<{ signature: string }[]>`
    select name, subject, email, message, signature, read from public.contact_messages where subject = 'Fråga om hamnen'`;
  expect(rows).toEqual([
    expect.objectContaining({
      name: "Åsa Öberg",
      email: "asa@parkering.example",
      message: "Hej!\nNär öppnar ni?",
      read: false,
    }),
  ]);
  const signature = rows[0]?.signature ?? "";
  expect(signature).toMatch(/^data:image\/png;base64,/);
  const picture = Buffer.from(signature.split(",")[1] ?? "", "base64");
  // A PNG keeps its height in bytes 20 to 23: 150 pixels at this screen's ratio of 1.
  expect(picture.readUInt32BE(20)).toBe(150);
});

// Spec 1 §8: Contact send failure
test("a message that could not be sent is kept, the drawing too @all", async ({ page, product, consoleErrors }) => {
  consoleErrors.tolerate(/Failed to load resource/);
  await fill(page, "Under avbrottet");
  await draw(page, pad(page));
  const drawn = await ink(pad(page));
  expect(drawn).toBeGreaterThan(300);
  await product.stopDatabase();
  await send(page);
  await expect(page.getByText("Sending failed", { exact: true })).toBeVisible();
  await expect(page.getByText(/^Something went wrong: .+\. Please try again\.$/)).toBeVisible();
  await expect(page.getByLabel("Subject")).toHaveValue("Under avbrottet");
  expect(await ink(pad(page))).toBe(drawn);

  await product.startDatabase();
  await send(page);
  await expect(page.getByText("Message sent!", { exact: true })).toBeVisible();
  expect(await product.sql`select id from public.contact_messages where subject = 'Under avbrottet'`).toHaveLength(1);
});

// Spec 1 §5: Contact form: name,
test("fields that are missing or wrong say so themselves", async ({ page }) => {
  await send(page);
  for (const [label, text] of [
    ["Name", "Please enter your name"],
    ["Subject", "Please enter a subject"],
    ["Email", "Please enter your email"],
    ["Message", "Please enter a message"],
  ] as const) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(text);
  }
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await expect(page.getByLabel("Email")).toHaveAttribute("type", "email");
  await page.getByLabel("Email").fill("asa@");
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription("Please enter a valid email address");
});

// Spec 1 §9: Signature pad: height
test("the drawing is black, two pixels wide, and survives a turned phone @all", async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 900 });
  await draw(page, pad(page));
  const before = await ink(pad(page));
  // Some 240 pixels long and 2 wide.
  expect(before).toBeGreaterThan(300);
  expect(before).toBeLessThan(900);
  await page.setViewportSize({ width: 390, height: 900 });
  await expect.poll(() => pad(page).evaluate((canvas) => (canvas as HTMLCanvasElement).width)).toBeLessThan(390);
  await expect.poll(async () => Math.abs((await ink(pad(page))) - before)).toBeLessThan(40);
  await expect(page.getByText("Signed.", { exact: true })).toBeVisible();
});

test("a person who cannot draw signs with the typed name @all", async ({ page, product }) => {
  const byName = page.getByRole("button", { name: "Sign with my name" });
  await expect(byName).toBeDisabled();
  await fill(page, "Undertecknat med namn");
  await byName.press("Enter");
  await expect(page.getByText("Signed.", { exact: true })).toBeVisible();
  expect(await ink(pad(page))).toBeGreaterThan(100);
  await send(page);
  await expect(page.getByText("Message sent!", { exact: true })).toBeVisible();
  const [row] = await product.sql<{ signature: string }[]>`
    select signature from public.contact_messages where subject = 'Undertecknat med namn'`;
  expect(row?.signature).toMatch(/^data:image\/png;base64,/);
});
