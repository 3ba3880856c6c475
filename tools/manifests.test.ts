// Facts that the operating system reads of the installed application.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PATTERNS } from "#shared/paths.ts";

type Manifest = {
  start_url: string;
  icons: { src: string; purpose: string }[];
  shortcuts: { name: string; url: string }[];
};

const PUBLIC = join(import.meta.dirname, "../web/public");
const patterns: string[] = Object.values(PATTERNS).map((pattern) => pattern.replace(/\/:\w+\?$/, ""));

// Spec rules §14: The installed app
test.each([
  ["manifest.webmanifest", "/?installed"],
  ["attendant.webmanifest", "/attendant-dashboard?installed"],
])("%s starts at %s, has a maskable icon, and its shortcuts lead to screens", (name, start) => {
  const manifest = JSON.parse(readFileSync(join(PUBLIC, name), "utf8")) as Manifest;
  expect(manifest.start_url).toBe(start);
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain("maskable");
  expect(manifest.icons.filter(({ src }) => !existsSync(join(PUBLIC, src)))).toEqual([]);
  expect(manifest.shortcuts).toHaveLength(3);
  for (const { url } of manifest.shortcuts) expect(patterns).toContain(url.replace("?installed", ""));
});
