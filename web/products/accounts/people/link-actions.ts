/** Invitations, links to choose a password with, and the end of logins, with what the admin is told. */
import { DataError, isCaseRefusal, isDuplicate } from "#data/data-error.ts";
import { useEndLogins, useInviteAll, useMakeAccountLink, useRevokeInvitation } from "#data/people/mutations.ts";
import type { ListedPerson } from "#data/people/queries.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { driverOrigin } from "#shared/own-address.ts";
import { paths } from "#shared/paths.ts";
import type { Language } from "#shared/ui/language.ts";
import { linkTexts } from "./link-texts.ts";

/** A link that was just made. Nothing else keeps its key. */
export type MadeLink = { userId: string; name: string | null; key: string; until: Date };

const DAY_MS = 24 * 3_600_000;

/** The end of a link that is made now: 7 days for somebody who is invited, a day for a new password. */
export const endOfLink = (isInvitation: boolean): Date => new Date(Date.now() + (isInvitation ? 7 : 1) * DAY_MS);

/** The address of a link, as it is handed over. */
export const addressOfLink = (key: string): string =>
  `${driverOrigin() ?? window.location.origin}${paths.choosePassword(key)}`;

type Of = { person: ListedPerson; lang: Language };
const idOf = ({ person }: Of) => person.id;

/** Why an invitation became no account. */
export function faultOf(error: unknown, lang: Language): string {
  if (isDuplicate(error)) return linkTexts[lang].taken;
  return error instanceof DataError && error.code === "refused" ? error.message : linkTexts[lang].unsent;
}

/** The answers stand on the page, one a row. */
export const useInviting = defineAction({
  mutation: useInviteAll,
  done: () => undefined,
  failed: () => undefined as never,
});

export const useNewLink = defineAction<Of & { account: string; key: string }, void>({
  mutation: useMakeAccountLink,
  thing: idOf,
  ask: ({ person, lang }) => ({
    title: `${linkTexts[lang].newLink}: ${person.user_id}`,
    description: person.state === "invited" ? linkTexts[lang].newLinkInvited : linkTexts[lang].newLinkAbout,
    confirmText: linkTexts[lang].newLink,
  }),
  done: () => undefined,
  failed: (_error, { lang }) => linkTexts[lang].newLinkFailed,
});

export const useEndingLogins = defineAction<Of & { actingAs: string; eventId: string }, { logins: number }>({
  mutation: useEndLogins,
  thing: idOf,
  ask: ({ person, lang }) => ({
    title: linkTexts[lang].endLoginsOf(person.user_id),
    description: linkTexts[lang].endLoginsAbout,
    confirmText: linkTexts[lang].endLogins,
    danger: true,
  }),
  done: ({ logins }, { lang }) => linkTexts[lang].loginsEnded(logins),
  failed: (error, { lang }) => (isCaseRefusal(error) ? error.message : linkTexts[lang].endLoginsFailed),
});

export const useRevoking = defineAction<Of & { account: string }, void>({
  mutation: useRevokeInvitation,
  thing: idOf,
  ask: ({ person, lang }) => ({
    title: linkTexts[lang].revokeOf(person.user_id),
    description: linkTexts[lang].revokeAbout,
    confirmText: linkTexts[lang].revoke,
    danger: true,
  }),
  done: (_, { person, lang }) => linkTexts[lang].revoked(person.user_id),
  failed: (error, { person, lang }) =>
    isDuplicate(error) ? linkTexts[lang].revokeUsed(person.user_id) : linkTexts[lang].revokeFailed,
});
