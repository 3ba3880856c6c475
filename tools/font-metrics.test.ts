// @vitest-environment node
import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { setFontMetrics } from "./font-metrics.mjs";

const font = readFileSync("node_modules/@fontsource-variable/overpass/files/overpass-latin-wght-normal.woff2");

test("the font's lines are set where each system looks for them, and nothing else is changed", () => {
  const made = setFontMetrics(font);
  expect(made.readUInt32BE(8)).toBe(made.length);
  const before = unpacked(font);
  const after = unpacked(made);
  expect(after.length).toBe(before.length);
  // Overpass as published has the ascent 1766 and the descent 766. They stand in `hhea`, and twice in `OS/2`, the second time under other
  // names.
  const lines = [...before.keys()].filter((at) => at + 4 <= before.length && says(before, at, 1766, -766));
  expect(lines).toHaveLength(2);
  expect(lines.every((at) => says(after, at, 1920, -520))).toBe(true);
  const changed = [...after.keys()].filter((at) => after[at] !== before[at]);
  expect(changed.filter((at) => !lines.some((line) => at >= line && at < line + 10))).toEqual([]);
  expect(setFontMetrics(made).equals(made)).toBe(true);
});

test("a file that is no WOFF 2 is refused", () => {
  expect(() => setFontMetrics(Buffer.alloc(64))).toThrow("no WOFF 2");
});

const says = (tables: Buffer, at: number, ascent: number, descent: number) =>
  tables.readInt16BE(at) === ascent && tables.readInt16BE(at + 2) === descent;

/** The tables of a font, whose packed length stands at byte 20. They end with the file, but for its padding. */
function unpacked(file: Buffer): Buffer {
  const packed = file.readUInt32BE(20);
  for (let padding = 0; padding < 4; padding += 1) {
    try {
      return brotliDecompressSync(file.subarray(file.length - padding - packed, file.length - padding));
    } catch {
      // The padding was guessed wrongly: the next length is tried.
    }
  }
  throw new Error("no tables");
}
