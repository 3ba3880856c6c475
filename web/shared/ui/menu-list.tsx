import * as Radix from "radix-ui/dropdown-menu";
import { useRef } from "react";
import { MenuButton } from "./menu-button.tsx";
import type { MenuProps } from "./menu.tsx";

/** The menu of `Menu`: arrows move, a letter leads to its choice, Escape closes it and returns the focus. */
export function MenuList({ label, heading, items, startsOpen }: MenuProps & { startsOpen: boolean }) {
  const afterClosing = useRef<() => void>(undefined);
  return (
    // The page stays usable below the menu, so that it is not moved by a scrollbar that goes.
    <Radix.Root modal={false} defaultOpen={startsOpen}>
      <Radix.Trigger asChild>
        <MenuButton label={label} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            const act = afterClosing.current;
            afterClosing.current = undefined;
            if (act === undefined) return;
            event.preventDefault();
            act();
          }}
          className="floating-in z-40 max-h-(--radix-dropdown-menu-content-available-height) max-w-[calc(100vw-1rem)] min-w-[min(15rem,calc(100vw-1rem))] overflow-y-auto rounded-card border border-line-strong bg-surface py-1 text-ink shadow-floating"
        >
          {heading !== undefined && (
            <Radix.Label className="px-4 py-2 text-sm wrap-anywhere text-ink-soft">{heading}</Radix.Label>
          )}
          {items.map(({ label: name, icon: Icon, onChoose, movesFocus = false }) => (
            <Radix.Item
              key={name}
              onSelect={() => {
                if (movesFocus) afterClosing.current = onChoose;
                else onChoose();
              }}
              className="flex min-h-14 cursor-pointer items-center gap-3 px-4 py-2 font-semibold data-highlighted:bg-sunken focus-visible:-outline-offset-4"
            >
              <Icon aria-hidden="true" className="size-5 shrink-0" />
              {name}
            </Radix.Item>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
