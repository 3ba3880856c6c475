import { TextField } from "#shared/form/text-field.tsx";
import { texts } from "../texts.ts";
import type { ParkingSearch } from "./use-parking-search.ts";

/** The field of the attendants' search; Escape empties and leaves it. */
export function SearchField({
  search,
  hits,
}: {
  search: ParkingSearch;
  /** How much was found; said when it changes. */ hits: string | undefined;
}) {
  return (
    <search id={search.fieldId} className="mb-6 block max-w-xl">
      <TextField
        type="search"
        label={texts.dashboard.searchField}
        hint={texts.dashboard.searchHint}
        value={search.typed}
        onChange={search.setTyped}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          search.setTyped("");
          event.currentTarget.blur();
        }}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
      />
      <output className="mt-2 block min-h-6 font-semibold">{hits}</output>
    </search>
  );
}
