import { UserRound, UsersRound } from "lucide-react";
import { useNavigate } from "react-router";
import type { SessionKind } from "#contract/states.ts";
import { paths, type ProjectId } from "#shared/paths.ts";
import { ButtonLink } from "#shared/ui/button.tsx";
import { useLanguage } from "#shared/ui/language.ts";
import type { MenuItem } from "#shared/ui/menu.tsx";
import { areLoginsApart } from "../profile/profile.ts";
import { PEOPLE, PEOPLE_OF, PeopleLink } from "./people-link.tsx";

/** The name of the page of one's own account, in each language. */
const OWN_ACCOUNT = { sv: "Mitt konto", en: "My account" };

type Props = { kind?: SessionKind | undefined; project?: ProjectId; size?: "small" | undefined };

/**
 * The links on a person's start screen: to the page of their own account, for a kind of person or for the e-mail account, and to the people
 * whom an admin manages. Kinds without such a page have no link.
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

/** The links of `OwnAccountLink` as items of a phone's menu. */
export function useOwnAccountItems(kind?: SessionKind, project?: ProjectId): MenuItem[] {
  const navigate = useNavigate();
  const lang = useLanguage();
  const way = (label: string, icon: MenuItem["icon"], to: string): MenuItem => ({
    label,
    icon,
    onChoose: () => void navigate(to),
  });
  return [
    ...(kind !== undefined && kind in PEOPLE_OF ? [way(PEOPLE[lang], UsersRound, paths.people(kind, project))] : []),
    ...(kind === undefined || areLoginsApart
      ? [way(OWN_ACCOUNT[lang], UserRound, paths.ownAccount(kind, project))]
      : []),
  ];
}
