// After `vite build`: index.html of each front end gets the landing page drawn and its styles and first scripts inlined; every
// other address starts from app.html, which fetches the table of screens early. The largest paint of the landing page needs no second request then.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createServer } from "vite";

/** The front end of each profile; their landing pages look alike. */
const FOLDERS = ["dist/web", "dist/web-hardened"];
/** Hides the drawn sign-in from visitors who are in already (web/app/cover.js); after 4 s it shows whatever there is. */
const COVER_STYLE =
  "[data-covered] #root{visibility:hidden;animation:uncover 0s 4s forwards}@keyframes uncover{to{visibility:visible}}";

/** Draws the landing page with the application's own code. */
async function renderLanding() {
  const vite = await createServer({
    mode: "production",
    logLevel: "error",
    appType: "custom",
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const { renderLanding: render } = await vite.ssrLoadModule("/app/prerender.tsx");
    // Awaited here: the drawing loads code while it runs.
    return await render();
  } finally {
    await vite.close();
  }
}

/** Replaces the one match of a pattern. @throws Error when it is not there, so that a changed page is noticed. */
function replaceOnce(html, pattern, replacement, what) {
  if (!pattern.test(html)) throw new Error(`prerender: ${what} not found in the page`);
  return html.replace(pattern, () => replacement);
}

/** The page with the drawn landing page, which is English, its styles and first scripts inside. */
function assemble(page, { drawn, styles, scripts, links }) {
  let html = replaceOnce(page, /<html lang="sv">/, '<html lang="en">', "language");
  html = replaceOnce(html, /<script src="\/theme\.js"><\/script>/, `<script>${scripts}</script>`, "theme.js");
  html = replaceOnce(html, /<link rel="stylesheet"[^>]*>/, `<style>${styles}</style>`, "stylesheet");
  html = replaceOnce(html, /<\/head>/, `  ${links}\n  </head>`, "head");
  return replaceOnce(html, /<div id="root"><\/div>/, `<div id="root">${drawn}</div>`, "#root");
}

/** Links that fetch the code of a part early, with what it imports: it is drawn already and only has to come alive. */
function preload(manifest, part, page) {
  const files = new Set();
  const collect = (key) => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`prerender: ${key} is not in the manifest`);
    if (!files.has(chunk.file)) {
      files.add(chunk.file);
      for (const imported of chunk.imports ?? []) collect(imported);
    }
  };
  collect(part);
  const missing = [...files].filter((file) => !page.includes(`"/${file}"`));
  return missing.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join("\n    ");
}

/** The link that fetches the font before the styles that name it are read. */
function preloadFont(manifest) {
  const font = manifest["index.html"].assets?.find((file) => file.endsWith(".woff2"));
  if (font === undefined) throw new Error("prerender: the page has no font");
  return `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">`;
}

const read = (path) => readFile(path, "utf8");

/** Lays the drawn landing page into one front end. */
async function prerender(folder, drawn) {
  const page = await read(join(folder, "index.html"));
  const stylesheet = /<link rel="stylesheet"[^>]*href="([^"]+)"/.exec(page)?.[1];
  if (stylesheet === undefined) throw new Error("prerender: the page has no stylesheet");
  const manifest = JSON.parse(await read(join(folder, ".vite/manifest.json")));
  const font = preloadFont(manifest);
  const html = assemble(page, {
    links: `${font}\n    ${preload(manifest, "products/main-site/account/account-card.tsx", page)}`,
    drawn,
    styles: (await read(join(folder, stylesheet))).trim() + COVER_STYLE,
    scripts: (await read("web/public/theme.js")) + (await read("web/app/cover.js")),
  });
  // All other addresses need the table of screens first.
  const app = replaceOnce(
    page,
    /<\/head>/,
    `  ${font}\n    ${preload(manifest, "app/screens.tsx", page)}\n  </head>`,
    "head",
  );
  await writeFile(join(folder, "app.html"), app);
  await writeFile(join(folder, "index.html"), html);
  console.log(`prerendered ${join(folder, "index.html")}: ${(html.length / 1024).toFixed(1)} kB`);
}

process.env.NODE_ENV = "production";
const drawn = await renderLanding();
for (const folder of FOLDERS) await prerender(folder, drawn);
