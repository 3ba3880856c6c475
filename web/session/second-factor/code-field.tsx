import type { Ref } from "react";
import type { FieldBinding } from "#shared/form/field.tsx";
import { TextField } from "#shared/form/text-field.tsx";

/** A field for the six digits of an authenticator: typed, pasted, or filled in by the phone. */
export function CodeField(props: FieldBinding<string> & { label: string; ref?: Ref<HTMLInputElement> }) {
  return (
    <TextField
      {...props}
      required
      inputMode="numeric"
      autoComplete="one-time-code"
      // The length leaves room for a pasted code with spaces.
      maxLength={20}
      autoCorrect="off"
      spellCheck={false}
    />
  );
}
