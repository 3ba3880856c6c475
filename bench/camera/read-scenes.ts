import { meantOf, type Networks, readFrame } from "#products/parking/attendant/camera/reading/read-frame.ts";
import { percentile, printColumns } from "../table.ts";
import type { Scene } from "./scenes.ts";

/** Result of reading pictures of one kind. `milliseconds` is time of the processor, so that other programs of the machine do not count. */
type Tally = { pictures: number; right: number; sure: number; sureWrong: string[]; milliseconds: number[] };

const newTally = (): Tally => ({ pictures: 0, right: 0, sure: 0, sureWrong: [], milliseconds: [] });

/**
 * Reads pictures one after the other and counts them by kind. Each picture is a single frame: the agreement of several frames is not
 * measured.
 */
export async function readScenes(scenes: AsyncIterable<Scene>, networks: Networks): Promise<Map<string, Tally>> {
  const tallies = new Map<string, Tally>();
  for await (const { kind, plate, frame } of scenes) {
    const tally = tallies.get(kind) ?? newTally();
    tallies.set(kind, tally);
    const before = process.cpuUsage();
    const found = await readFrame(frame, networks);
    const used = process.cpuUsage(before);
    const meant = meantOf(found)?.reading;
    tally.pictures += 1;
    tally.milliseconds.push((used.user + used.system) / 1000);
    if (meant?.plate === plate) tally.right += 1;
    if (meant?.isSure !== true) continue;
    tally.sure += 1;
    if (meant.plate !== plate) tally.sureWrong.push(`${plate} as ${meant.plate}`);
  }
  return tallies;
}

const share = (part: number, all: number) => `${((100 * part) / all).toFixed(1)} %`;

/** Prints the table by kind, with the sum over the kinds that are counted. */
export function printScenes(title: string, tallies: Map<string, Tally>, counted: readonly string[]): void {
  const row = (name: string, { pictures, right, sure, sureWrong, milliseconds }: Tally) => [
    name,
    String(pictures),
    share(right, pictures),
    share(sure, pictures),
    String(sureWrong.length),
    `${Math.round(percentile(milliseconds, 0.5))} ms`,
    sureWrong.slice(0, 3).join(", "),
  ];
  const sum = newTally();
  for (const [kind, tally] of tallies) {
    if (!counted.includes(kind)) continue;
    sum.pictures += tally.pictures;
    sum.right += tally.right;
    sum.sure += tally.sure;
    sum.sureWrong.push(...tally.sureWrong);
    sum.milliseconds.push(...tally.milliseconds);
  }
  const rows = [...tallies].map(([kind, tally]) => row(kind, tally));
  if (sum.pictures > 0) rows.push(row("ordinary plates, up to 30°", sum));
  printColumns(title, ["kind", "pictures", "right", "sure", "sure, wrong", "processor", ""], rows);
}
