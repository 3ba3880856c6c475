// A process that holds the embedded database of a folder until SIGTERM, so that tests can kill it.
import { pino } from "pino";
import { startEmbedded } from "#server/database/embedded/embedded.ts";

const [dataDir = ""] = process.argv.slice(2);
const database = await startEmbedded({ dataDir, log: pino({ level: "silent" }) });
process.once("SIGTERM", () => void database.stop());
console.log(database.url);
