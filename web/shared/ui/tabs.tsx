import { clsx } from "clsx";
import * as Radix from "radix-ui/tabs";
import { type ReactNode, type SyntheticEvent, useEffect, useRef } from "react";
import { Count } from "./count.tsx";

/** A count: the number beside a tab's label, and words for screen readers. */
type TabCount = { count: number; inWords: string };

export type Tab<Value extends string = string> = {
  value: Value;
  label: string;
  content: ReactNode;
  /** A number behind the label, which is a part of the tab's name. */
  number?: string | undefined;
  /** The count of waiting things, shown with a mark. The label stays the tab's whole name. */
  waiting?: TabCount | undefined;
  /** The count of things behind the tab; only screen readers speak it. */
  count?: TabCount | undefined;
};

type TabsProps<Value extends string> = {
  /** The name of the row of tabs for screen readers. */
  label: string;
  tabs: readonly Tab<Value>[];
  /** The open tab. Without it the first tab opens, and the tabs keep their own state. */
  value?: Value | undefined;
  onChange?: ((value: Value) => void) | undefined;
  /** Whether the tabs stand upright, below each other. */
  isUpright?: boolean;
  /** Whether the tabs stay in one row on a phone, which is scrolled: for more tabs than two rows hold. */
  isScrolled?: boolean;
  /** Lays out the row of tabs and the open panel; by default the panel is below the row. */
  renderLayout?: (row: ReactNode, panel: ReactNode) => ReactNode;
};

/** The look of an entry in an upright row, of tabs or of links. */
export const UPRIGHT_ENTRY =
  "flex min-h-11 w-full items-center rounded-control px-3 text-left font-semibold text-ink-soft no-underline hover:bg-sunken hover:text-ink focus-visible:-outline-offset-4 [&>span]:ml-auto";
/** The look of the chosen entry. */
export const UPRIGHT_CHOSEN = "bg-brand-soft! font-bold text-ink shadow-[inset_4px_0_0_var(--brand)]";

/**
 * A press focuses a tab by script, and browsers then draw the keyboard's ring. The ring is hidden until the next key, even a key that moves
 * the focus from another element. Forced colours still draw the ring.
 */
const hideRing = ({ currentTarget }: SyntheticEvent<HTMLElement>) =>
  void (currentTarget.style.outlineColor = "transparent");
const showRing = ({ currentTarget }: SyntheticEvent<HTMLElement>) => void (currentTarget.style.outlineColor = "");

/** Where a tab of a scrolled row comes to stand; the page around it stays. */
const IN_ROW = { block: "nearest", inline: "center" } as const;

/** Tabs: arrow keys walk, one panel shows, closed panels are not drawn. On a phone the tabs take several rows, so that all are in sight, or one that is scrolled. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  isUpright = false,
  isScrolled = false,
  renderLayout = oneBelowTheOther,
}: TabsProps<Value>) {
  const control = value === undefined ? { defaultValue: tabs[0]?.value ?? "" } : { value };
  // The parent may keep the open tab (in the address, for example), and `value` may follow late. A press on the tab that is still shown
  // counts as a change meanwhile.
  const asked = useRef(value);
  useEffect(() => void (asked.current = value), [value]);
  function ask(next: Value) {
    asked.current = next;
    onChange?.(next);
  }
  const flat = isScrolled ? SCROLLED : FLAT;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A tab that the address opens may be cut off at the row's edge.
    if (isScrolled) list.current?.querySelector("[aria-selected=true]")?.scrollIntoView(IN_ROW);
  }, [isScrolled]);
  const row = (
    <Radix.List ref={list} aria-label={label} className={isUpright ? "grid" : flat.row}>
      {tabs.map((tab) => (
        <Radix.Trigger
          key={tab.value}
          value={tab.value}
          aria-description={(tab.waiting ?? tab.count)?.inWords}
          onFocus={({ currentTarget }) => {
            // A press focuses a tab that may be cut off at the row's edge.
            if (isScrolled) currentTarget.scrollIntoView(IN_ROW);
            if (tab.value === value && asked.current !== value) ask(value);
          }}
          onPointerDown={hideRing}
          onKeyDown={showRing}
          onKeyUp={showRing}
          onBlur={showRing}
          className={isUpright ? clsx(UPRIGHT_ENTRY, tab.value === value && UPRIGHT_CHOSEN) : flat.entry}
        >
          <Name tab={tab} />
        </Radix.Trigger>
      ))}
    </Radix.List>
  );
  return (
    <Radix.Root
      {...control}
      orientation={isUpright ? "vertical" : "horizontal"}
      onValueChange={(next) => ask(next as Value)}
    >
      {renderLayout(row, tabs.map(panelOf))}
    </Radix.Root>
  );
}

/** The label of a tab with its numbers. */
function Name({ tab }: { tab: Tab }) {
  return (
    <>
      {tab.label}
      {tab.number !== undefined && (
        <>
          {" "}
          <Count>{tab.number}</Count>
        </>
      )}
      {tab.waiting !== undefined && (
        <span aria-hidden="true" className="ml-2 rounded-full bg-brand px-2 py-0.5 text-sm text-on-brand">
          {tab.waiting.count}
        </span>
      )}
      {tab.waiting === undefined && tab.count !== undefined && (
        <span aria-hidden="true" className="ml-2 text-sm font-normal text-ink-soft tabular-nums">
          {tab.count.count}
        </span>
      )}
    </>
  );
}

const ROW = "-mx-1 mb-5 flex gap-x-1 border-b-2 border-line px-1";
const ENTRY =
  "min-h-12 rounded-t-control px-2 font-semibold sm:px-4 text-ink-soft hover:bg-sunken hover:text-ink focus-visible:-outline-offset-4 data-[state=active]:text-ink data-[state=active]:shadow-[inset_0_-4px_0_var(--brand)]";
const FLAT = { row: clsx(ROW, "flex-wrap"), entry: clsx(ENTRY, "-mb-0.5") };
const SCROLLED = {
  row: clsx(ROW, "overflow-x-auto overscroll-x-contain [scrollbar-width:none] sm:flex-wrap"),
  // An entry that reached over the row's line would let the row be scrolled downwards too.
  entry: clsx(ENTRY, "shrink-0 whitespace-nowrap"),
};

const panelOf = ({ value, content }: Tab) => (
  <Radix.Content key={value} value={value}>
    {content}
  </Radix.Content>
);

const oneBelowTheOther = (row: ReactNode, panel: ReactNode) => (
  <>
    {row}
    {panel}
  </>
);
