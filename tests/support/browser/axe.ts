// Findings of axe about a page, in the page itself.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "@playwright/test";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rules that look at colours: the only ones whose findings can differ between light and dark, and three quarters of axe's time. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"] as const;

/**
 * Serious and critical findings on the page as it stands, by all of axe's rules or by those about colours, one text a rule: its
 * name and the elements.
 */
export async function seriousFindings(page: Page, asked: "all" | "colours"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(SOURCE);
  const options: RunOptions = {
    // The page holds no frames, which axe would have to be brought into one by one.
    iframes: false,
    resultTypes: ["violations"],
    ...(asked === "colours" ? { runOnly: { type: "rule", values: [...COLOUR_RULES] } } : {}),
  };
  return page.evaluate(async (chosen) => {
    if (document.querySelector("iframe, frame") !== null) throw new Error("axe does not look into frames.");
    const { axe } = window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } };
    const { violations } = await axe.run(chosen);
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} (${node.failureSummary})`).join(" | ")}`);
  }, options);
}
