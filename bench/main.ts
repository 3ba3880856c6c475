// Measures what docs and issues quote. Machines are noisy: compare within one run, quote medians and ratios.
import { cpus } from "node:os";
import { startProduct } from "#tests/support/product.ts";
import { measureFanOut, measureInsertToEvent } from "./realtime.ts";
import { launchBrowser, measureLanding, measureList } from "./screens.ts";
import { measureSize } from "./size.ts";
import { measureStart } from "./start.ts";
import { type Figure, milliseconds, printTable } from "./table.ts";
import { fillParkings, MANY, measureSearchAlone, measureTableApi } from "./table-api.ts";

const SOCKETS = 1000;
const PARTS = ["size", "start", "live", "api", "screens"] as const;
const wanted = process.argv.slice(2);
const isWanted = (part: (typeof PARTS)[number]) => wanted.length === 0 || wanted.includes(part);

console.log(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "?"}, ${new Date().toISOString().slice(0, 10)}`,
);

if (isWanted("size")) printTable("Size, gzip", measureSize());
if (isWanted("start")) printTable("Start", await measureStart());

const product = await startProduct();
try {
  if (isWanted("live")) printTable("Live changes", await measureLive());
  await fillParkings(product);
  if (isWanted("api")) {
    printTable(`Search among ${MANY} parkings`, await measureSearchAlone(product));
    printTable(`Table API, ${MANY} parkings, 32 connections`, await measureTableApi(product));
  }
  if (isWanted("screens")) {
    const browser = await launchBrowser();
    printTable("Screens", [...(await measureLanding(browser, product)), ...(await measureList(browser, product))]);
    await browser.close();
  }
} finally {
  await product.stop();
}

async function measureLive(): Promise<Figure[]> {
  const alone = await measureInsertToEvent(product);
  const many = await measureFanOut(product, SOCKETS);
  return [
    {
      what: "insert → event in another client",
      value: milliseconds(alone.p50),
      note: `p95 ${milliseconds(alone.p95)}`,
    },
    {
      what: `insert → event at ${SOCKETS} sockets`,
      value: milliseconds(many.p50),
      note: `p95 ${milliseconds(many.p95)}`,
    },
  ];
}
