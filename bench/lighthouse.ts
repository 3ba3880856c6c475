// Lighthouse's mobile setting (a simulated slow 4G, a processor four times slower) on public pages. It is no dependency of the project, and
// is installed into a folder of its own.
import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { installOutside, inWords } from "#tests/support/outside/outside-packages.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";
import playwrightConfig from "../playwright.config.ts";
import { type Figure, median } from "./table.ts";

const LIGHTHOUSE = { lighthouse: "12.8.2" } as const;
const PAGES = ["/", "/ostra-hamnen/start-parking", "/case", "/YSTAD", "/ASE", "/721075"];
const RUNS = 3;
const LARGEST_REPORT = 64 * 1024 * 1024;

type Report = {
  categories: Record<"performance" | "accessibility", { score: number }>;
  audits: Record<
    "largest-contentful-paint" | "network-requests",
    { numericValue: number; details: { items: unknown[] } }
  >;
};

/** Medians of each page's figures. Targets: performance 95, accessibility 100, largest paint 2.0 s. Without a registry one row says so. */
export async function measureLighthouse({ url }: RunningProduct): Promise<Figure[]> {
  const folder = process.env["LIGHTHOUSE_DIR"] ?? join(tmpdir(), "parkering-bench-lighthouse");
  if (!installOutside(folder, LIGHTHOUSE))
    return [{ what: "Lighthouse", value: "-", note: `npm could not install ${inWords(LIGHTHOUSE)}` }];
  const figures: Figure[] = [];
  for (const path of PAGES) {
    const reports: Report[] = [];
    for (let run = 0; run < RUNS; run += 1) reports.push(await report(folder, url + path));
    const of = (read: (one: Report) => number) => median(reports.map(read));
    const score = (category: "performance" | "accessibility") =>
      String(Math.round(100 * of(({ categories }) => categories[category].score)));
    const paint = of(({ audits }) => audits["largest-contentful-paint"].numericValue);
    const requests = of(({ audits }) => audits["network-requests"].details.items.length);
    figures.push({
      what: `${path}, Lighthouse mobile: performance`,
      value: score("performance"),
      note: `largest paint ${(paint / 1000).toFixed(2)} s, accessibility ${score("accessibility")}, ${requests} requests`,
    });
  }
  return figures;
}

async function report(folder: string, address: string): Promise<Report> {
  const options = ["--output=json", "--quiet", "--only-categories=performance,accessibility"];
  const flags = "--chrome-flags=--headless=new --no-sandbox --disable-gpu";
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(folder, "node_modules/lighthouse/cli/index.js"), address, ...options, flags],
    {
      env: { ...process.env, CHROME_PATH: playwrightConfig.use?.launchOptions?.executablePath ?? "" },
      maxBuffer: LARGEST_REPORT,
    },
  );
  return JSON.parse(stdout) as Report;
}
