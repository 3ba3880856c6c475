// Memory that Node holds a minute after the start, and after a load.
import { setTimeout as pause } from "node:timers/promises";
import { makeDataDir, memoryOf, startBuilt } from "#tests/support/server/built-product.ts";
import { fillParkings, MANY } from "./city.ts";
import type { Figure } from "./table.ts";
import { measureTableApi } from "./table-api.ts";

const IDLE_SECONDS = 60;
const MOST_MB = 110;

/** Memory of the server as `npm start` runs it, without the database's own processes. */
export async function measureMemory(): Promise<Figure[]> {
  const { dataDir, remove } = makeDataDir();
  const product = await startBuilt(dataDir);
  try {
    const pid = product.server.child.pid ?? 0;
    const read = () => memoryOf(pid);
    await pause(IDLE_SECONDS * 1000);
    const idle = read();
    await fillParkings(product.databaseUrl);
    const calls = await measureTableApi(product);
    const loaded = read();
    await pause(IDLE_SECONDS * 1000);
    return [
      {
        what: `${IDLE_SECONDS} s after the start`,
        value: megabytes(idle),
        note: `≤ ${MOST_MB} MB: ${idle <= MOST_MB ? "holds" : "MISSED"}`,
      },
      { what: "after the table API's load", value: megabytes(loaded), note: `${calls.length} calls, ${MANY} parkings` },
      { what: `${IDLE_SECONDS} s later`, value: megabytes(read()) },
    ];
  } finally {
    await product.stop();
    remove();
  }
}

const megabytes = (value: number) => `${Math.round(value)} MB`;
