import { TextField } from "#shared/form/text-field.tsx";
import { boardTexts } from "./board-texts.ts";
import type { ParkingSearch } from "./use-parking-search.ts";

type SearchFieldProps = { search: ParkingSearch; hidesLabel: boolean };

/** The search field of the attendants' list; Escape clears it and leaves it. */
export function SearchField({ search, hidesLabel }: SearchFieldProps) {
  return (
    <search id={search.fieldId} className="block max-w-xl">
      <TextField
        type="search"
        label={boardTexts.dashboard.searchField}
        placeholder={hidesLabel ? boardTexts.dashboard.searchIn : boardTexts.dashboard.searchHint}
        className={hidesLabel ? "[&>:first-child]:sr-only" : undefined}
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

/** The number of results; screen readers speak each change. */
export function HitCount({ text }: { text: string | undefined }) {
  return <output className="block font-semibold empty:hidden">{text}</output>;
}
