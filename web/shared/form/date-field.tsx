import { clsx } from "clsx";
import { CalendarDays } from "lucide-react";
import { lazy, Suspense, useCallback, useRef, useState } from "react";
import { formatLongDate } from "#shared/format/dates.ts";
import { controlClass, Field, type FieldBinding, type FieldFrame } from "./field.tsx";
import { dayTexts } from "./texts.ts";
import { useLanguage } from "#shared/ui/language.ts";

const loadCalendar = () => import("./calendar-popover.tsx");
const CalendarPopover = lazy(async () => ({ default: (await loadCalendar()).CalendarPopover }));

export type DateFieldProps = FieldFrame &
  FieldBinding<string> & {
    /** The first and the last day that may be chosen, `yyyy-MM-dd`. */
    min?: string | undefined;
    max?: string | undefined;
    /** The calendar offers to clear the day. */
    clearable?: boolean | undefined;
  };

/**
 * A field for a day, `yyyy-MM-dd` or empty: a button that shows the day, in words on a Swedish screen, and opens a calendar. The button's name is the label
 * alone; the day is its description. The calendar's code loads when the pointer or the focus comes near.
 */
export function DateField({ value, onChange, min, max, clearable, ...frame }: DateFieldProps) {
  const lang = useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const handleClose = useCallback(() => setIsOpen(false), []);
  return (
    <Field {...frame}>
      {(control, ids) => (
        <>
          <button
            {...control}
            ref={button}
            type="button"
            aria-labelledby={ids.label}
            aria-invalid={undefined}
            aria-describedby={clsx(`${control.id}-shown`, control["aria-describedby"])}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
            onPointerEnter={() => void loadCalendar()}
            onFocus={() => void loadCalendar()}
            className={clsx(controlClass, "flex items-center justify-between gap-3 text-left")}
          >
            <span id={`${control.id}-shown`} className={value === "" ? "text-ink-soft" : undefined}>
              {value === "" ? dayTexts[lang].noDate : lang === "sv" ? formatLongDate(value) : value}
            </span>
            <CalendarDays aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
          </button>
          {isOpen && (
            <Suspense fallback={null}>
              <CalendarPopover
                {...{ label: frame.label, value, min, max, clearable, anchor: button, onChange, onClose: handleClose }}
              />
            </Suspense>
          )}
        </>
      )}
    </Field>
  );
}
