// `npm run rotate-keys`: makes new secrets for signing, while the server runs, and logs nobody out.
import { rotateSecrets } from "#server/secrets.ts";
import { onSource, printTold } from "./command-line.ts";

const clock = (date: Date) => date.toISOString().replace("T", " ").slice(0, 19);

await printTold(async () => {
  const { usedFrom, oldEnd } = await onSource("rotate-keys", rotateSecrets);
  return (
    `New keys are made. Servers sign with them from ${clock(usedFrom)} UTC; what the old ones signed is good until ${clock(oldEnd)} UTC.\n` +
    "Nobody is logged out. Backups that hold the old keys are of no use to a thief after that.\n"
  );
});
