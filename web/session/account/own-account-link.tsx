import { UserRound } from "lucide-react";
import type { SessionKind } from "#contract/states.ts";
import { paths, type ProjectId } from "#shared/paths.ts";
import { ButtonLink } from "#shared/ui/button.tsx";
import { useLanguage } from "#shared/ui/language.ts";
import { areLoginsApart } from "../profile/profile.ts";
import { PeopleLink } from "./people-link.tsx";

/** The name of the page of one's own account, in each language. */
export const OWN_ACCOUNT = { sv: "Mitt konto", en: "My account" };

type Props = { kind?: SessionKind | undefined; project?: ProjectId; size?: "small" | undefined };

/**
 * The links of one's home: to the page of one's own account, for a kind of person or for the e-mail account, and to an admin's people. Kinds
 * without such a page have none.
 */
export function OwnAccountLink({ kind, project, size }: Props) {
  return (
    <>
      {kind !== undefined && <PeopleLink {...{ kind, project, size }} />}
      {(kind === undefined || areLoginsApart) && <AccountLink {...{ kind, project, size }} />}
    </>
  );
}

function AccountLink({ kind, project, size }: Props) {
  const lang = useLanguage();
  return (
    <ButtonLink to={paths.ownAccount(kind, project)} size={size}>
      <UserRound aria-hidden="true" />
      {OWN_ACCOUNT[lang]}
    </ButtonLink>
  );
}
