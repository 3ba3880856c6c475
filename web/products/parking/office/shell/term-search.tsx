import { type FormEvent, useId } from "react";
import { SearchField } from "#shared/form/search-field.tsx";
import { Button } from "#shared/ui/button.tsx";
import { useDraftOf } from "./use-draft-of.ts";

type Words = Record<"search" | "searchHint" | "searchFor" | "show" | "clear", string>;
type TermSearchProps = { term: string; onSearch: (term: string) => void; words: Words };

/** A search for a number or a plate; `onSearch` gets the text, or an empty one for all rows. */
export function TermSearch({ term, onSearch, words: texts }: TermSearchProps) {
  const [typed, setTyped] = useDraftOf(term);
  const hint = useId();

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    onSearch(typed.trim());
  }

  function handleClear() {
    setTyped("");
    onSearch("");
  }

  return (
    <search className="block max-w-xl grow">
      <form
        aria-label={texts.searchFor}
        onSubmit={handleSubmit}
        className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-3 gap-y-1.5"
      >
        <SearchField
          label={texts.search}
          describedBy={hint}
          value={typed}
          onChange={setTyped}
          maxLength={50}
          autoCapitalize="characters"
        />
        <div className="flex gap-2">
          <Button type="submit" variant="primary">
            {texts.show}
          </Button>
          <Button variant="ghost" className="px-3" onClick={handleClear}>
            {texts.clear}
          </Button>
        </div>
        <p id={hint} className="col-span-full text-sm text-ink-soft">
          {texts.searchHint}
        </p>
      </form>
    </search>
  );
}
