/** Changes people: deactivation, logins, invitations and links to choose a password with (document 5 §8). */
import type { Acting } from "../acting.ts";
import { callFunction } from "../call-function.ts";
import { isUnreachable } from "../data-error.ts";
import { defineMutation } from "../define-mutation.ts";
import { callAccountFunction } from "../staff_accounts/function.ts";
import { type ListedPerson, peopleQueries, type PersonState } from "./queries.ts";

export type ActivityChange = {
  actingAs: string;
  person: Pick<ListedPerson, "id" | "kind" | "user_id" | "state">;
  active: boolean;
  reason: string;
  /** The key of the change; a repeated call with it changes nothing and gets the first answer. */
  eventId: string;
};

export type ActivityAnswer =
  | { outcome: "set" | "unchanged" | "last_admin" }
  | { outcome: "changed"; now: PersonState; by: string | null };

export const useSetPersonActive = defineMutation(
  (acting, { actingAs, person, active, reason, eventId }: ActivityChange) =>
    callFunction<ActivityAnswer>(acting, "set_person_active", {
      kind: person.kind,
      person_id: person.id,
      event_id: eventId,
      expected: person.state,
      active,
      reason,
      acting_as: actingAs,
    }),
  [peopleQueries.all],
);

type Person = Pick<ListedPerson, "id" | "kind">;

export const useEndLogins = defineMutation(
  (acting, { actingAs, person, eventId }: { actingAs: string; person: Person; eventId: string }) =>
    callFunction<{ outcome: "ended"; logins: number }>(acting, "end_logins", {
      kind: person.kind,
      person_id: person.id,
      event_id: eventId,
      acting_as: actingAs,
    }),
  [peopleQueries.all],
);

export type Invitation = { kind: string; project: string | null; userId: string; name: string | null; key: string };

/** What became of an invitation: null when the account was made, else why not. */
export type InviteAnswer = { invitation: Invitation; error: unknown };

/**
 * Makes the accounts of people with an ID, who choose a password with the link that has the key; repeated with its key an invitation changes
 * nothing. One answer each: `23505` when the ID is taken. Without a network the others are not tried.
 */
async function inviteAll(acting: Acting, { invitations, onAnswer }: Invitations): Promise<InviteAnswer[]> {
  const answers: InviteAnswer[] = [];
  for (let first = 0; first < invitations.length; first += AT_ONCE) {
    const before = answers.find(({ error }) => isUnreachable(error))?.error;
    const answerOf = async (invitation: Invitation): Promise<InviteAnswer> => {
      const asking = before === undefined ? invite(acting, invitation) : Promise.reject(before);
      return asking.then(
        () => ({ invitation, error: null }),
        (error: unknown) => ({ invitation, error }),
      );
    };
    answers.push(...(await Promise.all(invitations.slice(first, first + AT_ONCE).map(answerOf))));
    onAnswer(answers.length);
  }
  return answers;
}

/** Invitations that are under way together: as many passwords as the server works on at once. */
const AT_ONCE = 3;

type Invitations = { invitations: readonly Invitation[]; onAnswer: (answered: number) => void };

const invite = (acting: Acting, { name, project, ...invitation }: Invitation): Promise<void> =>
  callAccountFunction(acting, {
    action: "create",
    ...invitation,
    ...(project !== null && { project }),
    ...(name !== null && { name }),
  });

export const useInviteAll = defineMutation(inviteAll, [peopleQueries.all]);

type OfAccount = { account: string };

/** Makes a link to choose a password with, in place of the earlier one. @throws DataError `gone` when the account is */
export const useMakeAccountLink = defineMutation(
  (acting, { account, key }: OfAccount & { key: string }) =>
    callAccountFunction(acting, { action: "make-link", accountId: account, key }),
  [peopleQueries.all],
);

/** Removes the account of somebody who never used the invitation. @throws DataError 23505 when it was used meanwhile */
export const useRevokeInvitation = defineMutation(
  (acting, { account }: OfAccount) => callAccountFunction(acting, { action: "revoke-invitation", accountId: account }),
  [peopleQueries.all],
);
