// Finds and reads the plate in a frame, outside the screen's thread.
import * as ort from "onnxruntime-web/wasm";
import { cutOut } from "./reading/crop.ts";
import type { Pixels } from "./reading/pixels.ts";
import { meantOf, type Networks, readFrame } from "./reading/read-frame.ts";
import type { Reading } from "./reading/reading.ts";

/** A message to the worker: the files of the runtime and both networks, or a frame to read. */
export type ReaderMessage = { parts: [ArrayBuffer, ArrayBuffer, ArrayBuffer] } | { frame: Pixels };

/**
 * The answer for a frame: the reading of its plate, the plate cut out, the height of its box relative to the frame, and the frame's
 * brightness (0 to 1).
 */
export type FrameAnswer = { reading?: Reading; cut?: Pixels; boxHeight?: number; brightness: number };
/** A message from the worker; `ready` after it was opened. */
export type ReaderAnswer = "ready" | FrameAnswer | { problem: string };

/** The size of the cut-out plate, for people to look at. */
const CUT = { width: 312, height: 84 } as const;

let networks: Networks | undefined;

async function open([runtime, detector, recogniser]: [ArrayBuffer, ArrayBuffer, ArrayBuffer]): Promise<void> {
  ort.env.wasm.wasmBinary = runtime;
  ort.env.wasm.numThreads = 1;
  const options = { executionProviders: ["wasm"] } as const;
  const finder = await ort.InferenceSession.create(new Uint8Array(detector), options);
  const reader = await ort.InferenceSession.create(new Uint8Array(recogniser), options);
  networks = {
    find: async (input, width, height) => (await run(finder, input, [1, 3, height, width])).data as Float32Array,
    read: async (input, width) => {
      const { data, dims } = await run(reader, input, [1, 3, 48, width]);
      return { values: data as Float32Array, classes: dims.at(-1) ?? 0 };
    },
  };
}

async function run(session: ort.InferenceSession, input: Float32Array, shape: number[]): Promise<ort.Tensor> {
  const results = await session.run({ [session.inputNames[0] ?? ""]: new ort.Tensor("float32", input, shape) });
  return results[session.outputNames[0] ?? ""] as ort.Tensor;
}

async function answer(message: ReaderMessage): Promise<ReaderAnswer> {
  if ("parts" in message) {
    await open(message.parts);
    return "ready";
  }
  const { frame } = message;
  if (networks === undefined) return { problem: "not open" };
  const meant = meantOf(await readFrame(frame, networks));
  const brightness = brightnessOf(frame);
  if (meant === undefined) return { brightness };
  const { box, reading } = meant;
  const around = { ...box, length: box.length * 1.1, height: box.height * 1.3 };
  return {
    reading,
    cut: cutOut(frame, around, CUT.width, CUT.height),
    boxHeight: box.height / frame.height,
    brightness,
  };
}

/** The mean brightness of every hundredth pixel. */
function brightnessOf({ data }: Pixels): number {
  let [sum, count] = [0, 0];
  for (let at = 0; at < data.length; at += 400) {
    sum += ((data[at] as number) + 2 * (data[at + 1] as number) + (data[at + 2] as number)) / 4;
    count += 1;
  }
  return sum / count / 255;
}

self.addEventListener("message", ({ data }: MessageEvent<ReaderMessage>) => {
  answer(data)
    .catch((error: unknown): ReaderAnswer => ({ problem: String(error) }))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's answer goes to its page alone
    .then((answer) => self.postMessage(answer))
    .catch(() => undefined);
});
