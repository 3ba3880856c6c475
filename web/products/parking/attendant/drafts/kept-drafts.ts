// Drafts of attendants lie in the device's database too, on its disk with each change: what is typed survives a browser that is killed, and
// the end of the login (document 4 §6). They are given to nobody but the person who wrote them; logging out forgets them.
import { useEffect, useState } from "react";
import { type Drafts, laterDrafts, onDrafts, recallDrafts } from "#session/drafts.ts";
import { ownerOf } from "#session/owner.ts";
import { readSession, type Session } from "#session/store.ts";
import { keepBegun, readBegun } from "#shared/offline/device-store.ts";

/** So long a form waits for what was kept, in milliseconds. */
const PATIENCE_MS = 1000;

/** Keeps each change of a login's drafts: one is written at a time, the latest next. Gives back the way to stop. */
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
      // Nothing of a login that has ended is left.
      if (readSession("attendant")?.token !== drafts.token) break;
      // oxlint-disable-next-line no-await-in-loop
      await keepBegun(owner, drafts).catch(() => undefined);
    }
    isWriting = false;
  };
  // This code comes after the form: what was typed before is kept too, and never over something later.
  void readBegun(owner)
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

/** The login whose drafts this page has looked for. */
let recalled: string | undefined;

/** Whether what was typed before the browser was killed is back: no form begins before. */
export function useRecalledDrafts(session: Session): boolean {
  const [isReady, setIsReady] = useState(recalled === session.token);
  useEffect(() => {
    if (isReady) return undefined;
    const end = () => {
      recalled = session.token;
      setIsReady(true);
    };
    const timer = setTimeout(end, PATIENCE_MS);
    void readBegun(ownerOf("attendant", session))
      .then((found) => recalled !== session.token && recallDrafts("attendant", session, found))
      .then(end, end);
    return () => clearTimeout(timer);
  }, [isReady, session]);
  return isReady;
}
