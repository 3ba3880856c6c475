/** Keeps a screen for those who are logged in. */
import { type ReactNode, useEffect, useState } from "react";
import { Navigate } from "react-router";
import type { SessionKind } from "#contract/states.ts";
import { toast } from "#shared/feedback/toast.ts";
import type { ProjectId } from "#shared/paths.ts";
import { ActingAs } from "./acting-as.tsx";
import { rememberPlace } from "./last-place.ts";
import { endLoginWithoutSession, endSession } from "./logins/logins.ts";
import type { Session } from "./store.ts";
import { useSession } from "./use-session.ts";

type GuardProps = {
  kind: SessionKind;
  project: ProjectId;
  /** Address of the login that a visitor without a session is sent to. */
  login: string;
  /** What that visitor is told. */
  message: string;
  children: (session: Session, logOut: (to: string) => void) => ReactNode;
};

/**
 * Shows its children to a valid session of the kind and project; everybody else goes to the login with the message.
 * `logOut(to)` ends the session and leaves for `to`, without the message.
 */
export function RequireSession({ kind, project, login, message, children }: GuardProps) {
  const session = useSession(kind, project);
  const [leavingTo, setLeavingTo] = useState<string>();
  const isIn = session !== null;
  useEffect(() => {
    if (isIn) rememberPlace(kind, project);
  }, [isIn, kind, project]);
  if (leavingTo !== undefined) return <Navigate to={leavingTo} replace />;
  if (session === null) return <ToLogin kind={kind} login={login} message={message} />;
  const logOut = (to: string) => {
    setLeavingTo(to);
    endSession(kind);
  };
  return (
    <ActingAs kind={kind} session={session}>
      {children(session, logOut)}
    </ActingAs>
  );
}

function ToLogin({ kind, login, message }: Pick<GuardProps, "kind" | "login" | "message">) {
  useEffect(() => {
    toast.error(message);
    endLoginWithoutSession(kind);
  }, [kind, message]);
  return <Navigate to={login} replace />;
}
