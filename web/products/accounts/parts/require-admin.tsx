import { type ComponentProps, type ReactNode, useEffect } from "react";
import { Navigate } from "react-router";
import { useQuery } from "#data/use-query.ts";
import { roleQueries } from "#data/user_roles/queries.ts";
import { type SignedIn, useAccount } from "#session/account/account-role.ts";
import { RedirectToSignIn } from "#session/account/require-agent.tsx";
import { useAccountEnd } from "#session/account/use-account-end.ts";
import { DueLine } from "#session/second-factor/due-line.tsx";
import { toast } from "#shared/feedback/toast.ts";
import { paths } from "#shared/paths.ts";
import { Page } from "#shared/ui/page.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { FailedState } from "#shared/ui/state-message.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { texts } from "../texts.ts";

const labels = texts.adminAccounts;

type RequireAdminProps = {
  /** The page around the children. The page is the same before the account is known, so that nothing jumps. */
  page: (email: string | undefined) => Omit<ComponentProps<typeof Page>, "children">;
  children: ReactNode;
};

/** Shows its children to a signed-in admin. A visitor goes to /auth, another account to the landing page (document 2 §6). */
export function RequireAdmin({ page, children }: RequireAdminProps) {
  const account = useAccount();
  const ended = useAccountEnd(account.status === "signed-in");
  if (account.status === "signed-out") return <RedirectToSignIn message={ended} />;
  if (account.status === "signed-in") {
    return (
      <Page {...page(account.email)}>
        <DueLine />
        <AdminsOnly account={account}>{children}</AdminsOnly>
      </Page>
    );
  }
  return (
    <Page {...page(undefined)}>
      {account.status === "loading" ? (
        <SkeletonList label={labels.loading} />
      ) : (
        <FailedState text={labels.checkFailed} onRetry={account.retry} isRetrying={account.isRetrying} />
      )}
    </Page>
  );
}

function AdminsOnly({ account, children }: { account: SignedIn; children: ReactNode }) {
  const query = useQuery(roleQueries.isAdmin(account.userId));
  if (query.data === true) return children;
  return (
    <StateView query={query} loading={<SkeletonList label={labels.loading} />} failed={labels.checkFailed} empty={null}>
      {() => <Denied />}
    </StateView>
  );
}

function Denied() {
  useEffect(() => toast.error(labels.denied), []);
  return <Navigate to={paths.landing()} replace />;
}
