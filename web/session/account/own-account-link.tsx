import { UserRound } from "lucide-react";
import type { SessionKind } from "#contract/states.ts";
import { paths, type ProjectId } from "#shared/paths.ts";
import { ButtonLink } from "#shared/ui/button.tsx";
import { useLanguage } from "#shared/ui/language.ts";
import { areLoginsApart } from "../profile/profile.ts";

/** The name of the page of one's own account, in each language. */
export const OWN_ACCOUNT = { sv: "Mitt konto", en: "My account" };

type Props = { kind?: SessionKind; project?: ProjectId; size?: "small" };

/** A link to the page of one's own account, for a kind of person or for the e-mail account. Nothing for kinds without such a page. */
export function OwnAccountLink({ kind, project, size }: Props) {
  const lang = useLanguage();
  if (kind !== undefined && !areLoginsApart) return null;
  return (
    <ButtonLink to={paths.ownAccount(kind, project)} size={size}>
      <UserRound aria-hidden="true" />
      {OWN_ACCOUNT[lang]}
    </ButtonLink>
  );
}
