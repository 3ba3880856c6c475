// After `vite build`: index.html of each front end gets the landing page drawn and its styles and first scripts inlined, case.html and
// case-of-key.html what is the same in every driver's page, receipt.html what is in every receipt's; the visitor's form, the logins and the
// listings are drawn for a first visit. Every other address starts from app.html, which is empty and
// fetches the table of screens early. The first paint of a page needs no second request then.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createServer } from "vite";

/** The front end of each profile; a login may look different. */
const FOLDERS = { specified: "dist/web", hardened: "dist/web-hardened" };
/** Script that hides the drawn sign-in from visitors who are logged in (web/app/cover.js); after 4 s it shows the page as it is. */
const COVER_STYLE =
  "[data-covered] #root{visibility:hidden;animation:uncover 0s 4s forwards}@keyframes uncover{to{visibility:visible}}";
/** A drawn form's times are those of the build, and stay hidden until the page is alive (web/shared/first-now.ts). */
const CLOCK_STYLE = '[data-drawn] :is([data-clock],[id$="-shown"],[name$="_time"]){visibility:hidden}';

/** Draws the pages with the application's own code, as a profile's build holds it. */
async function draw(profile) {
  // The configuration of Vite reads the profile from here.
  process.env.SECURITY_PROFILE = profile;
  const vite = await createServer({
    mode: "production",
    logLevel: "error",
    appType: "custom",
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const { renderLanding, renderDriver, renderReceipt, renderFrames } = await vite.ssrLoadModule("/app/prerender.tsx");
    const inBoth = async (of) => ({ sv: await renderDriver(of, "sv"), en: await renderDriver(of, "en") });
    // The result is awaited here, since the drawing loads code while it runs.
    const [lookUp, ofKey] = [await inBoth("look-up"), await inBoth("case")];
    const [landing, receipt, frames] = [await renderLanding(), await renderReceipt(), await renderFrames()];
    return { landing, lookUp, ofKey, receipt, frames };
  } finally {
    await vite.close();
  }
}

const LINK = /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/;

/**
 * Replaces the only match of a pattern.
 * @throws Error when nothing matches, so that a changed page is noticed.
 */
function replaceOnce(html, pattern, replacement, what) {
  if (!pattern.test(html)) throw new Error(`prerender: ${what} not found in the page`);
  return html.replace(pattern, () => replacement);
}

/**
 * The page with its drawing, its styles and its first scripts inside. The link to the stylesheet stays, switched off: Vite fetches the styles
 * of the parts that it loads, unless the page names them. A script makes it, because Chromium fetches one that stands in the page.
 */
function assemble(page, { drawn, styles, scripts, links, afterPaint }) {
  let html = replaceOnce(page, /<script src="\/theme\.js"><\/script>/, `<script>${scripts}</script>`, "theme.js");
  const [, href] = LINK.exec(html);
  const link = `{ rel: "stylesheet", disabled: true, href: "${href}" }`;
  const named = `<script>document.head.append(Object.assign(document.createElement("link"), ${link}))</script>`;
  html = replaceOnce(html, LINK, `<style>${styles}</style>\n    ${named}`, "stylesheet");
  html = replaceOnce(html, /<\/head>/, `  ${links}\n  </head>`, "head");
  html = replaceOnce(html, /<div id="root"><\/div>/, `<div id="root">${drawn}</div>`, "#root");
  return drawn === "" ? html : waitForPaint(html, afterPaint);
}

/** The page whose scripts, the entry first, are links that do nothing until web/app/after-paint.js lets them. */
function waitForPaint(page, afterPaint) {
  const entry = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
  const [, src] = entry.exec(page) ?? [];
  let html = replaceOnce(page, entry, `<link data-rel="modulepreload" crossorigin href="${src}">`, "entry");
  html = html.replaceAll('<link rel="modulepreload"', '<link data-rel="modulepreload"');
  return replaceOnce(html, /<\/body>/, `<script>${afterPaint}</script>\n  </body>`, "body");
}

/** The landing page is English. */
const inEnglish = (page) => replaceOnce(page, /<html lang="sv">/, '<html lang="en">', "language");

/** Head of a page whose address opens something: search engines leave it out, and no request names its address. */
function unlisted(page, { title }) {
  const metas = '<meta name="robots" content="noindex" />\n    <meta name="referrer" content="no-referrer" />';
  return replaceOnce(page, /<title>[^<]*<\/title>/, `${metas}\n    <title>${title}</title>`, "title");
}

/** A page for a first visit, with the accent of its product. */
function ofFrame(page, { title, lang, product }, firstVisit) {
  const accent = product === undefined ? "" : ` data-product="${product}"`;
  let html = replaceOnce(page, /<html lang="sv">/, `<html lang="${lang}"${accent} data-drawn>`, "language");
  html = replaceOnce(html, /<title>[^<]*<\/title>/, `<title>${title}</title>`, "title");
  return replaceOnce(html, /<div id="root"><\/div>/, `<div id="root"></div><script>${firstVisit}</script>`, "#root");
}

/** A driver's page: Swedish, with the English drawing beside it (web/app/other-language.js). */
function ofDriver(page, { sv, en }, otherLanguage) {
  const other = `<template id="drawn-en" title="${en.title}">${en.drawn}</template><script>${otherLanguage}</script>`;
  return replaceOnce(unlisted(page, sv), /<div id="root"><\/div>/, `<div id="root"></div>${other}`, "#root");
}

/** Links that fetch the code of drawn parts early, with their imports: the parts only have to come alive. */
function preload(manifest, parts, page) {
  const files = new Set();
  const collect = (key) => {
    // A room's chunk has no source of its own (tools/chunks.mjs).
    const chunk = manifest[key] ?? Object.values(manifest).find(({ name }) => name === key);
    if (chunk === undefined) throw new Error(`prerender: ${key} is not in the manifest`);
    if (!files.has(chunk.file)) {
      files.add(chunk.file);
      for (const imported of chunk.imports ?? []) collect(imported);
    }
  };
  for (const part of parts) collect(part);
  const missing = [...files].filter((file) => !page.includes(`"/${file}"`));
  return missing.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join("\n    ");
}

/** The page with its icon inside: one request fewer of each first visit. */
const withIcon = (page, icon) =>
  replaceOnce(page, /"\/favicon\.svg"/, `"data:image/svg+xml,${encodeURIComponent(icon.trim())}"`, "icon");

/** The link that fetches the font before the browser reads the styles that name it. */
function preloadFont(manifest) {
  const font = manifest["index.html"].assets?.find((file) => file.endsWith(".woff2"));
  if (font === undefined) throw new Error("prerender: the page has no font");
  return `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">`;
}

const read = (path) => readFile(path, "utf8");

/** Chunk that every address except the landing page needs: the table of screens, and the parts that screens share. */
const TABLE = "kernel";
const LOOK_UP = "products/parking/driver/driver-case-screen.tsx";
/** Scripts with which a case and a receipt ask for their facts at once. */
const FACTS = "../node_modules/@supabase/supabase-js/dist/index.mjs";
const OF_KEY = ["products/parking/driver/case-of-key.tsx", FACTS];
const RECEIPT = "products/parking/visitor/receipts/receipt-screen.tsx";

/** Lays the drawings into the pages of a front end. */
async function prerender(folder, drawn) {
  const page = withIcon(await read(join(folder, "index.html")), await read("web/public/favicon.svg"));
  const stylesheet = LINK.exec(page)?.[1];
  if (stylesheet === undefined) throw new Error("prerender: the page has no stylesheet");
  const manifest = JSON.parse(await read(join(folder, ".vite/manifest.json")));
  const [theme, early, cover, otherLanguage, firstVisit, afterPaint] = await Promise.all(
    [
      "web/public/theme.js",
      "web/app/early.js",
      "web/app/cover.js",
      "web/app/other-language.js",
      "web/app/first-visit.js",
      "web/app/after-paint.js",
    ].map(read),
  );
  const styles = (await read(join(folder, stylesheet))).trim();
  const links = (...parts) => `${preloadFont(manifest)}\n    ${preload(manifest, parts, page)}`;
  const driver = (pair, ...parts) =>
    assemble(ofDriver(page, pair, otherLanguage), {
      links: links(TABLE, LOOK_UP, ...parts),
      drawn: pair.sv.drawn,
      styles,
      scripts: theme + early,
      afterPaint,
    });
  const pages = {
    "index.html": assemble(inEnglish(page), {
      links: links("products/main-site/landing/signed-out.tsx"),
      drawn: drawn.landing,
      styles: styles + COVER_STYLE,
      scripts: theme + early + cover,
      afterPaint,
    }),
    "case.html": driver(drawn.lookUp),
    "case-of-key.html": driver(drawn.ofKey, ...OF_KEY),
    "receipt.html": assemble(unlisted(page, drawn.receipt), {
      links: links(TABLE, RECEIPT, FACTS),
      drawn: drawn.receipt.drawn,
      styles,
      scripts: theme + early,
      afterPaint,
    }),
    "app.html": assemble(page, { links: links(TABLE), drawn: "", styles, scripts: theme }),
  };
  for (const [name, frame] of Object.entries(drawn.frames)) {
    pages[`${name}.html`] = assemble(ofFrame(page, frame, firstVisit), {
      links: links(TABLE, frame.screen),
      drawn: frame.drawn,
      styles: styles + CLOCK_STYLE,
      scripts: theme + early,
      afterPaint,
    });
  }
  for (const [name, html] of Object.entries(pages)) {
    await writeFile(join(folder, name), html);
    console.log(`prerendered ${join(folder, name)}: ${(html.length / 1024).toFixed(1)} kB`);
  }
}

process.env.NODE_ENV = "production";
for (const [profile, folder] of Object.entries(FOLDERS)) await prerender(folder, await draw(profile));
// The code that was drawn may leave something open that would keep the process alive.
process.exit();
