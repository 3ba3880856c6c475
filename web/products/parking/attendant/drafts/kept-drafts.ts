// Drafts of attendants are also stored in the device's database, at each change. They survive a browser that is killed, and the end of the
// login (document 4 §6). Only the person who wrote a draft gets it; a logout deletes it.
import { useEffect, useState } from "react";
import { type Drafts, laterDrafts, onDrafts, recallDrafts } from "#session/drafts.ts";
import { ownerOf } from "#session/owner.ts";
import { readSession, type Session } from "#session/store.ts";
import { keepDraftsOf, readDraftsOf } from "#shared/offline/device-store.ts";

/** The longest wait of a form for its stored draft, in milliseconds. */
const PATIENCE_MS = 1000;

/** Stores each change of a login's drafts, one write at a time, the latest next. Returns a function that stops it. */
export function followDrafts(session: Session): () => void {
  const owner = ownerOf("attendant", session);
  let latest: Drafts | undefined;
  let isWriting = false;
  const write = async () => {
    if (isWriting) return;
    isWriting = true;
    while (latest !== undefined) {
      const drafts = latest;
      latest = undefined;
      // Drafts of a login that has ended are not stored.
      if (readSession("attendant")?.token !== drafts.token) break;
      // oxlint-disable-next-line no-await-in-loop
      await keepDraftsOf(owner, drafts).catch(() => undefined);
    }
    isWriting = false;
  };
  // This code loads after the form. Text typed before is stored too, but never over a later draft.
  void readDraftsOf(owner)
    .then((found) => {
      recallDrafts("attendant", session, found);
      latest ??= laterDrafts("attendant", session, found);
      return write();
    })
    .catch(() => undefined);
  return onDrafts((kind, drafts) => {
    if (kind !== "attendant" || drafts.token !== session.token) return;
    latest = drafts;
    void write();
  });
}

/** The login whose stored drafts were already read on this page. */
let recalled: string | undefined;

/** Whether the drafts from before a killed browser are back; no form starts before. */
export function useRecalledDrafts(session: Session): boolean {
  const [isReady, setIsReady] = useState(recalled === session.token);
  useEffect(() => {
    if (isReady) return undefined;
    const end = () => {
      recalled = session.token;
      setIsReady(true);
    };
    const timer = setTimeout(end, PATIENCE_MS);
    void readDraftsOf(ownerOf("attendant", session))
      .then((found) => recalled !== session.token && recallDrafts("attendant", session, found))
      .then(end, end);
    return () => clearTimeout(timer);
  }, [isReady, session]);
  return isReady;
}
