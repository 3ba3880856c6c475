import { TextField, type TextFieldProps } from "#shared/form/text-field.tsx";

/** A field for a plate, which is needed. Capitals are only shown: changing the typed letters would make the cursor jump. */
export const PlateField = (props: TextFieldProps) => (
  <TextField
    required
    autoComplete="off"
    autoCapitalize="characters"
    className="[&_input]:uppercase"
    spellCheck={false}
    {...props}
  />
);
