// Measures the figures that docs and issues quote. Machines are noisy: compare within one run, and quote medians and ratios.
import { cpus } from "node:os";
import { type RunningProduct, startProduct } from "#tests/support/server/product.ts";
import { measureCamera } from "./camera.ts";
import { measureCases } from "./cases.ts";
import { fillParkings, MANY } from "./city.ts";
import { measureCluster } from "./cluster.ts";
import { measureCrowdOfSites } from "./crowd.ts";
import { measureDispatch } from "./dispatch.ts";
import { measureCrashes, measureCrowd, measureOutage } from "./faults.ts";
import { measureFleet } from "./fleet.ts";
import { measureShifts } from "./shifts.ts";
import { measureFairness } from "./fairness.ts";
import { measureLighthouse } from "./lighthouse.ts";
import { measureMemory } from "./memory.ts";
import { measureMillion } from "./million.ts";
import { measureOffline } from "./offline.ts";
import { measureLedger } from "./ledger.ts";
import { measureOffice } from "./office.ts";
import { measurePeers } from "./peers.ts";
import { measurePhotos } from "./photos.ts";
import { measureFanOut, measureInsertToEvent, measureLogins } from "./realtime.ts";
import { launchBrowser, measurePaints, measureList } from "./screens.ts";
import { measureSignIn } from "./sign-in.ts";
import { measureSites } from "./sites.ts";
import { measureSize } from "./size.ts";
import { measureStart } from "./start.ts";
import { type Figure, milliseconds, printTable } from "./table.ts";
import { measureSearchAlone, measureTableApi } from "./table-api.ts";

const SOCKETS = 1000;
const PARTS = ["size", "start", "live", "api", "screens", "faults"] as const;
/** Measurements that take long, or need a registry: they run when they are named. */
const NAMED_PARTS = [
  "peers",
  "million",
  "fairness",
  "logins",
  "sign-in",
  "photos",
  "sites",
  "memory",
  "cases",
  "office",
  "ledger",
  "offline",
  "camera",
  "dispatch",
  "fleet",
  "shifts",
  "crowd",
  "company",
  "cluster",
] as const;
const wanted = process.argv.slice(2);
const isWanted = (part: (typeof PARTS)[number]) => wanted.length === 0 || wanted.includes(part);

console.log(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "?"}, ${new Date().toISOString().slice(0, 10)}`,
);

const isNamed = (part: (typeof NAMED_PARTS)[number]) => wanted.includes(part);

if (isWanted("size")) printTable("Size, gzip", measureSize());
if (isWanted("start")) printTable("Start", await measureStart());
if (isWanted("faults")) {
  printTable("Killed under a stream of writes", await measureCrashes());
  printTable("Ten seconds without the database", await measureOutage());
  printTable("2000 sockets of which 500 never read", await measureCrowd());
}
if (isNamed("peers")) await measurePeers();
if (isNamed("million")) await measureMillion();
if (isNamed("fairness")) await measureFairness();
if (isNamed("logins")) await measureLogins();
if (isNamed("sign-in")) printTable("Sign-in, `hardened`", await measureSignIn());
if (isNamed("photos")) printTable("Photos made anew", await measurePhotos());
if (isNamed("sites")) await measureSites();
if (isNamed("offline")) {
  const [product, browser] = [await startProduct(), await launchBrowser()];
  try {
    printTable("Without a network", await measureOffline(browser, product));
  } finally {
    await browser.close();
    await product.stop();
  }
}
if (isNamed("office")) await measureOffice();
if (isNamed("dispatch")) await measureDispatch();
if (isNamed("fleet")) await measureFleet();
if (isNamed("shifts")) await measureShifts();
if (isNamed("cluster")) await measureCluster();
if (isNamed("crowd") || isNamed("company"))
  await measureCrowdOfSites({ changes: isNamed("crowd"), company: isNamed("company") });
if (isNamed("ledger")) await measureLedger();
if (isNamed("camera")) await measureCamera();
if (isNamed("cases")) await measureCases();
if (isNamed("memory")) printTable("Memory of Node", await measureMemory());
if (isWanted("live") || isWanted("api") || isWanted("screens")) await measureFilled(await startProduct());

/** Measures everything on one product, with many rows but for the live changes, and stops the product. */
async function measureFilled(product: RunningProduct & { stop(): Promise<void> }): Promise<void> {
  try {
    await measureParts(product);
  } finally {
    await product.stop();
  }
}

async function measureParts(product: RunningProduct): Promise<void> {
  if (isWanted("live")) printTable("Live changes", await measureLive(product));
  await fillParkings(product.databaseUrl);
  if (isWanted("api")) {
    printTable(`Search among ${MANY} parkings`, await measureSearchAlone(product));
    printTable(`Table API, ${MANY} parkings, 32 connections`, await measureTableApi(product));
  }
  if (isWanted("screens")) {
    const browser = await launchBrowser();
    printTable("Screens", [...(await measurePaints(browser, product)), ...(await measureList(browser, product))]);
    await browser.close();
    printTable("Public pages", await measureLighthouse(product));
  }
}

async function measureLive(product: RunningProduct): Promise<Figure[]> {
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
