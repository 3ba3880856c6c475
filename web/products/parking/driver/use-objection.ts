import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useActing } from "#data/acting.ts";
import { DataError, isCaseRefusal } from "#data/data-error.ts";
import { objectToCase, sendObjectionPhotos } from "#data/objections/object-to-case.ts";
import { paths } from "#shared/paths.ts";
import { useLanguage } from "#shared/ui/language.ts";
import { keepReplyKey } from "./kept-reply-keys.ts";
import { emptyDraft, forgetObjection, keepObjection, type ObjectionDraft, readObjection } from "./objection-draft.ts";

/** Whether a failed call may have arrived. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof DataError && error.code !== "rate-limited" && (error.status === 0 || error.status >= 500);

export type ObjectionState = {
  /** The draft; undefined while the device is read. */
  draft: ObjectionDraft | undefined;
  change: (changes: Partial<ObjectionDraft>) => void;
  /**
   * Sends the objection, once however often it is called, and then its photos. It throws the call's error; null means that there is no such
   * case.
   */
  send: (typed: Pick<ObjectionDraft, "name" | "email" | "text">, replyKey: string) => Promise<string | null>;
  /** The state of the sent objection's photos. */
  photos: "left" | "sending" | "failed" | "sent";
  sendPhotos: () => Promise<void>;
};

/** The objection to a case on this device, with functions that send it. */
export function useObjection(publicKey: string): ObjectionState {
  const acting = useActing();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const lang = useLanguage();
  const { draft, now, keep } = useKeptDraft(publicKey);
  const [photos, setPhotos] = useState<ObjectionState["photos"]>("left");

  async function sendPhotos(sent = now.current): Promise<void> {
    if (sent === undefined) return;
    setPhotos("sending");
    try {
      if (sent.photos.length > 0) await sendObjectionPhotos(acting, sent, sent.photos);
      await forgetObjection(publicKey);
      setPhotos("sent");
    } catch {
      setPhotos("failed");
    }
    await cache.invalidateQueries({ queryKey: ["driver_case", publicKey] });
  }

  const send: ObjectionState["send"] = async (typed, replyKey) => {
    const wasUnanswered = now.current?.isUnanswered === true;
    const sending = await keep({ ...typed, isUnanswered: true });
    let key: string | null;
    try {
      key = await objectToCase(acting, { ...sending, replyKey, lang });
    } catch (error) {
      // A refusal about the case itself means that the objection has not arrived.
      await keep({ isUnanswered: !isCaseRefusal(error) && (wasUnanswered || isUnknown(error)) });
      throw error;
    }
    if (key === null) {
      await keep({ isUnanswered: false });
      return null;
    }
    keepReplyKey(publicKey, key);
    const sent = await keep({ isUnanswered: false, replyKey: key });
    void navigate(`${paths.driverCase(publicKey)}#${key}`, { replace: true });
    void sendPhotos(sent);
    return key;
  };

  return { draft, change: (changes) => void keep(changes), send, photos, sendPhotos: () => sendPhotos() };
}

/** The draft on this device, as the page shows it, and its current value for running calls. */
function useKeptDraft(publicKey: string) {
  const [draft, setDraft] = useState<ObjectionDraft>();
  const now = useRef<ObjectionDraft>(undefined);
  function set(next: ObjectionDraft) {
    now.current = next;
    setDraft(next);
  }
  useEffect(() => {
    let isCurrent = true;
    void readObjection(publicKey).then((kept) => {
      if (!isCurrent) return;
      now.current = kept;
      setDraft(kept);
    });
    return () => {
      isCurrent = false;
    };
  }, [publicKey]);
  async function keep(changes: Partial<ObjectionDraft>): Promise<ObjectionDraft> {
    const next = { ...(now.current ?? emptyDraft(publicKey)), ...changes };
    set(next);
    await keepObjection(next);
    return next;
  }
  return { draft, now, keep };
}
