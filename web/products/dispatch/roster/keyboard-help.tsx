import { Keyboard } from "lucide-react";
import { type Switch, switchTo, useIsOn } from "../parts/switched-off.ts";
import { unitTexts } from "../unit-texts.ts";

const { keys: texts } = unitTexts;

/** The keys of one character, which each person may switch off (WCAG 2.1.4). */
const SINGLE = ["s", "1–9", "c", "a", "h", "/", "e", "n"];

/** The keys of the roster; they work while one of its buttons has the focus. */
export function KeyboardHelp() {
  return (
    <details className="hidden text-sm sm:block">
      <summary className="flex min-h-11 w-fit items-center gap-2 font-semibold">
        <Keyboard aria-hidden="true" className="size-5" />
        {texts.title}
      </summary>
      <p className="text-ink-soft">{texts.about}</p>
      <ul className="flex flex-wrap gap-x-5 gap-y-2 pt-1 pb-4">
        {texts.list.map(({ keys, does }) => {
          const [key = ""] = keys;
          const isSingle = keys.length === 1 && SINGLE.includes(key.toLowerCase());
          return (
            <li key={does}>
              {isSingle ? (
                <KeySwitch what={`key ${key.toLowerCase()}`} keys={keys} does={does} />
              ) : (
                <span className="flex min-h-6 items-center gap-1.5">
                  <Keys keys={keys} does={does} />
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}

type KeysProps = { keys: readonly string[]; does: string };

function Keys({ keys, does }: KeysProps) {
  return (
    <>
      {keys.map((key) => (
        <kbd
          key={key}
          className="rounded-sm border border-line-strong bg-surface px-1.5 font-sans font-semibold shadow-raised"
        >
          {key}
        </kbd>
      ))}
      <span className="text-ink-soft">{does}</span>
    </>
  );
}

function KeySwitch({ what, ...key }: KeysProps & { what: Switch }) {
  return (
    <label className="flex min-h-6 cursor-pointer items-center gap-1.5">
      <input
        type="checkbox"
        checked={useIsOn(what)}
        onChange={(event) => switchTo(what, event.target.checked)}
        className="size-5 cursor-pointer accent-brand"
      />
      <Keys {...key} />
    </label>
  );
}
