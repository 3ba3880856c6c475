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
        harden: "server/commands/harden.ts",
        "database-check": "server/commands/database-check.ts",
        programs: "server/commands/programs.ts",
        backup: "server/commands/backup.ts",
        restore: "server/commands/restore.ts",
        "rotate-keys": "server/commands/rotate-keys.ts",
        "factor-secrets": "server/commands/factor-secrets.ts",
        "database-adopt": "server/commands/database-adopt.ts",
        "upgrade-database": "server/commands/upgrade-database.ts",
        "move-photos": "server/commands/move-photos.ts",
        "photo-worker": "server/storage/photo-worker.js",
        "estimate-worker": "server/sign-in/estimate-worker.js",
      },
      output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js", format: "es" },
    },
  },
});
