import { expect, test } from "vitest";
import { decodeText, readDelimited } from "./read-delimited.ts";

test.each([
  ["semicolons", "a;b\r\nc;d\r\n"],
  ["commas", "a,b\nc,d"],
  ["tabs", "a\tb\nc\td\n\n"],
  ["a mark before it", "\uFEFFa;b\nc;d"],
  ["empty lines", "a;b\n;\n\nc;d\n;\n"],
])("a table with %s", (_name, text) => {
  expect(readDelimited(text)).toEqual([
    ["a", "b"],
    ["c", "d"],
  ]);
});

test("cells in quotes hold what stands between cells, quotes and lines", () => {
  expect(readDelimited('"a;b";"sa ""hej""";"x\r\ny"\n1;2;3')).toEqual([
    ["a;b", 'sa "hej"', "x\r\ny"],
    ["1", "2", "3"],
  ]);
});

test.each([
  ["UTF-8", [0xc3, 0xa5]],
  ["UTF-8 with its mark", [0xef, 0xbb, 0xbf, 0xc3, 0xa5]],
  ["Windows-1252", [0xe5]],
  ["UTF-16", [0xff, 0xfe, 0xe5, 0x00]],
])("%s", (_name, bytes) => {
  expect(decodeText(new Uint8Array(bytes))).toBe("å");
});
