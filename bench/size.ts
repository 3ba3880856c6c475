// Size of a visitor's pages, gzip: two lines of the size check's table.
import { execFileSync } from "node:child_process";
import type { Figure } from "./table.ts";

/** Size of the landing page's own JavaScript, and of the files that the heaviest screen loads beyond it. */
export function measureSize(): Figure[] {
  const lines = execFileSync(process.execPath, ["tools/check-size.mjs"], { encoding: "utf8" }).split("\n");
  const landing = lines[1]?.trim().split(/\s+/)[0] ?? "?";
  const [size = "?", screen = "?"] =
    lines[lines.indexOf("what a screen loads beyond the start") + 1]?.trim().split(/\s+/) ?? [];
  return [
    { what: "JavaScript of the landing page", value: `${landing} KB`, note: "before its first paint" },
    { what: "JavaScript of the slowest route", value: `${size} KB`, note: `${screen}, beyond the start` },
  ];
}
