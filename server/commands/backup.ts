// `npm run backup -- FILE`: one file with all rows and photos, made while the server runs. Options make it in a folder, and check it
// afterwards.
import { backUp, backUpAndKeep } from "#server/backup/back-up.ts";
import { verify } from "#server/backup/restore.ts";
import { runCommand } from "./command-line.ts";

const USAGE = `npm run backup -- FILE               makes a backup
npm run backup -- --keep 14 FOLDER   makes one in the folder, and removes the oldest ones there beyond 14
npm run backup -- --verify FILE      restores it into a folder that is thrown away, and compares`;

await runCommand(
  USAGE,
  (given, { keep, verify: isVerified }) => {
    if (isVerified === true) return verify(given);
    if (keep === undefined) return backUp(given);
    if (!/^[1-9]\d{0,5}$/.test(String(keep)))
      throw new Error(`--keep takes how many backups stay, 1 or more.\n${USAGE}`);
    return backUpAndKeep(given, Number(keep));
  },
  { keep: { type: "string" }, verify: { type: "boolean" } },
);
