import { clsx } from "clsx";
import { type MouseEvent, useSyncExternalStore } from "react";
import { UPRIGHT_CHOSEN, UPRIGHT_ENTRY } from "#shared/ui/tabs.tsx";
import { settingsTexts as texts } from "./settings-texts.ts";

/** The parts of the settings, in their order; each is the id of its section. */
const PARTS = ["issuer", "payment", "rules", "reminder", "keep", "violations", "erasure"] as const;
type Part = (typeof PARTS)[number];

/** The contents of a long page, at the left of a desk: links to its parts, of which the one in sight is marked. */
export function SettingsContents() {
  const current = useSyncExternalStore(onScroll, partInSight);

  return (
    <nav aria-label={texts.contents} className="sticky top-0 -ml-3 max-h-dvh overflow-y-auto max-lg:hidden">
      <ul>
        {PARTS.map((part) => (
          <li key={part}>
            <a
              href={`#${part}`}
              aria-current={part === current ? "location" : undefined}
              className={clsx(UPRIGHT_ENTRY, "text-base leading-tight", part === current && UPRIGHT_CHOSEN)}
              onClick={handleChoose}
            >
              {texts.parts[part]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Brings a part into sight, and the keyboard into it. */
function handleChoose(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault();
  const section = document.querySelector<HTMLElement>(event.currentTarget.hash);
  section?.scrollIntoView();
  section?.focus({ preventScroll: true });
}

function onScroll(tell: () => void): () => void {
  for (const kind of ["scroll", "resize"]) window.addEventListener(kind, tell, { passive: true });
  return () => {
    for (const kind of ["scroll", "resize"]) window.removeEventListener(kind, tell);
  };
}

/** The share of the window's height above which a part counts as read. */
const READ_LINE = 0.3;

/** The last part that begins above the reading line; at the page's end its last part, which may be too short to get there. */
function partInSight(): Part {
  const { scrollHeight } = document.documentElement;
  if (window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 2)
    return PARTS[PARTS.length - 1] ?? PARTS[0];
  const line = window.innerHeight * READ_LINE;
  return PARTS.findLast((part) => topOf(part) <= line) ?? PARTS[0];
}

const topOf = (part: Part) => document.getElementById(part)?.getBoundingClientRect().top ?? Infinity;
