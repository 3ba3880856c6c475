import { Keyboard } from "lucide-react";
import { unitTexts } from "../unit-texts.ts";

const { keys: texts } = unitTexts;

/** The keys of the roster; they work while one of its buttons has the focus. */
export function KeyboardHelp() {
  return (
    <details className="hidden text-sm sm:block">
      <summary className="flex min-h-11 w-fit items-center gap-2 font-semibold">
        <Keyboard aria-hidden="true" className="size-5" />
        {texts.title}
      </summary>
      <ul className="flex flex-wrap gap-x-5 gap-y-2 pt-1 pb-4">
        {texts.list.map(({ keys, does }) => (
          <li key={does} className="flex items-center gap-1.5">
            {keys.map((key) => (
              <kbd
                key={key}
                className="rounded-sm border border-line-strong bg-surface px-1.5 font-sans font-semibold shadow-raised"
              >
                {key}
              </kbd>
            ))}
            <span className="text-ink-soft">{does}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
