import * as Radix from "radix-ui/popover";
import type { RefObject } from "react";
import { DayPicker, type Matcher } from "react-day-picker";
import { sv } from "react-day-picker/locale/sv";
import { parseDateValue, toDateValue } from "#shared/format/dates.ts";

type CalendarPopoverProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  anchor: RefObject<HTMLButtonElement | null>;
  label: string;
  value: string;
  onChange: (value: string) => void;
  min: string | undefined;
  max: string | undefined;
};

const navigation =
  "grid size-11 place-items-center rounded-control text-ink hover:bg-sunken aria-disabled:opacity-40 [&_svg]:size-5 [&_svg]:fill-current";

const classNames = {
  root: "relative",
  month_caption: "flex h-11 items-center pl-3 text-lg font-bold first-letter:uppercase",
  nav: "absolute top-0 right-0 z-10 flex gap-1",
  button_previous: navigation,
  button_next: navigation,
  month_grid: "mt-1 border-collapse",
  weekday: "h-9 w-11 text-sm font-semibold text-ink-soft",
  day: "p-0 text-center",
  day_button: "size-11 rounded-control font-medium tabular-nums hover:bg-sunken",
  outside: "text-ink-soft",
  today: "[&>button]:font-extrabold [&>button]:underline [&>button]:decoration-2 [&>button]:underline-offset-4",
  selected: "[&>button]:bg-brand [&>button]:text-on-brand [&>button]:hover:bg-brand-strong",
  disabled: "opacity-40",
};

/** The calendar of a date field, in Swedish, weeks from Monday. Choosing a day closes it; focus goes back to the field. */
export function CalendarPopover({
  isOpen,
  onOpenChange,
  anchor,
  label,
  value,
  onChange,
  min,
  max,
}: CalendarPopoverProps) {
  const selected = parseDateValue(value);
  function handleSelect(day: Date | undefined) {
    // A press on the chosen day would clear it: a calendar that is closed by a press should keep the day instead.
    if (day !== undefined) onChange(toDateValue(day));
    onOpenChange(false);
  }
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Anchor virtualRef={anchor} />
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className="floating-in z-50 rounded-card border border-line-strong bg-surface p-3 shadow-floating"
          // The field's own button closes by its click; closing here too would open again.
          onInteractOutside={(event) =>
            anchor.current?.contains(event.target as Node) === true && event.preventDefault()
          }
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            anchor.current?.focus();
          }}
        >
          <DayPicker
            // A press opened it: the keyboard should stand on the chosen day.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            mode="single"
            locale={sv}
            weekStartsOn={1}
            showOutsideDays
            fixedWeeks
            selected={selected}
            {...(selected !== undefined && { defaultMonth: selected })}
            disabled={disabledDays(min, max)}
            onSelect={handleSelect}
            classNames={classNames}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function disabledDays(min: string | undefined, max: string | undefined): Matcher[] {
  const before = min === undefined ? undefined : parseDateValue(min);
  const after = max === undefined ? undefined : parseDateValue(max);
  return [...(before === undefined ? [] : [{ before }]), ...(after === undefined ? [] : [{ after }])];
}
