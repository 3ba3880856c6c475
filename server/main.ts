// Starts the server and stops it: settings, database, application, address; on a signal the same backwards.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { type AppOptions, createApp } from "./app.ts";
import { type ArchiveKeeper, startArchive } from "./archive/keep-archive.ts";
import { removeLeftoverTables } from "./backup/leftover-tables.ts";
import { setArchiving } from "./database/embedded/archiving.ts";
import { startEmbedded } from "./database/embedded/embedded.ts";
import { prepareDatabase } from "./database/prepare.ts";
import { type DatabaseAddresses, outlastOutage, reachDatabase } from "./database/driver/wait-for-database.ts";
import { projectFolder } from "./database/migrations/project-files.ts";
import { type DemoAccount, findDemoAccounts, formatAccounts } from "./product/demo-accounts.ts";
import { storeDemoPhotos } from "./product/demo-photos.ts";
import { erasedFolder } from "./erasure/erased-list.ts";
import { claim } from "./http/listen.ts";
import { tellFirstPassword } from "./identities/first-password.ts";
import { createLog, sendConsoleToLog } from "./log.ts";
import { warnOfUnreachableSites } from "./product/unreachable-sites.ts";
import { isLoopback } from "./callers/client-address.ts";
import { type Settings, readSettings } from "./settings.ts";
import { openStore } from "./storage/open-store.ts";
import { claimMetrics } from "./watching/serve-metrics.ts";

/** Functions that stop the parts that run so far, the oldest part first. */
const stops: (() => Promise<void>)[] = [];

async function start(settings: Settings, log: Logger): Promise<void> {
  // The port is taken first of all: a start that finds the port in use has lost nothing, not even the password that is told once.
  const claimed = await claim({ host: settings.host, port: settings.port });
  stops.push(claimed.release);
  const metrics = settings.metricsAddress === null ? null : await claimMetrics(settings.metricsAddress);
  if (metrics !== null) stops.push(metrics.stop);
  const address = settings.publicUrl ?? claimed.url;
  const { url: databaseUrl, directUrl, told, archive } = await openDatabase(settings, log);
  const patiently = <T>(work: () => Promise<T>) => outlastOutage(work, log);
  const { seeded, applied } = await patiently(() =>
    prepareDatabase({
      url: directUrl,
      profile: settings.securityProfile,
      seed: settings.seed,
      tellPassword: (password) => tellFirstPassword(settings.dataDir, address, password),
      log,
    }),
  );
  await patiently(() => removeLeftoverTables({ url: directUrl, dataDir: settings.dataDir, log }));
  log.info({ seeded, migrations: applied.length }, "database ready");

  const photos = openStore(settings);
  const rest = archive?.begin(databaseUrl, photos);
  if (rest !== undefined) stops.push(() => rest.stop());
  const store = archive?.keeping(photos) ?? photos;
  const app = await patiently(() =>
    createApp({ ...appOptions(settings, { databaseUrl, directUrl, log }), store, archive }),
  );
  stops.push(app.close);
  await patiently(() => warnOfUnreachableSites(app.database, log));
  if (settings.seed === "demo" && settings.securityProfile === "specified")
    await patiently(() => storeDemoPhotos(app.database, store, log));

  metrics?.show(app.metrics);
  stops.push(claimed.serve(app, settings.shutdownDelayMs).drain);
  const isHardened = settings.securityProfile === "hardened";
  printWelcome(address, told, isHardened ? null : await patiently(() => findDemoAccounts(app.database)));
}

