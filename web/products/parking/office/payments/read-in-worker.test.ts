import { expect, test } from "vitest";
import { readInWorker } from "./read-in-worker.ts";

/** A file of this size whose bytes cannot be read. */
const fileOf = (size: number) =>
  ({
    size,
    arrayBuffer: () => Promise.reject(new Error("It was read.")),
    text: () => Promise.reject(new Error("It was read.")),
  }) as unknown as File;

// Spec rules §6: A hundred hostile
test("a file of 200 MB is refused by its size, without reading a byte and without a worker", async () => {
  // Node has no workers, so a smaller file would fail here.
  const reading = { today: "2026-11-22", kept: [] };
  const { signal } = new AbortController();
  expect(await readInWorker(fileOf(200_000_000), reading, signal)).toEqual({
    outcome: "refused",
    problem: "Filen är större än 5 MB. En bankfil är mycket mindre: är det rätt fil?",
  });
  await expect(readInWorker(fileOf(5_000_000), reading, signal)).rejects.toThrow("Worker is not defined");
});
