// Waits of people during failures, and the cost of a crowd that does not read: the scenarios of tests/faults again.
import type { SecurityProfile } from "#contract/states.ts";
import { makeDataDir, startBuilt } from "#tests/support/server/built-product.ts";
import { type CrashReport, killBackend, killPostmaster, killServer } from "#tests/support/load/crashes.ts";
import { endureCrowd } from "#tests/support/load/crowd.ts";
import { endureOutage } from "#tests/support/load/outage.ts";
import { startProduct } from "#tests/support/server/product.ts";
import { type Figure, median, milliseconds, percentile } from "./table.ts";

const RUNS = 3;
const OUTAGE_MS = 10_000;
const CROWD = { reading: 1500, notReading: { small: 400, shared: 20, alone: 80 }, flood: 16 };

/** Measures, after each kind of kill, the milliseconds until writes are answered well again, and whether an acknowledged row was lost. */
export async function measureCrashes(): Promise<Figure[]> {
  return [
    await measureCrash("kill -9 of the server: next start → first good write", killServer),
    await measureCrash("kill -9 of PostgreSQL → good writes", killPostmaster),
    await measureCrash("kill -9 of one of its connections → good writes", killBackend),
  ];
}

async function measureCrash(what: string, crash: (profile: SecurityProfile) => Promise<CrashReport>): Promise<Figure> {
  const reports: CrashReport[] = [];
  for (let run = 0; run < RUNS; run += 1) reports.push(await crash("specified"));
  const times = reports.map(({ recoveryMs }) => recoveryMs);
  const sum = (count: (report: CrashReport) => number) => reports.reduce((total, report) => total + count(report), 0);
  const lost = sum(({ missing, halves }) => missing.length + halves.length);
  const note = `longest ${milliseconds(Math.max(...times))} of ${RUNS} runs; lost ${lost} of ${sum((report) => report.acknowledged)}`;
  return { what, value: milliseconds(median(times)), note };
}

const p95 = (times: readonly number[]) => `p95 ${milliseconds(percentile(times, 0.95))}`;

const figure = (what: string, times: readonly number[], note = ""): Figure => ({
  what,
  value: milliseconds(median(times)),
  note: p95(times) + note,
});

/** Measures answers while the database is gone for ten seconds, and the way back. */
export async function measureOutage(): Promise<Figure[]> {
  const product = await startProduct();
  try {
    const reports = [];
    for (let run = 0; run < RUNS; run += 1) reports.push(await endureOutage(product, OUTAGE_MS));
    const answers = reports.flatMap(({ meanwhile }) => meanwhile);
    const statuses = [...new Set(answers.map(({ status }) => status))].join(", ");
    return [
      figure(
        "an answer meanwhile",
        answers.map(({ ms }) => ms),
        `, ${answers.length} answers, status ${statuses}`,
      ),
      figure(
        "database back → first good write",
        reports.map(({ recoveryMs }) => recoveryMs),
      ),
      figure(
        "database back → live channel joined",
        reports.map(({ rejoinMs }) => rejoinMs),
      ),
    ];
  } finally {
    await product.stop();
  }
}

/** Measures the time from insert to event at the sockets that read, and the server's memory. */
export async function measureCrowd(): Promise<Figure[]> {
  const { dataDir, remove } = makeDataDir();
  const product = await startBuilt(dataDir);
  try {
    const { quiet, flooded, dropped, memory } = await endureCrowd(
      { ...product, pid: product.server.child.pid ?? 0 },
      "specified",
      CROWD,
    );
    return [
      { what: "insert → event, 500 of 2000 never read", value: milliseconds(median(quiet)), note: p95(quiet) },
      {
        what: "the same while 100 of them are sent 0.9 MB rows",
        value: milliseconds(median(flooded)),
        note: `${p95(flooded)}; cut off: ${dropped}`,
      },
      {
        what: "memory of the server, most",
        value: `${Math.round(memory.peak)} MB`,
        note: `${Math.round(memory.before)} MB with all connected`,
      },
    ];
  } finally {
    await product.stop();
    remove();
  }
}
