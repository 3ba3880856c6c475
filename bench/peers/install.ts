// Installs what the product is compared with into a folder of its own: it is no part of the project and no dependency of it.
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installOutside, inWords } from "#tests/support/outside/outside-packages.ts";

/** The exact versions that are compared: about 200 MB. */
export const PEERS = { "parse-server": "9.9.0", fastify: "5.12.8" } as const;

/** Gives the folder in which the peers are installed; installs them when they are not there. Throws with a text that says what to do. */
export function installPeers(): string {
  const folder = process.env["PEERS_DIR"] ?? join(tmpdir(), "parkering-bench-peers");
  if (installOutside(folder, PEERS)) return folder;
  throw new Error(
    `npm could not install ${inWords(PEERS)}; it says why above. This part of the bench needs a registry once. Without one, install the two ` +
      `into a folder on another machine, bring it here and name it: PEERS_DIR=<folder> npm run bench -- peers.`,
  );
}
