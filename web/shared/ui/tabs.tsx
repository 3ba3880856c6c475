import * as Radix from "radix-ui/tabs";
import { type ReactNode, type SyntheticEvent, useEffect, useRef } from "react";

/** A count: the number beside a tab's label, and words for screen readers. */
type TabCount = { count: number; inWords: string };

export type Tab<Value extends string = string> = {
  value: Value;
  label: string;
  content: ReactNode;
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
};

/**
 * A press focuses a tab by script, and browsers then draw the keyboard's ring. The ring is hidden until the next key, even a key that moves
 * the focus from another element. Forced colours still draw the ring.
 */
const hideRing = ({ currentTarget }: SyntheticEvent<HTMLElement>) =>
  void (currentTarget.style.outlineColor = "transparent");
const showRing = ({ currentTarget }: SyntheticEvent<HTMLElement>) => void (currentTarget.style.outlineColor = "");

/** Tabs: arrow keys walk, one panel shows, closed panels are not drawn. On a phone the tabs take several rows, so that all are in sight. */
export function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  const control = value === undefined ? { defaultValue: tabs[0]?.value ?? "" } : { value };
  // The parent may keep the open tab (in the address, for example), and `value` may follow late. A press on the tab that is still shown
  // counts as a change meanwhile.
  const asked = useRef(value);
  useEffect(() => void (asked.current = value), [value]);
  function ask(next: Value) {
    asked.current = next;
    onChange?.(next);
  }
  return (
    <Radix.Root {...control} onValueChange={(next) => ask(next as Value)}>
      <Radix.List aria-label={label} className="-mx-1 mb-5 flex flex-wrap gap-x-1 border-b-2 border-line px-1">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            aria-description={(tab.waiting ?? tab.count)?.inWords}
            onFocus={() => tab.value === value && asked.current !== value && ask(value)}
            onPointerDown={hideRing}
            onKeyDown={showRing}
            onKeyUp={showRing}
            onBlur={showRing}
            className="-mb-0.5 min-h-12 rounded-t-control px-2 font-semibold sm:px-4 text-ink-soft hover:bg-sunken hover:text-ink focus-visible:-outline-offset-4 data-[state=active]:text-ink data-[state=active]:shadow-[inset_0_-4px_0_var(--brand)]"
          >
            {tab.label}
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
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
