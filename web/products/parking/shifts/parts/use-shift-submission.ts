import { useRef, useState } from "react";
import { DataError, messageOf } from "#data/data-error.ts";
import { useInsertShift } from "#data/shift_registrations/mutations.ts";
import { defineAction } from "#session/define-action.ts";
import { photoFolder, storePhoto } from "#session/photos.ts";
import type { Session } from "#session/store.ts";
import type { Log } from "#session/use-activity-log.ts";
import type { ProjectId } from "#shared/paths.ts";
import { randomKey } from "#shared/random-key.ts";
import { nextTimestamp, photoPath } from "../rules/photo-path.ts";
import type { FilledShift } from "../rules/shift-draft.ts";
import { shiftTexts } from "../shift-texts.ts";

/** A photo could not be stored; the message is the service's own. */
export class UploadError extends Error {}

const texts = shiftTexts.form;

const useRegisterShift = defineAction({
  mutation: useInsertShift,
  done: () => ({ text: texts.success, description: texts.successMore }),
  failed: () => texts.failed,
  log: {
    name: "shift_registration_submitted",
    about: ({ id, rating, image_urls }) => ({ shift_id: id, rating, images: image_urls.length }),
  },
});

type Sender = { session: Session; project: ProjectId; log: Log };

export type Progress = { done: number; total: number };

/**
 * Sends a shift and tells and notes it: first its photos, then its row. What has arrived is remembered, so that trying again sends only the rest.
 * @param sentHere gets the key of each shift before it is sent.
 */
export function useShiftSubmission({ session, project, log }: Sender, sentHere: Set<string>) {
  const register = useRegisterShift({ log });
  const [progress, setProgress] = useState<Progress>();
  const arrived = useRef(new WeakMap<File, string>());
  const unanswered = useRef<{ content: string; id: string }>(undefined);

  /** Stores the photos that are not stored yet. All are tried, so that a later attempt has less to do. */
  async function storePhotos(photos: readonly File[]): Promise<string[]> {
    const count = () =>
      setProgress({ done: photos.filter((p) => arrived.current.has(p)).length, total: photos.length });
    count();
    const results = await Promise.allSettled(
      photos.map(async (photo) => {
        const stored =
          arrived.current.get(photo) ??
          (await storePhoto(session, photoPath(photoFolder(session), nextTimestamp(), photo.name), photo));
        arrived.current.set(photo, stored);
        count();
        return stored;
      }),
    );
    setProgress(undefined);
    return results.map((result) => {
      if (result.status === "fulfilled") return result.value;
      const { reason } = result;
      // When to try again is told by the form, in words of our own.
      throw reason instanceof DataError && reason.code === "rate-limited" ? reason : new UploadError(messageOf(reason));
    });
  }

  /** The key of a shift: the same one for the same contents, until it is known to be registered. */
  function keyOf(shift: object): string {
    const content = JSON.stringify(shift);
    if (unanswered.current?.content !== content) unanswered.current = { content, id: randomKey() };
    sentHere.add(unanswered.current.id);
    return unanswered.current.id;
  }

  async function send({ shift, photos }: FilledShift): Promise<void> {
    const row = {
      ...shift,
      attendant_user_id: session.userId,
      project_id: project ?? null,
      image_urls: await storePhotos(photos),
    };
    await register.submit({ ...row, id: keyOf(row) });
    unanswered.current = undefined;
  }

  return { send, progress };
}
