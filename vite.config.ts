import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** What addresses that the server answers begin with; in development they are passed on to it. `/auth` is a page, and so is `/rest`. */
const backend = ["/rest/v1/", "/auth/v1/", "/storage/v1/", "/functions/v1/", "/config.json", "/healthz"];
const server = process.env["BACKEND_URL"] ?? "http://127.0.0.1:3000";

export default defineConfig({
  root: "web",
  plugins: [react(), tailwindcss()],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "es2022",
    manifest: true,
    // Never inline files as data addresses: the long-lived cache serves them better.
    assetsInlineLimit: 0,
  },
  server: {
    proxy: {
      ...Object.fromEntries(backend.map((path) => [path, server])),
      "/realtime/v1/": { target: server, ws: true },
    },
  },
});
