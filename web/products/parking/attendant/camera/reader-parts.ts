import detector from "#plate-models/plate-detector.onnx?url";
import recogniser from "#plate-models/plate-recogniser.onnx?url";
import runtime from "onnxruntime-web/ort-wasm-simd-threaded.wasm?url";
// oxlint-disable-next-line import/default -- its address is the default export
import worker from "./plate-reader.worker.ts?worker&url";

/** Addresses of what the reader is made of: its worker, the runtime, the network that finds, and the one that reads. */
export const READER_PARTS: readonly string[] = [worker, runtime, detector, recogniser];

/** Bytes over the wire, compressed, in megabytes; tools/check-size.mjs holds it. */
export const READER_MEGABYTES = 9;
/** Bytes once they are unpacked, for the progress. */
export const READER_BYTES = 20_700_000;
