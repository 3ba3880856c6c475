// Decodes photos and writes them anew, in a process of its own (photo-process.ts starts it): libvips in C reads here bytes that anybody
// sent, with no secret in its memory or environment. The file is plain JavaScript, so that Node runs it from the sources and from dist/
// alike.
import { writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import sharp from "sharp";

sharp.cache(false);
sharp.concurrency(1);
// All other decoders are switched off, whatever a file says it is.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["Jpeg", "Png", "Webp", "Heif"].map((kind) => `VipsForeignLoad${kind}Buffer`) });

try {
  // Small calls go before photos, and when memory ends this process is killed first.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  writeFileSync("/proc/self/oom_score_adj", "1000");
} catch {
  // A system that lacks these settings, or forbids them, decodes all the same.
}

/** Longest side of a stored photo, in pixels. The product's screens send 1600. */
const EDGE = 4096;
const QUALITY = 85;

const WRITERS = {
  "image/jpeg": (photo) => photo.flatten({ background: "#fff" }).jpeg({ quality: QUALITY }),
  "image/webp": (photo) => photo.webp({ quality: QUALITY }),
  "image/png": (photo) => photo.png(),
};

/** Makes a photo upright, of at most EDGE pixels, in sRGB and without the metadata of cameras and programs. */
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
