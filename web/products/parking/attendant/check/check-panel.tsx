import { Search } from "lucide-react";
import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from "react";
import { PARKING_MAX } from "#contract/limits.ts";
import { TextField } from "#shared/form/text-field.tsx";
import { Button } from "#shared/ui/button.tsx";
import { checkTexts } from "./check-texts.ts";
import { PlateAnswerRegion } from "./plate-answer.tsx";
import type { Checked, PlateCheck } from "./use-plate-check.ts";

type CheckPanelProps = {
  check: PlateCheck;
  /** Opens `Skapa parkeringsbot` for the checked car. */
  onFine: (checked: Checked) => void;
  /** The camera, between the field and the answer. */
  children?: ReactNode;
};

/**
 * The answer's room, reserved from the press on: a late answer, of whatever height, pushes no row away that the attendant is about to touch. On
 * a phone it ends where the screen does.
 */
const ROOM = "min-h-[calc(100dvh-5.5rem)] lg:min-h-[31rem]";

/** The check whether a car may stand here. The field stays visible while the list scrolls; the answer stands below it (document 4 §5). */
export function CheckPanel({ check, onFine, children }: CheckPanelProps) {
  const form = useRef<HTMLFormElement>(null);
  const focusField = () => form.current?.querySelector("input")?.focus();
  useSlashKey(focusField);
  return (
    <>
      <CheckForm check={check} form={form} />
      {children}
      {(check.isPending || check.checked !== undefined) && (
        <div className={ROOM}>
          {check.checked !== undefined && (
            <PlateAnswerRegion
              checked={check.checked}
              region={check.region}
              onFine={() => check.checked && onFine(check.checked)}
              onAgain={() => {
                check.startAnew();
                focusField();
              }}
            />
          )}
        </div>
      )}
    </>
  );
}

/** The field and its button. Problems stand below both, because they are longer than the field. */
function CheckForm({ check, form }: { check: PlateCheck; form: RefObject<HTMLFormElement | null> }) {
  const problem = useId();

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    void check.check();
  }

  return (
    <form
      ref={form}
      onSubmit={handleSubmit}
      noValidate
      // With very large text the field would fill the screen, so it scrolls partly out: the answer needs the room.
      className="sticky top-[min(0px,(100vw-20rem)*1.5)] z-20 -mx-4 mb-2 flex flex-wrap items-end gap-x-3 gap-y-2 border-b border-line bg-canvas px-4 py-2 sm:-mx-6 sm:px-6 lg:mx-0 lg:px-0"
    >
      <TextField
        label={checkTexts.field}
        placeholder={checkTexts.example}
        name="plate"
        value={check.typed}
        onChange={check.setTyped}
        invalid={check.problem !== undefined}
        describedBy={check.problem === undefined ? undefined : problem}
        maxLength={PARKING_MAX.plate}
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        aria-keyshortcuts="/"
        // The next plate replaces the last one.
        onFocus={(event) => event.currentTarget.select()}
        onMouseUp={(event) => event.preventDefault()}
        // On a phone the button beside the field says what the field is for; the label is for screen readers.
        className="min-w-[5em] flex-1 max-lg:[&>:first-child]:sr-only lg:[&>:first-child]:whitespace-nowrap max-sm:[&_input]:px-2 [&_input]:min-h-14 [&_input]:text-2xl [&_input]:font-bold [&_input]:tracking-wide [&_input]:uppercase [&_input]:placeholder:font-normal"
      />
      <Button type="submit" variant="primary" size="large" className="max-sm:[&_svg]:hidden" pending={check.isPending}>
        <Search aria-hidden="true" />
        {checkTexts.submit}
      </Button>
      {check.problem !== undefined && (
        <p id={problem} className="w-full font-medium text-danger">
          {check.problem}
        </p>
      )}
    </form>
  );
}

/** The key `/` moves the focus to this field from anywhere but another field. */
function useSlashKey(act: () => void) {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      const { target } = event;
      const isTyping =
        target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null;
      if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      latest.current();
    }
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, []);
}
