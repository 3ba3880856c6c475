import { useEffect, useRef } from "react";
import { TextField } from "#shared/form/text-field.tsx";
import { texts } from "../texts.ts";

/** The field that the button "Sök" opens; it takes focus when it appears. */
export function SearchField(props: {
  id: string;
  typed: string;
  onType: (typed: string) => void;
  /** How much was found; said when it changes. */
  hits: string | undefined;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector("input")?.focus(), []);
  return (
    <search id={props.id} ref={box} className="mb-6 block max-w-xl">
      <TextField
        type="search"
        label={texts.dashboard.searchField}
        hint={texts.dashboard.searchHint}
        value={props.typed}
        onChange={props.onType}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
      />
      <output className="mt-2 block min-h-6 font-semibold">{props.hits}</output>
    </search>
  );
}
