// A hundred logins, each the first thing that a server just started is asked: one login once failed without a request in the log.
import { logInAsAttendant } from "#tests/support/journeys/attendant.ts";
import { expect, test } from "#tests/support/browser/browser.ts";
import { WHOLE_DAY_MS } from "#tests/support/run/patience.ts";
import { isWhole } from "#tests/support/run/whole.ts";

test.skip(!isWhole, "A hundred starts take minutes: npm run test:all");

const PARTS = ["first", "second", "third", "fourth"];
const EACH = 25;

for (const part of PARTS)
  test(`logins on cold servers pass: the ${part} ${EACH}`, async ({ browser, product }) => {
    test.setTimeout(WHOLE_DAY_MS);
    for (let login = 1; login <= EACH; login += 1) {
      await product.killServer();
      await product.startServer();
      const context = await browser.newContext({ baseURL: product.url, locale: "sv-SE" });
      const page = await context.newPage();
      const told: string[] = [];
      page.on("requestfailed", (request) => told.push(`${request.url()} ${request.failure()?.errorText}`));
      await test.step(`login ${login}`, async () => {
        await logInAsAttendant(page).catch(async (error: unknown) => {
          const words = await page.getByRole("alert").allInnerTexts();
          throw new Error(`Login ${login}: ${words.join(" ")}\n${told.join("\n")}`, { cause: error });
        });
      });
      await expect(page.getByText("Ett fel uppstod vid inloggningen")).toHaveCount(0);
      await context.close();
    }
  });
