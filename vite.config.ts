import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Addresses that the server answers; in development they are passed on to it. */
const backend = ["/rest", "/auth/v1", "/storage", "/functions", "/config.json", "/healthz"];
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
      "/realtime": { target: server, ws: true },
    },
  },
});
