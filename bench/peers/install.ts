// Installs the compared servers into a folder of its own: they are no part of the project and no dependency of it.
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installOutside, inWords } from "#tests/support/outside/outside-packages.ts";

/** The exact versions that are compared, about 200 MB. */
export const PEERS = { "parse-server": "9.9.0", fastify: "5.12.8" } as const;

/** Gives the folder with the peers, and installs them when they are missing. Throws with a text that names the remedy. */
export function installPeers(): string {
  const folder = process.env["PEERS_DIR"] ?? join(tmpdir(), "parkering-bench-peers");
  if (installOutside(folder, PEERS)) return folder;
  throw new Error(
    `npm could not install ${inWords(PEERS)}; it says why above. This part of the bench needs a registry once. Without one, install the two ` +
      `into a folder on another machine, bring it here and name it: PEERS_DIR=<folder> npm run bench -- peers.`,
  );
}
