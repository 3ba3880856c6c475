import { useEffect, useEffectEvent, useRef } from "react";
import { DISPATCH_PROJECT } from "#contract/projects.ts";
import { rememberPlace } from "#session/last-place.ts";
import { endSession } from "#session/logins/logins.ts";
import type { Session } from "#session/store.ts";
import { useSession } from "#session/use-session.ts";
import { toast } from "#shared/feedback/toast.ts";
import { texts } from "../texts.ts";

/**
 * The session of a kind in the dispatch project, with a function that ends it. When the session ends while the screen is open (by time, in
 * another window, by the server), a message is shown and passed to `onEnded`.
 */
export function useOwnSession(
  kind: "operator" | "dispatch-admin",
  onEnded: (reason: string) => void,
): { session: Session | null; leave: () => void } {
  const session = useSession(kind, DISPATCH_PROJECT);
  const last = useRef<"none" | "open" | "left">("none");
  const handleEnded = useEffectEvent(onEnded);
  const isOpen = session !== null;
  useEffect(() => {
    if (!isOpen && last.current === "open") {
      toast.error(texts.session.ended);
      handleEnded(texts.session.ended);
    }
    last.current = isOpen ? "open" : "none";
    if (isOpen) rememberPlace(kind, DISPATCH_PROJECT);
  }, [isOpen, kind]);

  function leave() {
    last.current = "left";
    endSession(kind);
  }
  return { session, leave };
}
