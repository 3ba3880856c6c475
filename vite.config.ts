import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { CHUNKS } from "./tools/chunks.mjs";
import { refuseUnlisted } from "./tools/sbom.mjs";
import { shellFiles } from "./tools/shell-files.mjs";
import { KEPT_SIGNS } from "./web/products/parking/attendant/camera/reading/signs.ts";
import { writePlateModels } from "./tools/plate-models.mjs";
import { fontMetrics } from "./tools/font-metrics.mjs";

/** What addresses that the server answers begin with; in development they are passed on to it. `/auth` is a page, and so is `/rest`. */
const backend = ["/rest/v1/", "/auth/v1/", "/storage/v1/", "/functions/v1/", "/config.json", "/healthz", "/readyz"];
const server = process.env["BACKEND_URL"] ?? "http://127.0.0.1:3000";

/** The package's exports give its development build to everybody: its warnings are of no use to a visitor and over half a kilobyte. */
const productionRouter = [
  { find: /^react-router$/, replacement: routerFile("index.mjs") },
  { find: /^react-router\/dom$/, replacement: routerFile("dom-export.mjs") },
];

function routerFile(name: string): string {
  return fileURLToPath(new URL(`node_modules/react-router/dist/production/${name}`, import.meta.url));
}

/** Which profile's front end is built or served (web/session/profile/profile.ts); it goes to a folder of its own. */
const profile = process.env["SECURITY_PROFILE"] === "hardened" ? "hardened" : "specified";

const outDir = profile === "hardened" ? "dist/web-hardened" : "dist/web";

/** Names what was built (tools/build.mjs), and is the revision of its pages, which are drawn after this. */
const build = process.env["BUILD_ID"] ?? "none";

const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8")) as { version: string };

/** What opens without a network (document 4 §6). A new one waits until the page lets it take over (web/products/parking/kernel/page/new-version.ts). */
const serviceWorker = VitePWA({
  manifest: false,
  injectRegister: false,
  includeManifestIcons: false,
  workbox: {
    globPatterns: ["assets/**", "theme.js", "favicon.svg", "*.webmanifest", "icon-*.png"],
    // The reader of plates comes when somebody asks for it (web/shared/offline/plate-reader-files.ts).
    globIgnores: ["**/*.map", "**/*.onnx", "**/*.wasm", "assets/plate-reader.worker-*"],
    dontCacheBustURLsMatching: /^assets\//,
    additionalManifestEntries: [{ url: "/app.html", revision: build }],
    manifestTransforms: [
      (entries) => {
        const files = shellFiles(JSON.parse(readFileSync(join(outDir, ".vite/manifest.json"), "utf8")));
        return { manifest: entries.filter(({ url }) => !url.startsWith("assets/") || files.has(url)), warnings: [] };
      },
    ],
    // Only the attendants' screens: every other page, the login too, is the server's, so that nobody meets an old one there.
    navigateFallback: "/app.html",
    navigateFallbackAllowlist: [
      /^(\/[^/]+)?\/(attendant-dashboard|generate-ticket|create-report|shift-registration)(\/|\?|$)/i,
    ],
    cleanupOutdatedCaches: true,
    clientsClaim: true,
    skipWaiting: false,
    inlineWorkboxRuntime: true,
    sourcemap: false,
  },
});

writePlateModels(KEPT_SIGNS);

export default defineConfig(({ command }) => ({
  root: "web",
  define: {
    "import.meta.env.VITE_SECURITY_PROFILE": JSON.stringify(profile),
    "import.meta.env.VITE_VERSION": JSON.stringify(version),
  },
  plugins: [react(), tailwindcss(), fontMetrics(), serviceWorker, refuseUnlisted()],
  resolve: { alias: command === "build" ? productionRouter : [] },
  build: {
    outDir: `../${outDir}`,
    emptyOutDir: true,
    target: "es2022",
    manifest: true,
    // Never inline files as data addresses: the long-lived cache serves them better.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // The start holds the names of all parts. What several parts share has no name of its own worth half a kilobyte there.
        chunkFileNames: ({ name, isDynamicEntry }) =>
          `assets/${isDynamicEntry || name === "framework" ? name.replace(/-screen$/, "") : "p"}-[hash:7].js`,
        codeSplitting: CHUNKS,
      },
    },
  },
  server: {
    proxy: {
      ...Object.fromEntries(backend.map((path) => [path, server])),
      "/realtime/v1/": { target: server, ws: true },
    },
  },
}));
