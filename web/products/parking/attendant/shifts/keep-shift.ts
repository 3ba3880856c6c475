import type { NewShift } from "#data/shift_registrations/mutations.ts";
import { toast } from "#shared/feedback/toast.ts";
import { keepWaiting } from "#shared/offline/device-store.ts";
import { randomKey } from "#shared/random-key.ts";
import { newEntry } from "../queue/keep.ts";
import { queueTexts } from "../queue/queue-texts.ts";

type Keeping = {
  owner: string;
  /** The key of a shift with these contents. */
  keyOf: (row: object) => string;
  /** The stored text for a photo that has already arrived. */
  stored: (photo: File) => string | undefined;
  /** The path for a photo that has not arrived. */
  pathOf: (photo: File) => string;
};

/** Stores a shift with its photos on the device until there is a network (document 4 §6). @throws DeviceFull */
export async function keepShift(
  row: Omit<NewShift, "id" | "image_urls">,
  chosen: readonly File[],
  { owner, keyOf, stored, pathOf }: Keeping,
): Promise<void> {
  const files: { id: string; file: File }[] = [];
  const photos = chosen.map((photo) => {
    const known = stored(photo);
    if (known !== undefined) return known;
    const id = randomKey();
    files.push({ id, file: photo });
    return { file: id, path: pathOf(photo) };
  });
  // When all photos have arrived, the row may have been sent before, so it keeps the same key.
  const id = keyOf(files.length === 0 ? { ...row, image_urls: photos } : row);
  await keepWaiting(owner, [newEntry("shift", id, { row: { ...row, id }, photos })], files);
  toast.success(queueTexts.keptShift);
}
