/** Keeps a screen for people who are logged in. */
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { Navigate } from "react-router";
import type { SessionKind } from "#contract/states.ts";
import { toast } from "#shared/feedback/toast.ts";
import type { ProjectId } from "#shared/paths.ts";
import { ActingAs } from "./acting-as.tsx";
import { rememberPlace } from "./last-place.ts";
import type { LoginReasonState } from "./logins/login-reason.tsx";
import { endLoginWithoutSession, endSession } from "./logins/logins.ts";
import type { Session } from "./store.ts";
import { useSession } from "./use-session.ts";

/** Ends a session and goes to `to`; the login there shows `reason`. */
export type LogOutTo = (to: string, reason?: string) => void;

type GuardProps = {
  kind: SessionKind;
  project: ProjectId;
  /** The address of the login, for visitors without a session. */
  login: string;
  /** The message for such a visitor. */
  message: string;
  children: (session: Session, logOut: LogOutTo) => ReactNode;
};

/**
 * Shows its children to a valid session of the kind and project. Everybody else goes to the login with the message, in a toast and at the
 * login form. `logOut(to, reason)` ends the session and goes to `to`, without the message.
 */
export function RequireSession({ kind, project, login, message, children }: GuardProps) {
  const session = useSession(kind, project);
  const [leaving, setLeaving] = useState<{ to: string; reason: string | undefined }>();
  const isIn = session !== null;
  useEffect(() => {
    if (isIn) rememberPlace(kind, project);
  }, [isIn, kind, project]);
  if (leaving !== undefined) return <ToReason {...leaving} />;
  if (session === null) return <ToLogin kind={kind} login={login} message={message} />;
  const logOut: LogOutTo = (to, reason) => {
    setLeaving({ to, reason });
    endSession(kind);
  };
  return (
    <ActingAs kind={kind} session={session} site={project}>
      {children(session, logOut)}
    </ActingAs>
  );
}

function ToLogin({ kind, login, message }: Pick<GuardProps, "kind" | "login" | "message">) {
  useEffect(() => {
    toast.error(message);
    endLoginWithoutSession(kind);
  }, [kind, message]);
  return <ToReason to={login} reason={message} />;
}

function ToReason({ to, reason }: { to: string; reason: string | undefined }) {
  // The same object in each render: another object would begin the navigation anew while the next screen's code loads.
  const state = useMemo((): LoginReasonState => ({ reason }), [reason]);
  return <Navigate to={to} replace state={state} />;
}
