/** Keeps a screen for signed-in agents (decisions §3). */
import { type ReactNode, useEffect } from "react";
import { Navigate, useLocation } from "react-router";
import { toast } from "#shared/feedback/toast.ts";
import { paths } from "#shared/paths.ts";
import { sharedTexts } from "#shared/texts.ts";
import { FailedState } from "#shared/ui/state-message.tsx";
import { rememberPlace } from "../last-place.ts";
import type { LoginReasonState } from "../logins/login-reason.tsx";
import { DueLine } from "../second-factor/due-line.tsx";
import { isAgent, type SignedIn, useAccount } from "./account-role.ts";
import { useAccountEnd } from "./use-account-end.ts";

type Props = {
  /** The screen's page with its way back, drawn around the content until the role is known. */
  page: (content: ReactNode) => ReactNode;
  loading: ReactNode;
  children: (account: SignedIn) => ReactNode;
};

/** Shows its children to an admin or employee. Everybody else goes to /auth, which leads back here after the sign-in. */
export function RequireAgent({ page, loading, children }: Props) {
  const account = useAccount();
  const isIn = account.status === "signed-in" && isAgent(account.role);
  useEffect(() => {
    if (isIn) rememberPlace("agent");
  }, [isIn]);
  const ended = useAccountEnd(isIn);
  if (account.status === "loading") return page(loading);
  if (account.status === "failed") {
    return page(
      <FailedState text={sharedTexts.account.checkFailed} onRetry={account.retry} isRetrying={account.isRetrying} />,
    );
  }
  if (account.status === "signed-in" && isAgent(account.role))
    return (
      <>
        <DueLine />
        {children(account)}
      </>
    );
  return <RedirectToSignIn message={account.status === "signed-in" ? sharedTexts.account.agentsOnly : ended} />;
}

/** Leads to the sign-in, which returns to this address. `message` gives the reason, in a toast and at the sign-in form. */
export function RedirectToSignIn({ message }: { message?: string | undefined }) {
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (message !== undefined) toast.error(message);
  }, [message]);
  return (
    <Navigate to={paths.auth()} state={{ from: pathname + search, reason: message } satisfies ReturnState} replace />
  );
}

/** The router state that /auth gets: the reason, and the address to return to. */
export type ReturnState = LoginReasonState & { from: string };

/** The address that /auth returns to, inside this application; null when none was given. */
export function returnAddress(state: unknown): string | null {
  const from = (state as Partial<ReturnState> | null)?.from;
  // `//host` would be an address of another site.
  return typeof from === "string" && /^\/(?![/\\])/.test(from) ? from : null;
}
