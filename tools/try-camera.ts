// `npm run camera:try -- FOLDER`: reads the pictures of a folder that are named by their plates (ABC123.jpg, ABC123-rain.jpg, ABC123_2.png)
// and prints how many are right. The part of a name behind the plate is the picture's kind. No picture leaves the machine.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { openNetworks } from "../bench/camera/networks.ts";
import { printScenes, readScenes } from "../bench/camera/read-scenes.ts";

const PICTURE = /^([A-ZÅÄÖ0-9 ]+?)(?:[-_](.+))?\.(?:jpe?g|png|webp)$/i;
/** Pictures as the application's camera gives them. */
const LARGEST = 1280;

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error("Name a folder of pictures named by their plates: npm run camera:try -- FOLDER");
  process.exit(1);
}
const names = (await readdir(folder)).filter((name) => PICTURE.test(name)).toSorted();
if (names.length === 0) {
  console.error(`No picture in ${folder} is named by a plate, such as ABC123.jpg or ABC123-rain.jpg.`);
  process.exit(1);
}

async function* pictures(from: string) {
  for (const name of names) {
    const [, plate = "", kind = "pictures"] = PICTURE.exec(name) ?? [];
    const { data, info } = await sharp(join(from, name))
      .rotate()
      .resize(LARGEST, LARGEST, { fit: "inside", withoutEnlargement: true })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const frame = { width: info.width, height: info.height, data: new Uint8ClampedArray(data) };
    yield { kind: /^\d*$/.test(kind) ? "pictures" : kind, plate: plate.replaceAll(" ", "").toUpperCase(), frame };
  }
}

printScenes(folder, await readScenes(pictures(folder), await openNetworks()), []);
