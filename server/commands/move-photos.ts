// `npm run move-photos -- FROM TO`: copies all photos to another place, while the server runs.
import { describeMove, movePhotos, openNamed } from "#server/backup/move-photos.ts";
import { projectFolder } from "#server/database/migrations/project-files.ts";
import { printTold } from "./command-line.ts";

const stop = new AbortController();
process.once("SIGINT", () => stop.abort(new Error("Stopped. Run it again: it goes on where it was.")));

await printTold(async () => {
  const [from, to, ...more] = process.argv.slice(2);
  if (from === undefined || to === undefined || more.length > 0)
    throw new Error("Name two places: npm run move-photos -- FROM TO (a folder, or s3://bucket/prefix)");
  const root = projectFolder();
  const [source, target] = [openNamed(from, process.env, root), openNamed(to, process.env, root)];
  if (source.address === target.address) throw new Error("Both are the same place.");
  return `${describeMove(await movePhotos(source, target, stop.signal), source, target)}\n`;
});
