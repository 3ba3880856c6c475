import { UsersRound } from "lucide-react";
import type { SessionKind } from "#contract/states.ts";
import { paths, type ProjectId } from "#shared/paths.ts";
import { ButtonLink } from "#shared/ui/button.tsx";
import { useLanguage } from "#shared/ui/language.ts";

/** The kinds of people that each kind of admin manages; an empty list means everybody. */
export const PEOPLE_OF = {
  "main-admin": [],
  admin: ["admin", "attendant"],
  "dispatch-admin": ["operator"],
  "chauffeur-admin": ["chauffeur"],
  "ase-admin": ["ase-employee"],
} as const satisfies Partial<Record<SessionKind, readonly SessionKind[]>>;

export type PeopleAdmin = keyof typeof PEOPLE_OF;

/** The name of the list of people, in each language. */
export const PEOPLE = { sv: "Personer", en: "People" };

type Props = { kind?: SessionKind | undefined; project?: ProjectId; size?: "small" | undefined };

/** A link to the list of people, for a kind of admin, or without a kind for administrators of e-mail accounts; nothing for other kinds. */
export function PeopleLink({ kind, project, size }: Props) {
  const lang = useLanguage();
  if (kind !== undefined && !(kind in PEOPLE_OF)) return null;
  return (
    <ButtonLink to={paths.people(kind, project)} size={size}>
      <UsersRound aria-hidden="true" />
      {PEOPLE[lang]}
    </ButtonLink>
  );
}
