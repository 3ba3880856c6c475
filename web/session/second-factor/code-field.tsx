import type { Ref } from "react";
import type { FieldBinding } from "#shared/form/field.tsx";
import { TextField } from "#shared/form/text-field.tsx";

/** Where the six digits of an authenticator are typed, pasted, or filled in by the phone. */
export function CodeField(props: FieldBinding<string> & { label: string; ref?: Ref<HTMLInputElement> }) {
  return (
    <TextField
      {...props}
      required
      inputMode="numeric"
      autoComplete="one-time-code"
      // Room for a code that is pasted with spaces around it.
      maxLength={20}
      autoCorrect="off"
      spellCheck={false}
    />
  );
}
