// Parts of the build, as the built server sends them: every part may be kept for a year, since its name changes with its content, and none is
// asked for in vain.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
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
  // An address that is no page, as /healthz and a photo, names no icon: browsers ask for this one then.
  const icon = await fetch(`${product.url}/favicon.ico`);
  expect([icon.status, icon.headers.get("content-type")]).toEqual([200, "image/x-icon"]);
  await product.stop();
  remove();
});

/** The files that a file of the build names: addresses from the root, and parts beside it. */
function namedBy(folder: string, file: string): string[] {
  const text = readFileSync(join(folder, file), "utf8");
  const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, named = ""]) => named);
  if (file.endsWith(".html")) return found(/(?:href|src)="(\/[^"#?]*\.\w+)"/g);
  if (file.endsWith(".webmanifest")) return found(/"src": "([^"]+)"/g);
  const beside = found(
    file.endsWith(".css") ? /url\(["']?([^"')]+)/g : /["'`](\.\/[\w.-]+\.(?:js|css|woff2|svg|png|wasm|onnx))["'`]/g,
  );
  return [
    ...beside
      .filter((named) => !/^(data|https?):/.test(named))
      .map((named) => (named.startsWith("/") ? named : join(dirname(file), named))),
    // The list of the worker that keeps the application for a phone without a network.
    ...found(/[{,]url:"([^"]+)"/g),
    ...found(/["'`]\/?(assets\/[\w./-]+\.\w+)["'`]/g),
  ];
}

// Spec rules §10: Nothing of a
test.each(["dist/web", "dist/web-hardened"])("nothing of %s names a file that is not there", (folder) => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const named = files
    .filter((file) => /\.(html|webmanifest|js|css)$/.test(file))
    .flatMap((file) => namedBy(folder, file).map((name) => [file, name] as const));
  expect(named.length).toBeGreaterThan(1000);
  const missing = named.filter(
    ([, name]) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile() !== true,
  );
  expect(missing).toEqual([]);
});
