// Parts of the build, as the built server sends them: every part may be kept for a year, since its name changes with its content.
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { makeDataDir, startBuilt } from "#tests/support/server/built-product.ts";

test("browsers keep every part of the front end", async () => {
  const { dataDir, remove } = makeDataDir("migrated");
  const product = await startBuilt(dataDir, { SEED: "none" });
  const parts = readdirSync("dist/web/assets").filter((name) => /\.(js|css|woff2|svg|png)$/.test(name));
  expect(parts.length).toBeGreaterThan(50);
  for (const part of parts) {
    const { headers } = await fetch(`${product.url}/assets/${part}`, { method: "HEAD" });
    expect([part, headers.get("cache-control")]).toEqual([part, "public, max-age=31536000, immutable"]);
  }
  await product.stop();
  remove();
});
