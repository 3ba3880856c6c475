// Cost of twenty log-ins a second for a minute to other callers, and the time of a log-in, a renewal and a photo alone.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { staffAddress } from "#contract/staff-address.ts";
import { measureReads } from "#tests/support/load/fairness.ts";
import { type RunningProduct, startProduct } from "#tests/support/server/product.ts";
import { noisyPng } from "#tests/support/rows/real-photos.ts";
import { FORWARDED_FOR, newAddress, PHOTOS, plainClient } from "#tests/support/rows/writes.ts";
import { type Figure, median, milliseconds, percentile } from "./table.ts";

const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 60);
const LOG_INS_A_SECOND = 20;
const READS_A_SECOND = 1000 / 30;
const LONGEST_P95_MS = 30;
const ALONE = 30;

const attendant = staffAddress({ kind: "attendant", project: "ostra-hamnen", userId: "vakt01" });
const BODY = JSON.stringify({ email: attendant, password: "Vakt-7410" });

/**
 * The figures of a run, in the profile `hardened`. The figures of the last landed version come from its own folder, one after the other.
 */
export async function measureSignIn(): Promise<Figure[]> {
  const product = await startProduct({ profile: "hardened" });
  try {
    await measureReads(product, 100);
    const quiet = await measureReads(product, 300);
    const alone = await measureAlone(product);
    const logIns = logInSteadily(product);
    const meanwhile = await measureReads(product, Math.round(SECONDS * READS_A_SECOND));
    const times = await logIns.stop();
    const p95 = percentile(meanwhile, 0.95);
    return [
      figure("A read with nothing else", quiet),
      figure(`A read beside ${LOG_INS_A_SECOND} log-ins a second for ${SECONDS} s`, meanwhile),
      { what: "  p95 below 30 ms", value: p95 < LONGEST_P95_MS ? "holds" : "MISSED" },
      figure(`Those ${times.length} log-ins`, times),
      ...alone,
    ];
  } finally {
    await product.stop();
  }
}

const figure = (what: string, times: readonly number[]): Figure => ({
  what,
  value: milliseconds(median(times)),
  note: `p95 ${milliseconds(percentile(times, 0.95))}`,
});

async function logIn({ url, publishableKey }: RunningProduct): Promise<number> {
  const started = performance.now();
  const headers = { apikey: publishableKey, "content-type": "application/json", [FORWARDED_FOR]: newAddress() };
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, { method: "POST", headers, body: BODY });
  await answer.text();
  if (!answer.ok) throw new Error(`A log-in was answered ${answer.status}.`);
  return performance.now() - started;
}

/** Logs in at fixed moments, whether or not the log-in before is answered. */
function logInSteadily(product: RunningProduct) {
  const answers: Promise<number>[] = [];
  const over = new AbortController();
  const sending = (async () => {
    while (!over.signal.aborted) {
      answers.push(logIn(product));
      await pause(1000 / LOG_INS_A_SECOND);
    }
  })();
  return {
    stop: async () => {
      over.abort();
      await sending;
      return Promise.all(answers);
    },
  };
}

async function timed(work: () => Promise<{ error: Error | null }>): Promise<number> {
  const started = performance.now();
  const { error } = await work();
  if (error) throw error;
  return performance.now() - started;
}

async function repeat(once: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  while (times.length < ALONE) times.push(await once());
  return times;
}

/** Measures the calls one after the other, by the unmodified client. */
async function measureAlone(product: RunningProduct): Promise<Figure[]> {
  const { auth, storage } = plainClient(product.url, product.publishableKey);
  const { data } = await auth.signInWithPassword({ email: attendant ?? "", password: "Vakt-7410" });
  const photo = await noisyPng(600);
  const path = () => `${data.user?.id}/${randomUUID()}.png`;
  const upload = () => storage.from(PHOTOS).upload(path(), photo, { contentType: "image/png" });
  return [
    figure("A log-in alone", await repeat(() => logIn(product))),
    figure("A renewal alone", await repeat(() => timed(() => auth.refreshSession()))),
    figure(`A photo of ${Math.round(photo.byteLength / 1024)} kB alone`, await repeat(() => timed(upload))),
  ];
}
