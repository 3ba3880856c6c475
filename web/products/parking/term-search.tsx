import type { FormEvent } from "react";
import { TextField } from "#shared/form/text-field.tsx";
import { Button } from "#shared/ui/button.tsx";
import { useDraftOf } from "./use-draft-of.ts";

type Words = Record<"search" | "searchHint" | "searchFor" | "show" | "clear", string>;
type TermSearchProps = { term: string; onSearch: (term: string) => void; words: Words };

/** Asks for a number or a plate; `onSearch` gets it, or the empty text for all rows. */
export function TermSearch({ term, onSearch, words: texts }: TermSearchProps) {
  const [typed, setTyped] = useDraftOf(term);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    onSearch(typed.trim());
  }

  function handleClear() {
    setTyped("");
    onSearch("");
  }

  return (
    <search className="mb-6 block max-w-xl">
      <form aria-label={texts.searchFor} onSubmit={handleSubmit} className="grid gap-3">
        <TextField
          type="search"
          label={texts.search}
          hint={texts.searchHint}
          value={typed}
          onChange={setTyped}
          maxLength={50}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" size="small">
            {texts.show}
          </Button>
          <Button size="small" onClick={handleClear}>
            {texts.clear}
          </Button>
        </div>
      </form>
    </search>
  );
}
