import { LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { DISPATCH_PROJECT } from "#contract/projects.ts";
import { useLostSince } from "#data/contact.ts";
import { OwnAccountLink } from "#session/account/own-account-link.tsx";
import { LiveState } from "#session/live-state.tsx";
import type { Session } from "#session/store.ts";
import { Button } from "#shared/ui/button.tsx";
import { texts } from "../texts.ts";

const labels = texts.session;

type Props = { kind: "operator" | "dispatch-admin"; onLogOut: () => void; children?: ReactNode };

/** The buttons beside the title: the screen's own, the own account, and the logout. */
export function SessionActions({ kind, onLogOut, children }: Props) {
  return (
    <>
      {children}
      <OwnAccountLink kind={kind} project={DISPATCH_PROJECT} />
      <Button onClick={onLogOut}>
        <LogOut aria-hidden="true" />
        {labels.logOut}
      </Button>
    </>
  );
}

/** The name of the logged-in person and, on a live screen, whether it is live now. A socket outlives a cable by a minute: the bar's `No connection` counts. */
export function SessionState({ session, isFollowing = true }: { session: Session; isFollowing?: boolean }) {
  const isLost = useLostSince() !== undefined;
  return (
    <p className="flex min-w-0 flex-wrap gap-x-4">
      <span>{labels.signedInAs(session.displayName)}</span>
      {isFollowing && !isLost && <LiveState />}
    </p>
  );
}
