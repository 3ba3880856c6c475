// The last step of the build: makes the PostgreSQL of npm install ready to run, since a user who may only read the checkout cannot.
import { findBinaries } from "#server/database/embedded/binaries.ts";

try {
  await findBinaries(null);
} catch (error) {
  process.stdout.write(`${(error as Error).message}\n`);
}
