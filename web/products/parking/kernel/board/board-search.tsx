import { SearchField } from "#shared/form/search-field.tsx";
import { boardTexts } from "./board-texts.ts";
import type { ParkingSearch } from "./use-parking-search.ts";

type BoardSearchProps = { search: ParkingSearch; hidesLabel: boolean };

/** The search field of the attendants' list; Escape clears it and leaves it. */
export function BoardSearch({ search, hidesLabel }: BoardSearchProps) {
  return (
    <search id={search.fieldId} className="block max-w-xl">
      <SearchField
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
      />
    </search>
  );
}

/** The number of results; screen readers speak each change. */
export function HitCount({ text }: { text: string | undefined }) {
  return <output className="block font-semibold empty:hidden">{text}</output>;
}
