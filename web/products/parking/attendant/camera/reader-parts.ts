import detector from "#plate-models/plate-detector.onnx?url";
import recogniser from "#plate-models/plate-recogniser.onnx?url";
import runtime from "onnxruntime-web/ort-wasm-simd-threaded.wasm?url";
// oxlint-disable-next-line import/default -- its address is the default export
import worker from "./plate-reader.worker.ts?worker&url";

/** The addresses of the plate reader's files: the worker, the runtime, the network that finds text, and the network that reads it. */
export const READER_PARTS: readonly string[] = [worker, runtime, detector, recogniser];

/** The compressed download size in megabytes; tools/check-size.mjs checks it. */
export const READER_MEGABYTES = 9;
/** The unpacked size in bytes, for the progress bar. */
export const READER_BYTES = 20_700_000;
