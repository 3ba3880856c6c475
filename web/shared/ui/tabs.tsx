import * as Radix from "radix-ui/tabs";
import { type ReactNode, useLayoutEffect, useRef } from "react";

export type Tab<Value extends string = string> = { value: Value; label: string; content: ReactNode };

type TabsProps<Value extends string> = {
  /** Name of the row of tabs for screen readers. */
  label: string;
  tabs: readonly Tab<Value>[];
  /** The open tab; without it the first one opens and the tabs keep their own state. */
  value?: Value | undefined;
  onChange?: ((value: Value) => void) | undefined;
};

/** Tabs: arrow keys walk, one panel shows. Panels that are not open are not drawn. On a phone the row scrolls sideways. */
export function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (value !== undefined) showOpenTab(list.current);
  }, [value]);
  const control = value === undefined ? { defaultValue: tabs[0]?.value ?? "" } : { value };
  return (
    <Radix.Root {...control} onValueChange={(next) => onChange?.(next as Value)}>
      <Radix.List
        ref={list}
        aria-label={label}
        className="relative -mx-1 mb-5 flex gap-1 overflow-x-auto border-b-2 border-line px-1 pt-1"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-0.5 min-h-12 shrink-0 rounded-t-control px-4 font-semibold text-ink-soft hover:bg-sunken hover:text-ink focus-visible:-outline-offset-4 data-[state=active]:text-ink data-[state=active]:shadow-[inset_0_-4px_0_var(--brand)]"
          >
            {tab.label}
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

/** Scrolls a row that is wider than the phone to its open tab. */
function showOpenTab(list: HTMLElement | null) {
  const open = list?.querySelector<HTMLElement>("[data-state=active]");
  if (!list || !open) return;
  const isVisible =
    open.offsetLeft >= list.scrollLeft && open.offsetLeft + open.offsetWidth <= list.scrollLeft + list.clientWidth;
  if (!isVisible) list.scrollLeft = open.offsetLeft + open.offsetWidth - list.clientWidth;
}