const appOptions = (
  settings: Settings,
  { databaseUrl, directUrl, log }: { databaseUrl: string; directUrl: string; log: Logger },
): AppOptions => ({
  databaseUrl,
  directUrl,
  storageDir: settings.storageDir,
  dataDir: settings.dataDir,
  erasedDir: erasedFolder(settings.dataDir),
  s3: settings.s3,
  isStorageShared: settings.isStorageShared,
  webDir: join(projectFolder(), "dist", settings.securityProfile === "hardened" ? "web-hardened" : "web"),
  securityProfile: settings.securityProfile,
  timeZone: settings.timeZone,
  publicUrl: settings.publicUrl,
  trustedProxies: settings.trustedProxies,
  inFlight: settings.inFlight,
  socketLimits: settings.sockets,
  metricsToken: settings.metricsToken,
  slowStatementMs: settings.slowStatementMs,
  photoLimits: settings.photoLimits,
  securityContact: settings.securityContact,
  lowestVersion: settings.lowestVersion,
  mail: settings.mail,
  isLoopbackOnly: isLoopback(settings.host) && !settings.acceptKnownWeaknesses,
  log,
});

/** Opens the operator's own database, or starts the embedded one; `told` is the text that the start prints about it. */
async function openDatabase(
  settings: Settings,
  log: Logger,
): Promise<DatabaseAddresses & { told: string; archive: ArchiveKeeper | null }> {
  const { dataDir, databaseUrl, databaseDirectUrl, postgresBin } = settings;
  if (databaseUrl !== null)
    return { ...(await reachDatabase({ databaseUrl, databaseDirectUrl }, log)), told: "", archive: null };
  const { archive: place, backup: keys } = settings;
  const archive = place === null ? null : startArchive({ place, keys, dataDir, log });
  if (archive !== null) stops.push(() => archive.stop());
  await mkdir(dataDir, { recursive: true });
  setArchiving(dataDir, archive !== null);
  const database = await startEmbedded({ dataDir, postgresBin, log });
  stops.push(() => database.stop());
  const origin =
    postgresBin === null
      ? "of npm install, which gets patches by a new package alone. POSTGRES_BIN names another (docs/operations.md)."
      : `of ${postgresBin}`;
  return {
    url: database.url,
    directUrl: database.url,
    archive,
    told: `\n  Database: PostgreSQL ${database.version} ${origin}`,
  };
}

/** Stops the running parts, the newest first: no new requests, then the application, the database last. */
async function stop(): Promise<void> {
  for (const step of stops.splice(0).toReversed()) await step();
}

function printWelcome(address: string, told: string, accounts: readonly DemoAccount[] | null): void {
  const demo = accounts?.length
    ? `\n\n  Demo accounts (who, where, name, password):\n\n${formatAccounts(accounts)}`
    : "";
  process.stdout.write(`\n  Parkering is running: ${address}${told}${demo}\n\n`);
}

/**
 * Stops on the first signal, also during the start, and leaves at once on the second. SIGHUP is a terminal that was closed.
 */
function stopOnSignal(log: Logger): void {
  let isStopping = false;
  const onSignal = (reason: string) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    log.info({ reason }, "stopping");
    stop().then(
      () => {
        log.info("stopped");
        process.exit(0);
      },
      (error: unknown) => fail(error),
    );
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, onSignal);
  stopWithNpm(() => onSignal("npm has ended"));
}

/** Time between two looks whether npm, which started the server, is still there, in milliseconds. */
const LOOK_FOR_NPM_EVERY_MS = 500;

/**
 * Stops the server when npm ends. npm does not hand on a signal, so a server that `npm start` started would keep the port and the data
 * folder.
 */
function stopWithNpm(onEnd: () => void): void {
  if (process.env["npm_lifecycle_event"] !== "start") return;
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    onEnd();
  }, LOOK_FOR_NPM_EVERY_MS);
  looking.unref();
}

/** Ends the server at an error that nobody caught, and logs the error. */
function endOnUncaught(log: Logger): void {
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "an error that nobody caught ends the server");
    fail(error);
  });
}

function fail(error: unknown): never {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n\n`);
  if (process.env["LOG_LEVEL"] === "debug" && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  process.exit(1);
}

try {
  const settings = readSettings(process.env, projectFolder());
  const log = createLog(settings.logLevel);
  sendConsoleToLog(log);
  stopOnSignal(log);
  endOnUncaught(log);
  await start(settings, log);
} catch (error) {
  await stop();
  fail(error);
}
