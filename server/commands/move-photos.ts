// `npm run move-photos -- FROM TO`: copies all photos to another place, while the server runs.
import { projectFolder } from "#server/database/migrations/project-files.ts";
import { movePhotos, openNamed, describeMove } from "#server/backup/move-photos.ts";

const stop = new AbortController();
process.once("SIGINT", () => stop.abort(new Error("Stopped. Run it again: it goes on where it was.")));
try {
  const [from, to, ...more] = process.argv.slice(2);
  if (from === undefined || to === undefined || more.length > 0)
    throw new Error("Name two places: npm run move-photos -- FROM TO (a folder, or s3://bucket/prefix)");
  const root = projectFolder();
  const [source, target] = [openNamed(from, process.env, root), openNamed(to, process.env, root)];
  if (source.address === target.address) throw new Error("Both are the same place.");
  process.stdout.write(`${describeMove(await movePhotos(source, target, stop.signal), source, target)}\n`);
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n\n`);
  process.exitCode = 1;
}
