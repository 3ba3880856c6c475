import { accountOf, StoredPassword } from "#session/passwords/stored-password.tsx";
import { type ActionDefinition, defineAction } from "#session/actions/define-action.ts";
import { adminTexts } from "../admin-texts.ts";
import { AccountFacts, AccountRow } from "./account-row.tsx";
import { ReadablePassword } from "./readable-password.tsx";

const texts = adminTexts.accounts;

/** Makes the action that removes an attendant, with the call of the attendant's list. */
export const defineAttendantRemoval = <Input,>(
  mutation: ActionDefinition<Input, void>["mutation"],
  personOf: (input: Input) => { id: string; userId: string },
) =>
  defineAction({
    mutation,
    thing: (input) => personOf(input).id,
    ask: (input) => ({
      title: texts.confirmTitle(personOf(input).userId),
      description: texts.confirmAttendant,
      confirmText: texts.remove,
      danger: true,
    }),
    done: () => texts.attendantRemoved,
    failed: () => texts.attendantRemoveFailed,
  });

type AttendantRowProps = {
  project: string;
  person: {
    user_id: string;
    project_id?: string | null;
    account_id: string | null;
    password: string | null;
    discord_username: string | null;
    created_at: string;
    renamed_from: string | null;
  };
  isRemoving: boolean;
  onRemove: () => void;
};

/** A person who works as an attendant of the project, from either list. */
export function AttendantRow({ project, person, isRemoving, onRemove }: AttendantRowProps) {
  const { user_id: userId, account_id: accountId, password } = person;
  return (
    <AccountRow
      userId={userId}
      facts={<AccountFacts account={person} />}
      password={
        <StoredPassword name={userId} account={accountOf(accountId)} password={password}>
          {(readable) => <ReadablePassword project={project} userId={userId} password={readable} />}
        </StoredPassword>
      }
      isRemoving={isRemoving}
      onRemove={onRemove}
    />
  );
}
