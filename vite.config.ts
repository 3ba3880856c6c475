import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
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

/** Which profile's front end is built or served (web/session/profile.ts); it goes to a folder of its own. */
const profile = process.env["SECURITY_PROFILE"] === "hardened" ? "hardened" : "specified";

export default defineConfig(({ command }) => ({
  root: "web",
  define: { "import.meta.env.VITE_SECURITY_PROFILE": JSON.stringify(profile) },
  plugins: [react(), tailwindcss(), fontMetrics()],
  resolve: { alias: command === "build" ? productionRouter : [] },
  build: {
    outDir: profile === "hardened" ? "../dist/web-hardened" : "../dist/web",
    emptyOutDir: true,
    target: "es2022",
    manifest: true,
    // Never inline files as data addresses: the long-lived cache serves them better.
    assetsInlineLimit: 0,
    // What every screen needs and releases seldom change, in one file: it compresses best so and stays in the browser's cache.
    rolldownOptions: {
      output: {
        // The start holds the names of all parts. What several parts share has no name of its own worth half a kilobyte there.
        chunkFileNames: ({ name, isDynamicEntry }) =>
          `assets/${isDynamicEntry || name === "framework" ? name.replace(/-screen$/, "") : "p"}-[hash:7].js`,
        codeSplitting: {
          groups: [{ name: "framework", test: /node_modules[/](react|react-dom|scheduler|react-router)[/]/ }],
        },
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
