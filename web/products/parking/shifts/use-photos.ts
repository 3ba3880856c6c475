import { useEffect, useRef, useState } from "react";
import type { FormState } from "#shared/form/use-form.ts";
import type { ShiftDraft } from "./rules/shift-draft.ts";
import { readPhoto } from "../photos/photo-file.ts";

export type Photos = {
  /** Takes what the file field holds after a choice or a removal. */
  handleChange: (files: readonly File[]) => void;
  /** Pictures are being read; they stand in the form once they are. */
  isReading: boolean;
  /** Names of the files of the last choice that are no readable pictures. */
  unreadable: readonly string[];
  /** Forgets what was said of the last choice. */
  forget: () => void;
};

/** The photos of the form: chosen pictures are read and scaled down before they join it, unreadable ones are named. */
export function usePhotos(form: FormState<ShiftDraft>): Photos {
  const [reading, setReading] = useState(0);
  const [unreadable, setUnreadable] = useState<readonly string[]>([]);
  const photos = useRef(form.values.photos);
  useEffect(() => {
    photos.current = form.values.photos;
  }, [form.values.photos]);

  function change(next: readonly File[]) {
    // Kept at once: a second picture may be read before the next render.
    photos.current = next;
    form.set("photos", next);
  }

  async function add(file: File) {
    try {
      const photo = await readPhoto(file);
      change([...photos.current, photo]);
    } catch {
      setUnreadable((names) => [...names, file.name]);
    } finally {
      setReading((count) => count - 1);
    }
  }

  function handleChange(files: readonly File[]) {
    const chosen = files.filter((file) => !photos.current.includes(file));
    setUnreadable([]);
    if (chosen.length === 0) return change(files);
    setReading((count) => count + chosen.length);
    for (const file of chosen) void add(file);
  }

  return { handleChange, isReading: reading > 0, unreadable, forget: () => setUnreadable([]) };
}
