import { DISCORD_NAME_MAX, PASSWORD_LENGTH, USER_ID_LENGTH } from "#contract/limits.ts";
import type { FieldBinding } from "#shared/form/field.tsx";
import { PasswordField } from "#shared/form/password-field.tsx";
import { TextField } from "#shared/form/text-field.tsx";

type Props = {
  /** The screen's texts; `id` is the label of the ID field. */
  labels?: { discord: string };
  id: string;
  userId: FieldBinding<string>;
  password: FieldBinding<string>;
  /** The field of the Discord name; left out for accounts without one. */
  discord?: FieldBinding<string>;
};

/** The fields of an account with an ID that one person makes for another. The browser's password manager neither fills nor stores them. */
export function NewIdAccountFields({ labels, id, userId, password, discord }: Props) {
  return (
    <>
      <TextField
        label={id}
        {...userId}
        required
        maxLength={USER_ID_LENGTH.max}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <PasswordField {...password} required maxLength={PASSWORD_LENGTH.max} autoComplete="new-password" reveal />
      {discord !== undefined && (
        <TextField
          label={labels?.discord ?? ""}
          optional
          {...discord}
          maxLength={DISCORD_NAME_MAX}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </>
  );
}
