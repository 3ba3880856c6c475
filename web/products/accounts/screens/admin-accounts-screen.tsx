import { PeopleLink } from "#session/account/people-link.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { NewAccountForm } from "../parts/new-account-form.tsx";
import { RequireAdmin } from "../parts/require-admin.tsx";
import { SignOutButton } from "../parts/sign-out-button.tsx";
import { texts } from "../texts.ts";

const labels = texts.adminAccounts;

/** The screen where an admin creates accounts for employees and customers (document 2 §2, §6). */
export function AdminAccountsScreen() {
  return (
    <RequireAdmin
      page={(email) => ({
        title: labels.title,
        lang: "en",
        width: "narrow",
        description: (
          <>
            <p>{labels.introduction}</p>
            <p className="mt-2 text-sm wrap-anywhere">{email === undefined ? "\u00A0" : labels.signedInAs(email)}</p>
          </>
        ),
        actions: (
          <>
            <PeopleLink />
            <SignOutButton label={labels.signOut} />
          </>
        ),
      })}
    >
      <Card>
        <CardHeader title={texts.newAccount.title} />
        <NewAccountForm createdBy="admin" types={["employee", "customer"]} />
      </Card>
    </RequireAdmin>
  );
}
