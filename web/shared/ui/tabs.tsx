import * as Radix from "radix-ui/tabs";
import { type ReactNode, type SyntheticEvent, useEffect, useRef } from "react";

/** How many there are: beside a tab's label, and in words for screen readers. */
type TabCount = { count: number; inWords: string };

export type Tab<Value extends string = string> = {
  value: Value;
  label: string;
  content: ReactNode;
  /** How much waits behind it, which is marked. The label stays the tab's whole name. */
  waiting?: TabCount | undefined;
  /** How much there is behind it, which is only said. */
  count?: TabCount | undefined;
};

type TabsProps<Value extends string> = {
  /** Name of the row of tabs for screen readers. */
  label: string;
  tabs: readonly Tab<Value>[];
  /** The open tab; without it the first one opens and the tabs keep their own state. */
  value?: Value | undefined;
  onChange?: ((value: Value) => void) | undefined;
};

/**
 * What is pressed is focused by a script, and browsers then show the ring of the keyboard: it is seen again with the next key, also with
 * one that brings the focus from elsewhere, whose press another element had. Forced colours draw it all the same.
 */
const hideRing = ({ currentTarget }: SyntheticEvent<HTMLElement>) =>
  void (currentTarget.style.outlineColor = "transparent");
const showRing = ({ currentTarget }: SyntheticEvent<HTMLElement>) => void (currentTarget.style.outlineColor = "");

/** Tabs: arrow keys walk, one panel shows. Panels that are not open are not drawn. On a phone they take several rows, so that all are in sight. */
export function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  const control = value === undefined ? { defaultValue: tabs[0]?.value ?? "" } : { value };
  // The open tab may be kept outside, in the address for example, and `value` may follow late. Meanwhile a press on the tab that is still
  // shown is a change too.
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
