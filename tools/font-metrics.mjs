// Overpass stands a tenth of its size too high in its line, which shows between the icon and the edge of a button. `ascent-override` mends
// it in most browsers (web/styles/font.css), but neither in Safari nor in pictures of fines: so the built font file itself gets other
// metrics.
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";

/**
 * Space above and below the baseline, in units of Overpass (2000 the size): capitals stand in the middle. The same numbers stand in
 * font.css.
 */
const ASCENT = 1920;
const DESCENT = 520;

const HEADER_BYTES = 48;
const AT_LENGTH = 8;
const AT_TABLES = 12;
const AT_COMPRESSED_LENGTH = 20;
/** WOFF 2's numbers of well-known tables, as they stand in its directory. */
const KNOWN = { 2: "hhea", 6: "OS/2", 10: "glyf", 11: "loca" };
const NAMED_HERE = 63;

/** Sets the line metrics of a font in WOFF 2 (https://www.w3.org/TR/WOFF2/#table_dir_format). Gives the new file. */
export function setFontMetrics(font) {
  const { tables, end } = readDirectory(font);
  const compressed = font.readUInt32BE(AT_COMPRESSED_LENGTH);
  const data = brotliDecompressSync(font.subarray(end, end + compressed));
  const { hhea, "OS/2": os2 } = tables;
  if (hhea === undefined || os2 === undefined) throw new Error("The font has no table of its lines.");
  for (const at of [hhea + 4, os2 + 68]) {
    data.writeInt16BE(ASCENT, at);
    data.writeInt16BE(-DESCENT, at + 2);
    data.writeInt16BE(0, at + 4);
  }
  data.writeUInt16BE(ASCENT, os2 + 74);
  data.writeUInt16BE(DESCENT, os2 + 76);
  const packed = brotliCompressSync(data);
  const padding = Buffer.alloc((4 - ((end + packed.length) % 4)) % 4);
  const made = Buffer.concat([font.subarray(0, end), packed, padding]);
  made.writeUInt32BE(made.length, AT_LENGTH);
  made.writeUInt32BE(packed.length, AT_COMPRESSED_LENGTH);
  return made;
}

/** Start of each table in the unpacked data, and end of the directory. */
function readDirectory(font) {
  if (font.toString("latin1", 0, 4) !== "wOF2") throw new Error("The font is no WOFF 2.");
  let at = HEADER_BYTES;
  let begin = 0;
  const tables = {};
  function readLength() {
    let value = 0;
    for (;;) {
      const byte = font[at++];
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  }
  for (let count = font.readUInt16BE(AT_TABLES); count > 0; count -= 1) {
    const flags = font[at++];
    const number = flags & 63;
    const name = number === NAMED_HERE ? font.toString("latin1", at, (at += 4)) : (KNOWN[number] ?? String(number));
    const version = flags >> 6;
    const plain = readLength();
    const isTransformed = name === "glyf" || name === "loca" ? version !== 3 : version !== 0;
    tables[name] = begin;
    begin += isTransformed ? readLength() : plain;
  }
  return { tables, end: at };
}

/** Plugin for Vite that sets the line metrics of each WOFF 2 of the build. */
export const fontMetrics = () => ({
  name: "font-metrics",
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === "asset" && file.fileName.endsWith(".woff2"))
        file.source = setFontMetrics(Buffer.from(file.source));
    }
  },
});
