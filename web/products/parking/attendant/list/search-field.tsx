import { TextField } from "#shared/form/text-field.tsx";
import { texts } from "#parking/kernel/texts.ts";
import type { ParkingSearch } from "./use-parking-search.ts";

/** The field of the attendants' search; Escape empties and leaves it. */
export function SearchField({ search }: { search: ParkingSearch }) {
  return (
    <search id={search.fieldId} className="block max-w-xl">
      <TextField
        type="search"
        label={texts.dashboard.searchField}
        placeholder={texts.dashboard.searchHint}
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
    </search>
  );
}

/** How much was found; said when it changes. */
export function Hits({ text }: { text: string | undefined }) {
  return <output className="block font-semibold empty:hidden">{text}</output>;
}
