// Cost of making photos anew: an upload beside the same bytes stored as they are, and a read beside uploads without pause.
import { randomBytes, randomUUID } from "node:crypto";
import sharp from "sharp";
import { measureReads } from "#tests/support/load/fairness.ts";
import { startProduct } from "#tests/support/server/product.ts";
import { plainClient } from "#tests/support/rows/writes.ts";
import { type Figure, median, milliseconds, percentile } from "./table.ts";

const READS = Math.round(Number(process.env["BENCH_SECONDS"] ?? 30) * (1000 / 30));
const LONGEST_P95_MS = 50;
const ALONE = 30;
/** Number of uploads under way at all times. */
const AT_ONCE = 4;
/** A bucket of files, which are stored as they are sent. */
const PLAIN = "bench-files";

/** Blurred noise as JPEG, with about as many bytes as a photo of that size. */
async function makePhoto(width: number, height: number, quality: number): Promise<Buffer> {
  const [w, h] = [Math.round(width / 4), Math.round(height / 4)];
  const small = { raw: { width: w, height: h, channels: 3 } } as const;
  return sharp(randomBytes(3 * w * h), small)
    .resize(width, height)
    .jpeg({ quality })
    .toBuffer();
}

/** The figures of a run, in the profile `specified`, asked with the secret key, so that nobody is counted. */
export async function measurePhotos(): Promise<Figure[]> {
  const product = await startProduct();
  try {
    await product.sql`insert into storage.buckets (id, name, public) values (${PLAIN}, ${PLAIN}, false)`;
    const { storage } = plainClient(product.url, product.secretKey);
    const upload = async (bucket: string, photo: Buffer, ending: string): Promise<number> => {
      const started = performance.now();
      const contentType = bucket === PLAIN ? "application/octet-stream" : "image/jpeg";
      const { error } = await storage.from(bucket).upload(`vakt01/${randomUUID()}.${ending}`, photo, { contentType });
      if (error) throw error;
      return performance.now() - started;
    };
    const figures: Figure[] = [];
    const photos = [
      { what: "1600 × 1200, as screens send it", photo: await makePhoto(1600, 1200, 70) },
      { what: "12 megapixels", photo: await makePhoto(4000, 3000, 40) },
    ];
    for (const { what, photo } of photos) {
      const size = `${Math.round(photo.byteLength / 1024)} kB`;
      for (const [how, bucket, ending] of [
        ["stored as it is", PLAIN, "jpg"],
        ["made anew as JPEG", "shift-images", "jpg"],
        ["made anew as WebP", "shift-images", "webp"],
      ] as const) {
        await upload(bucket, photo, ending);
        const times: number[] = [];
        while (times.length < ALONE) times.push(await upload(bucket, photo, ending));
        figures.push(figure(`A photo of ${what} (${size}), ${how}`, times));
      }
    }
    await measureReads(product, 100);
    figures.push(figure("A read with nothing else", await measureReads(product, 300)));
    for (const { what, photo } of photos) {
      const over = new AbortController();
      let count = 0;
      const send = async () => {
        for (; !over.signal.aborted; count += 1) await upload("shift-images", photo, "jpg");
      };
      const sending = Promise.all(Array.from({ length: AT_ONCE }, send));
      const started = performance.now();
      const times = await measureReads(product, READS);
      const seconds = (performance.now() - started) / 1000;
      over.abort();
      await sending;
      const isHeld = percentile(times, 0.95) < LONGEST_P95_MS;
      figures.push(figure(`A read beside ${AT_ONCE} uploads at a time, ${what}`, times));
      figures.push({
        what: `  those uploads; p95 of the read below ${LONGEST_P95_MS} ms`,
        value: `${(count / seconds).toFixed(1)} a second`,
        note: isHeld ? "holds" : "MISSED",
      });
    }
    return figures;
  } finally {
    await product.stop();
  }
}

const figure = (what: string, times: readonly number[]): Figure => ({
  what,
  value: milliseconds(median(times)),
  note: `p95 ${milliseconds(percentile(times, 0.95))}`,
});
