// The main jobs in Firefox and WebKit, on a window as narrow as a phone: attendants have iPhones. `npm run test:all` asks for them.
// Runs in `npm run test:all` alone, with Debian's browsers or left out by name: every journey goes these jobs in Chromium; another engine
// differs in clipboard, downloads, files and sockets.
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { imageSize } from "image-size";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ENGINES, type EngineWindow, isRunnable, openEngine } from "#tests/support/engines/engines.ts";
import { PATIENCE } from "#tests/support/run/patience.ts";
import { draw } from "#tests/support/run/seed.ts";
import { type RunningProduct, startProduct } from "#tests/support/server/product.ts";
import { button, field, named, text } from "#tests/support/engines/web-driver.ts";

let product: Awaited<ReturnType<typeof startProduct>>;
beforeAll(async () => {
  product = await startProduct({ profile: "hardened" });
});
afterAll(() => product.stop());

/** A plate as plates are in Sweden: anything else is asked about before a fine is issued. */
const newPlate = () => `ENG ${String(draw(1000)).padStart(3, "0")}`;
const card = (plate: string) => `//article[@aria-label="${plate}"]`;

/** A parking whose time ran out an hour ago, as the table API writes it. */
async function park({ sql }: RunningProduct, plate: string): Promise<void> {
  const row = {
    project_id: "ostra-hamnen",
    car_model: "Volvo V60",
    car_color: "Röd",
    street: "Åkergränd 1",
    ref_number: plate,
    start_time: new Date(Date.now() - 7_200_000),
    end_time: new Date(Date.now() - 3_600_000),
  };
  await sql`insert into parkings ${sql(row)}`;
}

