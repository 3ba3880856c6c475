import { CONTACT_MESSAGE_MAX, PASSWORD_LENGTH } from "#contract/limits.ts";
import type { FieldBinding } from "#shared/form/field.tsx";
import { PasswordField } from "#shared/form/password-field.tsx";
import { TextField } from "#shared/form/text-field.tsx";
import { InvitationChoice } from "./invitation.tsx";

type Props = {
  labels: { email: string; passwordHint: string };
  email: FieldBinding<string>;
  password: FieldBinding<string>;
  invitation: { isOn: boolean; onChange: (isOn: boolean) => void };
};

/** The fields of an e-mail account that one person makes for another. The browser must not fill in the maker's own password. */
export function NewEmailAccountFields({ labels, email, password, invitation }: Props) {
  return (
    <>
      <TextField
        label={labels.email}
        {...email}
        required
        type="email"
        inputMode="email"
        maxLength={CONTACT_MESSAGE_MAX.email}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <InvitationChoice {...invitation} />
      {!invitation.isOn && (
        <PasswordField
          hint={labels.passwordHint}
          {...password}
          required
          maxLength={PASSWORD_LENGTH.max}
          autoComplete="new-password"
          reveal
        />
      )}
    </>
  );
}
