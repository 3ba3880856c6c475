import { PeopleLink } from "#session/account/people-link.tsx";
import { isAccountListGuarded } from "#session/profile/profile.ts";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { Page } from "#shared/ui/page.tsx";
import { CredentialTable } from "../parts/credential-table.tsx";
import { RequireAdmin } from "../parts/require-admin.tsx";
import { NewAccountForm } from "../parts/new-account-form.tsx";
import { SignOutButton } from "../parts/sign-out-button.tsx";
import { TypeStatistics } from "../parts/type-statistics.tsx";
import { texts } from "../texts.ts";

const labels = texts.superAdmin;

/**
 * All created accounts. The homes of admins link here, and the address alone opens it: document 2 §6 asks for no sign-in (a known weakness
 * of the profile `specified`; `hardened` asks for an admin).
 */
export function SuperAdminDashboardScreen() {
  const page = {
    title: labels.title,
    description: labels.introduction,
    lang: "en",
    width: "wide",
    actions: (
      <>
        <PeopleLink />
        <SignOutButton label={labels.signOut} />
      </>
    ),
  } as const;
  return isAccountListGuarded ? (
    <RequireAdmin page={() => page}>
      <Dashboard />
    </RequireAdmin>
  ) : (
    <Page {...page}>
      <Dashboard />
    </Page>
  );
}

function Dashboard() {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="grid min-w-0 gap-6">
        <Card>
          <CardHeader title={texts.newAccount.title} />
          <NewAccountForm createdBy="super-admin" types={["member", "employee", "customer"]} />
        </Card>
        <TypeStatistics />
      </div>
      <CredentialTable />
    </div>
  );
}
