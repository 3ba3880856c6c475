import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
} from "react";
import { DayPicker, type Matcher } from "react-day-picker";
import { enGB } from "react-day-picker/locale/en-GB";
import { sv } from "react-day-picker/locale/sv";
import { dayOfCalendar, parseDateValue, toDateValue } from "#shared/format/dates.ts";
import { Button } from "#shared/ui/button.tsx";
import { useLanguage } from "#shared/ui/language.ts";

type CalendarPopoverProps = {
  onClose: () => void;
  anchor: RefObject<HTMLButtonElement | null>;
  label: string;
  value: string;
  onChange: (value: string) => void;
  min: string | undefined;
  max: string | undefined;
  clearable: boolean | undefined;
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

/** Names of days and months, and the button that clears the field, by the language of the screen. */
const LANGUAGES = { sv: { locale: sv, noDay: "Rensa" }, en: { locale: enGB, noDay: "Clear" } } as const;

/** Space from the popover to its field and to the window's edge, in pixels. */
const GAP = 6;
const EDGE = 8;

/**
 * The open calendar of a date field, in the screen's language, with weeks from Monday. A chosen day or Escape closes it and returns the focus to the
 * field; a press elsewhere closes it and leaves the focus there. It uses the browser's top layer, because a popover library would be larger
 * than this file.
 */
export function CalendarPopover(props: CalendarPopoverProps) {
  const { onClose, anchor, label, value, onChange, min, max, clearable } = props;
  const { locale, noDay } = LANGUAGES[useLanguage()];
  const popover = useRef<HTMLDialogElement>(null);
  const selected = parseDateValue(value);
  const [today] = useState(() => parseDateValue(toDateValue(new Date())));
  useTopLayer(popover, anchor);
  usePressOutside(popover, anchor, onClose);
  function closeToField() {
    onClose();
    anchor.current?.focus();
  }
  function choose(day: string) {
    onChange(day);
    closeToField();
  }
  // The library clears the chosen day when it is pressed again. The calendar keeps the day instead, and closes.
  const handleSelect = (day: Date | undefined) => (day === undefined ? closeToField() : choose(dayOfCalendar(day)));
  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    closeToField();
  }
  return (
    // The listeners handle Escape and lost focus; people press only the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={popover}
      popover="manual"
      aria-label={label}
      onKeyDown={handleKeyDown}
      onBlur={(event) => hasLeft(event, anchor.current) && onClose()}
      className="floating-in inset-auto m-0 rounded-card border border-line-strong bg-surface p-3 text-ink shadow-floating"
    >
      <DayPicker
        // The calendar opens by a press, and the keyboard starts on the chosen day.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        mode="single"
        locale={locale}
        weekStartsOn={1}
        {...(today !== undefined && { today })}
        showOutsideDays
        fixedWeeks
        selected={selected}
        {...(selected !== undefined && { defaultMonth: selected })}
        disabled={disabledDays(min, max)}
        onSelect={handleSelect}
        classNames={classNames}
      />
      {clearable === true && value !== "" && (
        <Button size="small" onClick={() => choose("")}>
          {noDay}
        </Button>
      )}
    </dialog>
  );
}

/** Whether the focus moved outside both the popover and the field. */
const hasLeft = ({ relatedTarget, currentTarget }: FocusEvent, field: HTMLElement | null): boolean =>
  relatedTarget !== null && !currentTarget.contains(relatedTarget) && relatedTarget !== field;

type Ref = RefObject<HTMLElement | null>;

/** Shows the popover in the top layer, next to its field, and follows the field while the page scrolls or turns. */
function useTopLayer(popover: Ref, anchor: Ref) {
  useLayoutEffect(() => {
    const element = popover.current;
    if (element === null) return undefined;
    const place = () => placeBeside(element, anchor.current);
    element.showPopover();
    place();
    window.addEventListener("resize", place);
    document.addEventListener("scroll", place, { capture: true, passive: true });
    return () => {
      window.removeEventListener("resize", place);
      document.removeEventListener("scroll", place, { capture: true });
    };
  }, [popover, anchor]);
}

/** Places the popover below the field if there is room, else above it, and always inside the window. */
function placeBeside(element: HTMLElement, anchor: HTMLElement | null) {
  if (anchor === null) return;
  const field = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = element;
  const below = field.bottom + GAP;
  const top = below + height <= window.innerHeight - EDGE ? below : field.top - GAP - height;
  element.style.top = `${Math.max(EDGE, top)}px`;
  element.style.left = `${Math.max(EDGE, Math.min(field.left, window.innerWidth - width - EDGE))}px`;
}

/** Calls `onPress` for a press outside the popover and the field. The field's own button closes the popover itself. */
function usePressOutside(popover: Ref, anchor: Ref, onPress: () => void) {
  useEffect(() => {
    function handlePress({ target }: PointerEvent) {
      const isInside = [popover, anchor].some(({ current }) => current?.contains(target as Node) === true);
      if (!isInside) onPress();
    }
    document.addEventListener("pointerdown", handlePress);
    return () => document.removeEventListener("pointerdown", handlePress);
  }, [popover, anchor, onPress]);
}

function disabledDays(min: string | undefined, max: string | undefined): Matcher[] {
  const before = min === undefined ? undefined : parseDateValue(min);
  const after = max === undefined ? undefined : parseDateValue(max);
  return [...(before === undefined ? [] : [{ before }]), ...(after === undefined ? [] : [{ after }])];
}
