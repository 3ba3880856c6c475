// Findings of axe about a page, in the page itself.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "@playwright/test";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rules of axe about colours. Only their findings can differ between light and dark, and they take three quarters of axe's time. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"] as const;

/**
 * Serious and critical findings of axe on the page as it stands, by all rules or by those about colours. Each finding is one text: the
 * rule's name and the elements.
 */
export async function seriousFindings(page: Page, asked: "all" | "colours"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(SOURCE);
  const options: RunOptions = {
    // The product's pages hold no frames, so axe need not be loaded into frames.
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
