// The networks as the application runs them: WebAssembly in one thread, with the models that the build makes.
import * as ort from "onnxruntime-web";
import type { Networks } from "#products/parking/attendant/camera/reading/read-frame.ts";
import { KEPT_SIGNS } from "#products/parking/attendant/camera/reading/signs.ts";
import { makeDetector, makeRecogniser } from "#tools/plate-models.mjs";

/** Opens the networks. */
export async function openNetworks(): Promise<Networks> {
  ort.env.wasm.numThreads = 1;
  const [detector, recogniser] = [
    await ort.InferenceSession.create(makeDetector(), { executionProviders: ["wasm"] }),
    await ort.InferenceSession.create(makeRecogniser(KEPT_SIGNS), { executionProviders: ["wasm"] }),
  ];
  return {
    find: async (input, width, height) => (await run(detector, input, [1, 3, height, width])).data as Float32Array,
    read: async (input, width) => {
      const { data, dims } = await run(recogniser, input, [1, 3, 48, width]);
      return { values: data as Float32Array, classes: dims.at(-1) ?? 0 };
    },
  };
}

async function run(session: ort.InferenceSession, input: Float32Array, shape: number[]): Promise<ort.Tensor> {
  const results = await session.run({ [session.inputNames[0] as string]: new ort.Tensor("float32", input, shape) });
  return results[session.outputNames[0] as string] as ort.Tensor;
}
