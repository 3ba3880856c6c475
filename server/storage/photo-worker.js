// Decodes photos and writes them anew, in a process of its own (photo-process.ts starts it): libvips in C reads here what anybody sent, with
// no secret in its memory or environment. Plain JavaScript, so that Node runs it from the sources and from dist/ alike.
import { writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import sharp from "sharp";

sharp.cache(false);
sharp.concurrency(1);
// Other decoders stay shut, whatever a file says it is.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["Jpeg", "Png", "Webp", "Heif"].map((kind) => `VipsForeignLoad${kind}Buffer`) });

try {
  // Small calls go before photos, and this process goes first where memory ends.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  writeFileSync("/proc/self/oom_score_adj", "1000");
} catch {
  // A system that has none of this, or forbids it, decodes all the same.
}

/** Longest side of what is stored, in pixels. The product's screens send 1600. */
const EDGE = 4096;
const QUALITY = 85;

const WRITERS = {
  "image/jpeg": (photo) => photo.flatten({ background: "#fff" }).jpeg({ quality: QUALITY }),
  "image/webp": (photo) => photo.webp({ quality: QUALITY }),
  "image/png": (photo) => photo.png(),
};

/** A photo upright, of at most EDGE pixels, in sRGB and without what cameras and programs wrote beside the picture. */
const remake = ({ bytes, type, maxPixels }) =>
  WRITERS[type](
    sharp(bytes, { failOn: "error", limitInputPixels: maxPixels })
      .autoOrient()
      .resize({ width: EDGE, height: EDGE, fit: "inside", withoutEnlargement: true }),
  ).toBuffer();

process.on("message", (asked) => {
  void remake(asked).then(
    (bytes) => process.send({ bytes }),
    ({ message }) => process.send({ message }),
  );
});
process.send({ isReady: true });
