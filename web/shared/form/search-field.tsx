import { TextField, type TextFieldProps } from "./text-field.tsx";

/**
 * The field of a search, wherever something is searched. A list that follows the typing has the field alone; a search that the server answers
 * for whole numbers stands in a form with buttons (office/shell/term-search.tsx).
 */
export function SearchField(props: TextFieldProps) {
  return (
    <TextField
      autoCapitalize="none"
      {...props}
      type="search"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="search"
    />
  );
}
