import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Session } from "#session/store.ts";
import type { FormState } from "#shared/form/use-form.ts";
import { randomKey } from "#shared/random-key.ts";
import {
  forgetOldPhotos,
  forgetPhoto,
  keepPhoto,
  type KeptPhoto,
  readKeptPhotos,
} from "#parking/kernel/photos/kept-photos.ts";
import { readPhoto } from "#shared/photo-file.ts";
import type { ShiftDraft } from "./rules/shift-draft.ts";

export type Photos = {
  /** Takes the file field's content after a choice or a removal. */
  handleChange: (files: readonly File[]) => void;
  /** Whether pictures are being read; they join the form afterwards. */
  isReading: boolean;
  /** The names of unreadable files in the last choice. */
  unreadable: readonly string[];
  /** Deletes the photos on the device and the message about the last choice, because the form is finished. */
  forget: () => void;
};

/**
 * The photos of the form. Chosen pictures are read and scaled down before they join it; unreadable ones are named. They lie on the device
 * until the form is sent or discarded, like those of a fine.
 * @param name the form's name, as its draft has it
 */
export function usePhotos(form: FormState<ShiftDraft>, session: Session, name: string): Photos {
  const [reading, setReading] = useState(0);
  const [unreadable, setUnreadable] = useState<readonly string[]>([]);
  const photos = useRef(form.values.photos);
  useEffect(() => {
    photos.current = form.values.photos;
  }, [form.values.photos]);
  const device = useDevicePhotos(session, name, (found) => change([...found, ...photos.current]));

  function change(next: readonly File[]) {
    device.forget(photos.current.filter((photo) => !next.includes(photo)));
    // The value is stored at once, because a second picture may be read before the next render.
    photos.current = next;
    form.set("photos", next);
  }

  async function add(file: File) {
    try {
      const photo = await readPhoto(file);
      // A photo joins the form only after the device has stored it.
      await device.keep(photo);
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

  function forget() {
    device.forget(photos.current);
    setUnreadable([]);
  }

  return { handleChange, isReading: reading > 0, unreadable, forget };
}

/** Stores photos of a form on the device. @param onFound gets the photos that were already there, once. */
function useDevicePhotos(session: Session, name: string, onFound: (photos: readonly File[]) => void) {
  const keys = useRef(new Map<File, string>());
  const take = useEffectEvent((kept: readonly KeptPhoto[]) => {
    const known = new Set(keys.current.values());
    const found = kept.filter(({ id }) => !known.has(id));
    for (const { file, id } of found) keys.current.set(file, id);
    if (found.length > 0) onFound(found.map(({ file }) => file));
  });
  useEffect(() => {
    let isGone = false;
    void forgetOldPhotos()
      .then(() => readKeptPhotos(session, name))
      .then((kept) => !isGone && take(kept));
    return () => {
      isGone = true;
    };
  }, [session, name]);
  return {
    keep: (file: File) => {
      const id = randomKey();
      keys.current.set(file, id);
      const takenAt = new Date().toISOString();
      return keepPhoto(session, { id, fineId: name, file, sha256: "", takenAt, category: null }, false);
    },
    forget: (files: readonly File[]) => {
      for (const file of files) void forgetPhoto(keys.current.get(file) ?? "");
    },
  };
}
