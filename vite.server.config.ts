// Builds the server and its commands into dist/server; packages stay outside and are loaded from node_modules.
import { defineConfig } from "vite";

export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: "dist/server",
    emptyOutDir: true,
    target: "node20",
    sourcemap: true,
    rollupOptions: {
      input: {
        main: "server/main.ts",
        harden: "server/harden.ts",
        "database-check": "server/database-check.ts",
        programs: "server/programs.ts",
        backup: "server/backup.ts",
        restore: "server/restore.ts",
        "rotate-keys": "server/rotate-keys.ts",
        "factor-secrets": "server/factor-secrets.ts",
        "database-adopt": "server/database-adopt.ts",
        "upgrade-database": "server/upgrade-database.ts",
        "move-photos": "server/move-photos.ts",
        "photo-worker": "server/storage/photo-worker.js",
        "estimate-worker": "server/sign-in/estimate-worker.js",
      },
      output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js", format: "es" },
    },
  },
});
