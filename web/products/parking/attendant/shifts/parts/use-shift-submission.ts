import { useRef, useState } from "react";
import { type Acting, useActingOnDevice } from "#data/acting.ts";
import { DataError, isUnreachable, messageOf } from "#data/data-error.ts";
import { useInsertShift } from "#data/shift_registrations/mutations.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { photoFolder, storePhoto } from "#session/photos.ts";
import type { Session } from "#session/store.ts";
import type { Log } from "#session/actions/use-activity-log.ts";
import { isOutOfReach, noteReach } from "#shared/offline/reach.ts";
import type { ProjectId } from "#shared/paths.ts";
import { randomKey } from "#shared/random-key.ts";
import { nextTimestamp, photoPath } from "../rules/photo-path.ts";
import { keepShift } from "../keep-shift.ts";
import type { FilledShift } from "../rules/shift-draft.ts";
import { shiftTexts } from "../shift-texts.ts";

/** A photo could not be stored; the message is the service's own. */
class UploadError extends Error {}

const texts = shiftTexts.form;

const useRegisterShift = defineAction({
  mutation: useInsertShift,
  done: () => ({ text: texts.success, description: texts.successMore }),
  failed: (error) => (error instanceof UploadError ? texts.uploadFailed(error.message) : texts.failed),
  log: {
    name: "shift_registration_submitted",
    about: ({ id, rating, image_urls }) => ({ shift_id: id, rating, images: image_urls.length }),
  },
});

type Sender = { session: Session; project: ProjectId; log: Log; replaces: string | undefined };

export type Progress = { done: number; total: number };

/** Stores photos of shifts, and remembers those that arrived, so that a retry sends only the rest. */
function useStoredPhotos(acting: Acting, session: Session) {
  const [progress, setProgress] = useState<Progress>();
  const arrived = useRef(new WeakMap<File, string>());
  const pathOf = (photo: File) => photoPath(photoFolder(session), nextTimestamp(), photo.name);

  /** Stores the photos that are not stored yet. All are tried, so that a retry has less to do. */
  async function store(photos: readonly File[]): Promise<string[]> {
    const count = () =>
      setProgress({ done: photos.filter((p) => arrived.current.has(p)).length, total: photos.length });
    count();
    const results = await Promise.allSettled(
      photos.map(async (photo) => {
        const stored = arrived.current.get(photo) ?? (await storePhoto(acting, session, pathOf(photo), photo));
        arrived.current.set(photo, stored);
        count();
        return stored;
      }),
    );
    setProgress(undefined);
    return results.map((result) => {
      if (result.status === "fulfilled") return result.value;
      const { reason } = result;
      // The form shows in our own words when to try again.
      if (reason instanceof DataError && (reason.code === "rate-limited" || isUnreachable(reason))) throw reason;
      throw new UploadError(messageOf(reason));
    });
  }

  return { progress, store, pathOf, stored: (photo: File) => arrived.current.get(photo) };
}

/**
 * Sends a shift: first its photos, then its row; shows the result and logs it. Without a network the shift waits on the device.
 * @param sentHere gets the key of each shift before it is sent.
 */
export function useShiftSubmission({ session, project, log, replaces }: Sender, sentHere: Set<string>) {
  const acting = useActingOnDevice();
  const register = useRegisterShift({ log });
  const { progress, store, pathOf, stored } = useStoredPhotos(acting, session);
  const unanswered = useRef<{ content: string; id: string }>(undefined);

  /** The key of a shift: the same for the same contents, until the shift is known to be registered. */
  function keyOf(shift: object): string {
    const content = JSON.stringify(shift);
    if (unanswered.current?.content !== content) unanswered.current = { content, id: randomKey() };
    sentHere.add(unanswered.current.id);
    return unanswered.current.id;
  }

  const rowOf = ({ shift }: FilledShift) => ({
    ...shift,
    attendant_user_id: session.userId,
    project_id: project ?? null,
    ...(replaces !== undefined && { replaces_id: replaces }),
  });

  const keep = (filled: FilledShift, owner: string) =>
    keepShift(rowOf(filled), filled.photos, { owner, keyOf, stored, pathOf });

  async function sendNow(filled: FilledShift): Promise<void> {
    const row = { ...rowOf(filled), image_urls: await store(filled.photos) };
    await register.submit({ ...row, id: keyOf(row) });
    noteReach(true);
  }

  async function send(filled: FilledShift): Promise<void> {
    const { owner, isOpen } = acting.device;
    try {
      if (isOpen() && isOutOfReach()) await keep(filled, owner);
      else await sendNow(filled);
    } catch (error) {
      if (!isOpen() || !isUnreachable(error)) throw error;
      noteReach(false);
      await keep(filled, owner);
    }
    unanswered.current = undefined;
  }

  return { send, failed: register.failed, progress };
}
