// The reader of plates (document 4 §6a) on drawn scenes. `npm run bench -- camera`; CAMERA_SCENES (6000) is the number of scenes of each
// generator.
import { openNetworks } from "./camera/networks.ts";
import { drawOtherScene } from "./camera/other-scenes.ts";
import { printScenes, readScenes } from "./camera/read-scenes.ts";
import { COUNTED, drawScene, type Kind, KINDS, type Scene } from "./camera/scenes.ts";

const SCENES = Number(process.env["CAMERA_SCENES"] ?? 6000);
/** First seed; scenes of lower seeds were looked at while the reader was made. */
const FIRST_SEED = 1000;

async function* scenesOf(draw: (kind: Kind, seed: number) => Promise<Scene>): AsyncGenerator<Scene> {
  for (let seed = 0; seed < Math.ceil(SCENES / KINDS.length); seed += 1) {
    for (const kind of KINDS) yield await draw(kind, FIRST_SEED + seed);
  }
}

/** Measures and prints both tables. */
export async function measureCamera(): Promise<void> {
  const networks = await openNetworks();
  printScenes("Plates in drawn scenes", await readScenes(scenesOf(drawScene), networks), COUNTED);
  printScenes(
    "Plates in scenes of the second generator",
    await readScenes(scenesOf(drawOtherScene), networks),
    COUNTED,
  );
}
