// The colours of statuses (document 5 §3): each passes contrast as a word on the page, on a card and in its own badge, in light and dark.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const tokens = readFileSync(new URL("../../../styles/tokens.css", import.meta.url), "utf8");
const [general = "", ...products] = tokens.split(':root[data-product="');
const dispatch = products.find((block) => block.startsWith("dispatch")) ?? "";
const marks = readFileSync(new URL("status-mark.css", import.meta.url), "utf8");

/** A token's two values; dispatch's own before the general one. */
function valuesOf(token: string): [string, string] {
  const found = [dispatch, general].map((block) =>
    new RegExp(`${token}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(block),
  );
  const [, light = "", dark = ""] = found.find((match) => match !== null) ?? [];
  return [light, dark];
}

const parts = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
const luminance = (rgb: readonly number[]) =>
  rgb
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, index) => sum + part * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0);
function contrast(one: readonly number[], other: readonly number[]): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}
/** A tenth of the colour over a surface, as a badge has it. */
const badge = (color: readonly number[], surface: readonly number[]) =>
  surface.map((part, index) => part * 0.9 + (color[index] ?? 0) * 0.1);

const COLORS = Array.from(
  marks.matchAll(/(?:data-color="(\w+)"\] \{\s*)?--status: var\((--[\w-]+)\)/g),
  ([, name = "grey", token = ""]) => [name, token] as const,
);

test("there are ten of them", () => {
  expect(new Set(COLORS.map(([name]) => name)).size).toBe(10);
});

test.each(COLORS)("%s (%s) passes", (_, token) => {
  for (const theme of [0, 1]) {
    const [color, surface, canvas, sunken] = [token, "--surface", "--canvas", "--sunken"].map((each) =>
      parts(valuesOf(each)[theme] ?? ""),
    ) as [number[], number[], number[], number[]];
    for (const behind of [surface, canvas, sunken, badge(color, surface)])
      expect(contrast(color, behind)).toBeGreaterThanOrEqual(4.5);
  }
});
