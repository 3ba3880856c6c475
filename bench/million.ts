// Cost of ten times as many parkings: the same four calls on the same product, before and after.
import { startProduct } from "#tests/support/server/product.ts";
import { fillParkings, MANY, removeInserted, waitUntilQuiet } from "./city.ts";
import { checkAnswers, loadOf, type Readings, runRounds } from "./peers/rounds.ts";
import { jsonHeaders, PARKING_CALLS, type ParkingCall, productParkings, someParking } from "./peers/sides.ts";
import { milliseconds, printColumns } from "./table.ts";

const MILLION = 1_000_000;

/** Least share of the speed with a tenth of the rows. */
const LEAST_SHARE = 2 / 3;

/** Prints requests a second with 100 000 and with 1 000 000 parkings, for a visitor of `specified`. */
export async function measureMillion(): Promise<void> {
  const product = await startProduct();
  try {
    const measure = async (): Promise<Readings<ParkingCall>> => {
      const headers = jsonHeaders({ apikey: product.publishableKey });
      const side = productParkings(product, await someParking(product.databaseUrl), { headers });
      await checkAnswers([side], PARKING_CALLS);
      return runRounds([side], PARKING_CALLS, loadOf(32), async (name) => {
        await waitUntilQuiet(product.databaseUrl);
        if (name === "insert") await removeInserted(product.databaseUrl);
      });
    };
    await fillParkings(product.databaseUrl);
    const before = (await measure()).get("product");
    await fillParkings(product.databaseUrl, MILLION, MANY + 1);
    const after = (await measure()).get("product");
    printColumns(
      `Requests a second, 32 connections, with ${MANY} parkings and with ${MILLION}`,
      ["", String(MANY), String(MILLION), "share", "p50", ""],
      PARKING_CALLS.map((name) => {
        const [few, many] = [before?.[name], after?.[name]];
        const share = (many?.rate ?? Number.NaN) / (few?.rate ?? Number.NaN);
        const refused = (few?.refused ?? 0) + (many?.refused ?? 0);
        return [
          name,
          (few?.rate ?? Number.NaN).toFixed(0),
          (many?.rate ?? Number.NaN).toFixed(0),
          share.toFixed(2),
          milliseconds(many?.p50 ?? Number.NaN),
          `≥ ${LEAST_SHARE.toFixed(2)}: ${Number.isFinite(share) && share >= LEAST_SHARE ? "holds" : "MISSED"}${refused > 0 ? `; ${refused} REFUSED` : ""}`,
        ];
      }),
    );
  } finally {
    await product.stop();
  }
}
