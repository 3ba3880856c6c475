import { UserRound } from "lucide-react";
import type { Role } from "#contract/states.ts";
import { isAgent, useAccount } from "#session/account/account-role.ts";
import { PATTERNS, paths } from "#shared/paths.ts";
import { ButtonLink } from "#shared/ui/button.tsx";
import { dashboardTexts } from "./dashboard-texts.ts";
import { SignedInBanner } from "./signed-in-banner.tsx";

const { home } = dashboardTexts;

/** The links of a role besides this page (document 2 §6). */
const waysOf = (role: Role) => [
  ...(isAgent(role) ? [{ label: home.properties, to: paths.propertyManagement() }] : []),
  ...(role === "admin"
    ? [
        { label: home.accounts, to: PATTERNS.adminAccounts },
        { label: home.allAccounts, to: PATTERNS.superAdminDashboard },
      ]
    : []),
];

/** The signed-in account, with its links. */
export function AccountHome() {
  const account = useAccount();
  if (account.status !== "signed-in") return null;
  const ways = waysOf(account.role);
  return (
    <SignedInBanner icon={<UserRound aria-hidden="true" />} text={home.signedInAs(account.email)}>
      {ways.length > 0 && (
        <nav aria-label={home.ways} className="flex flex-wrap gap-2">
          {ways.map(({ label, to }) => (
            <ButtonLink key={to} to={to} size="small">
              {label}
            </ButtonLink>
          ))}
        </nav>
      )}
    </SignedInBanner>
  );
}