describe.for(ENGINES)("$name", (engine) => {
  describe.runIf(isRunnable(engine))("does the main jobs", () => {
    let opened: EngineWindow;
    beforeAll(async () => {
      opened = await openEngine(engine);
    });
    afterAll(() => opened?.close());

    const open = (path: string) => opened.window.open(product.url + path);
    /** Fills the fields in and presses the button. */
    async function send(fields: Record<string, string>, name: string): Promise<void> {
      for (const [label, value] of Object.entries(fields)) await opened.window.fill(field(label), value);
      await opened.window.press(button(name));
    }

    // Spec rules §14: The main jobs
    test("registration", async () => {
      const plate = newPlate();
      await open("/ostra-hamnen/start-parking");
      const car = { Bilmodell: "Škoda Octavia", Färg: "Blågrön", Gata: "Östra Förstadsgatan 5" };
      await send({ Registreringsnummer: plate, ...car }, "Registrera parkering");
      await opened.window.sees(text("Parkeringen har registrerats"));
      const rows = await product.sql`select car_model, street from parkings where ref_number = ${plate}`;
      expect(rows).toEqual([{ car_model: "Škoda Octavia", street: "Östra Förstadsgatan 5" }]);
    });

    // Spec rules §14: The main jobs
    test("login, the live list and its search", async () => {
      await open("/ostra-hamnen/attendant-login");
      await send({ "Användar-ID": "vakt01", Lösenord: "Vakt-7410" }, "Logga in");
      await opened.window.sees(text("Uppdateras direkt"));
      const [first, second] = [newPlate(), newPlate()];
      await park(product, first);
      await opened.window.sees(card(first));
      await park(product, second);
      await opened.window.sees(card(second));
      await opened.window.fill(field("Sök parkeringar"), first);
      await opened.window.seesNo(card(second));
      await expect(opened.window.sees(card(first))).resolves.toBeTruthy();
    });

    // Spec rules §14: The main jobs
    test("a fine generated, copied and saved", async () => {
      const plate = newPlate();
      await park(product, plate);
      await open("/ostra-hamnen/attendant-dashboard");
      await opened.window.fill(field("Sök parkeringar"), plate);
      // The card was in the list before the search was answered, and moves up with the answer: a press meanwhile would miss.
      await opened.window.sees(text("1 träff"));
      await opened.window.press(named("button", "Mer om", card(plate)));
      await opened.window.press(button("Skapa parkeringsbot", card(plate)));
      await opened.window.press('//label[.//span[normalize-space()="Parkerat längre än tillåten tid"]]');
      // The message about a draft comes above the button.
      await opened.window.sees(button("Släng utkastet"));
      await opened.window.press(button("Generera"));
      // Until it is stored, nothing of it is taken along.
      await opened.window.sees('//*[@id="stored"]');
      await opened.window.press(button("Spara bild"));
      const saved = join(opened.downloads, `parkering-${plate}.png`);
      const size = await vi.waitFor(() => imageSize(readFileSync(saved)), PATIENCE);
      expect(readdirSync(opened.downloads)).toContain(`parkering-${plate}.png`);
      await opened.window.press(button("Kopiera bild"));
      await opened.window.sees(text("Parkeringsbot kopierad till urklipp"));
      expect(await vi.waitFor(() => imageSize(opened.copied()), PATIENCE)).toMatchObject({
        width: size.width,
        height: size.height,
      });
      const fines =
        await product.sql`select issued_by from fines where replace(plate, ' ', '') = ${plate.replace(" ", "")}`;
      expect(fines).toEqual([{ issued_by: "vakt01" }]);
    });

    // Spec rules §14: The main jobs
    test("a shift with photos, approved", async () => {
      const description = `Skift ${randomUUID()}`;
      await open("/ostra-hamnen/shift-registration");
      const photos = ["bil-bla.jpg", "bil-rod.jpg"].map((name) => resolve("supabase/demo-photos", name));
      await opened.window.choose('//input[@type="file"]', ...photos);
      await opened.window.sees(named("button", "Ta bort bil-rod.jpg"));
      await send({ Starttid: "08:00", Sluttid: "16:30", Beskrivning: description }, "Skicka in skift");
      const own = `//article[.//*[contains(text(), "${description}")]]`;
      await opened.window.sees(own);
      const shift = () => product.sql`
        select status, cardinality(image_urls) as photos from shift_registrations where description = ${description}`;
      expect(await shift()).toEqual([{ status: "pending", photos: 2 }]);

      await open("/ostra-hamnen/admin-login");
      await send({ Användarnamn: "admin01", Lösenord: "Admin-7410" }, "Logga in");
      await opened.window.sees('//*[@role="tab"]');
      await open("/ostra-hamnen/admin-dashboard?tab=skift");
      await opened.window.press(button("Godkänn", own));
      await opened.window.sees(text("Skift godkänt"));
      expect(await shift()).toEqual([{ status: "approved", photos: 2 }]);
    });

    // Spec rules §14: The main jobs
    test("a unit's status", async () => {
      await product.sql`update units set status = 'AVAILABLE' where unit_number = '31-1010'`;
      await open("/operator-login");
      await send({ "Användar-ID": "op01", Lösenord: "Operator-7410" }, "Logga in");
      const row = '//tr[th[normalize-space()="31-1010"]]';
      await opened.window.press(`${row}//*[@data-action="status"]`);
      await opened.window.press(`${row}//fieldset/button[starts-with(normalize-space(), "BUSY")]`);
      await vi.waitFor(async () => {
        const rows = await product.sql`select status from units where unit_number = '31-1010'`;
        expect(rows).toEqual([{ status: "BUSY" }]);
      }, PATIENCE);
    });

    // Spec rules §14: The main jobs
    test("a taxi's slot", async () => {
      await product.sql`delete from vehicle_registrations`;
      await open("/157715/chauffeur-login");
      await send({ "Chauffeur ID": "chauffor01", Password: "Taxi-7410" }, "Log In");
      await opened.window.press('//button[starts-with(normalize-space(), "Bil 2")]');
      await opened.window.sees(text("Biluppskrivning sparad"));
      const rows = await product.sql`select chauffeur_id, item_2 from vehicle_registrations`;
      expect(rows).toEqual([{ chauffeur_id: "chauffor01", item_2: true }]);
    });

    // Spec rules §14: The main jobs
    test("a bid", async () => {
      const bidder = `Lena ${randomUUID()}`;
      await open("/YSTAD");
      await opened.window.press(button("For Sale"));
      await opened.window.press('//article//a[starts-with(normalize-space(), "Korsvirkeshus")]');
      await opened.window.press('//*[@role="tab"][normalize-space()="Bids"]');
      await send({ "Your name": bidder, Amount: "9100000" }, "Place bid");
      await opened.window.sees(text("Your bid is placed"));
      const rows = await product.sql`select amount::int from property_bids where bidder_name = ${bidder}`;
      expect(rows).toEqual([{ amount: 9_100_000 }]);
    });
  });
});
