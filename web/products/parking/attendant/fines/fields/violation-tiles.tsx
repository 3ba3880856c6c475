import { useId, useState } from "react";
import { Button } from "#shared/ui/button.tsx";
import { Field, type FieldBinding } from "#shared/form/field.tsx";
import { formatMoney } from "#shared/format/money.ts";
import { Words } from "#shared/ui/words.tsx";
import { noticeTexts } from "#parking/kernel/notice/notice-texts.ts";
import { OTHER } from "#parking/kernel/notice/rules/fine-draft.ts";
import type { ViolationChoice } from "#parking/kernel/notice/rules/violation-choices.ts";
import { fineTexts } from "../fine-texts.ts";

/** The number of tiles that show at once; a site with more has a button for the rest. */
const FIRST = 6;

type ViolationTilesProps = FieldBinding<string> & {
  /** The violations of the site. */
  choices: readonly ViolationChoice[];
  /** The text of the violation of the device's last fine, which comes first. */
  last: string | undefined;
};

type Tile = { value: string; text: string; amount?: number; isLast: boolean };

/** The tiles in their order: the last fine's violation, the site's others, and `Övrigt`. */
function tilesOf(choices: readonly ViolationChoice[], last: string | undefined): Tile[] {
  const all = choices.map(({ value, text, amount }) => ({ value, text, amount, isLast: text === last }));
  return [
    ...all.filter(({ isLast }) => isLast),
    ...all.filter(({ isLast }) => !isLast),
    { value: OTHER, text: noticeTexts.violations.other, isLast: false },
  ];
}

/** The violation of a fine as tiles to press, each with its amount (document 4 §5). The text alone is a tile's name. */
export function ViolationTiles({ choices, last, value, onChange, ...binding }: ViolationTilesProps) {
  const [isWhole, setIsWhole] = useState(false);
  const tiles = tilesOf(choices, last);
  const shown = tiles.length <= FIRST + 1 || isWhole ? tiles : tiles.slice(0, FIRST);
  const chosen = tiles.find((tile) => tile.value === value);
  const rows = chosen === undefined || shown.includes(chosen) ? shown : [...shown, chosen];
  return (
    <Field label={noticeTexts.fields.violation} required errorFirst {...binding}>
      {({ "data-invalid": isInvalid, name, disabled: _never, ...control }, ids) => (
        <>
          <div
            role="radiogroup"
            {...control}
            aria-required
            aria-labelledby={ids.label}
            className="grid gap-2 sm:grid-cols-2 lg:grid-cols-1"
          >
            {rows.map((tile, at) => (
              <ViolationTile
                key={tile.value}
                {...{ tile, name, isWrong: isInvalid === true }}
                // The first tile takes the focus of a form that lacks a violation.
                takesFocus={at === 0}
                isChosen={tile.value === value}
                onChoose={() => onChange(tile.value)}
              />
            ))}
          </div>
          {rows.length < tiles.length && (
            <Button wide className="mt-2" onClick={() => setIsWhole(true)}>
              {fineTexts.allViolations(tiles.length)}
            </Button>
          )}
        </>
      )}
    </Field>
  );
}

type ViolationTileProps = {
  tile: Tile;
  name: string | undefined;
  isWrong: boolean;
  takesFocus: boolean;
  isChosen: boolean;
  onChoose: () => void;
};

function ViolationTile({ tile, name, isWrong, takesFocus, isChosen, onChoose }: ViolationTileProps) {
  const id = useId();
  const more = [
    ...(tile.isLast ? [fineTexts.lastViolation] : []),
    ...(tile.amount === undefined ? [] : [formatMoney(tile.amount)]),
  ];
  return (
    <label
      data-wrong={isWrong || undefined}
      className="flex min-h-14 cursor-pointer items-center gap-[min(0.75rem,3vw)] rounded-control border-2 border-line-strong bg-surface px-[min(0.75rem,3vw)] py-2 hover:border-ink has-checked:border-brand has-checked:bg-brand-soft data-wrong:border-danger"
    >
      <input
        type="radio"
        name={name}
        value={tile.value}
        checked={isChosen}
        onChange={onChoose}
        data-invalid={(takesFocus && isWrong) || undefined}
        aria-labelledby={`${id}-text`}
        {...(more.length > 0 && { "aria-describedby": `${id}-more` })}
        className="size-[min(1.5rem,8vw)] shrink-0 scroll-mb-24 cursor-pointer accent-brand"
      />
      <span className="grid min-w-0 flex-1 gap-0.5 leading-tight">
        <span id={`${id}-text`} className="font-semibold">
          <Words text={tile.text} />
        </span>
        {more.length > 0 && (
          <span id={`${id}-more`} className="text-sm text-ink-soft tabular-nums">
            {more.join(" · ")}
          </span>
        )}
      </span>
    </label>
  );
}
