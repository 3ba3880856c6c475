import { useEffect, useEffectEvent, useRef } from "react";
import { DISPATCH_PROJECT } from "#contract/projects.ts";
import { rememberPlace } from "#session/last-place.ts";
import { endSession } from "#session/logins/logins.ts";
import type { Session } from "#session/store.ts";
import { useSession } from "#session/use-session.ts";
import { toast } from "#shared/feedback/toast.ts";
import { texts } from "../texts.ts";

/**
 * The session of a kind in the dispatch project, and the way to end it. One that ends while the screen is open, by its time, in
 * another window or by the server, is told; `onEnded` gets what was told.
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
