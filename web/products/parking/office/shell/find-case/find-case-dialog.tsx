import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, type RefObject, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link, useNavigate } from "react-router";
import { useActing } from "#data/acting.ts";
import { type FoundCase, foundCases, MOST_FOUND, SHORTEST_TERM } from "#data/fines/found-cases.ts";
import { askedBy } from "#data/use-query.ts";
import { SearchField } from "#shared/form/search-field.tsx";
import { formatOre } from "#shared/format/money.ts";
import { paths } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { Plate } from "#shared/ui/plate.tsx";
import { CaseStatusMarks } from "#parking/kernel/case/case-status.tsx";
import { findTexts as texts } from "./find-texts.ts";

type FindProps = { project: string; onClose: () => void };

/**
 * Finds an open case by a part of its plate, number or name. One case opens at once; of several the first has the focus, arrows walk, and
 * Enter opens.
 */
export function FindCaseDialog({ project, onClose }: FindProps) {
  const [term, setTerm] = useState("");
  const [isPending, setIsPending] = useState(false);
  const [message, setMessage] = useState("");
  const [found, setFound] = useState<FoundCase[]>([]);
  const list = useRef<HTMLUListElement>(null);
  const cache = useQueryClient();
  const acting = useActing();
  const navigate = useNavigate();

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setMessage("");
    setFound([]);
    if (term.trim().length < SHORTEST_TERM) return setMessage(texts.short);
    setIsPending(true);
    try {
      const cases = await cache.fetchQuery(askedBy(acting, foundCases(project, term.trim())));
      const [only] = cases;
      if (only === undefined) setMessage(texts.none);
      else if (cases.length === 1) return await open(only);
      flushSync(() => setFound(cases));
      list.current?.querySelector("a")?.focus();
    } catch {
      setMessage(texts.failed);
    } finally {
      setIsPending(false);
    }
  }

  async function open({ case_number: number }: FoundCase) {
    onClose();
    await navigate(paths.cases(project, number));
  }

  return (
    <Dialog open onOpenChange={onClose} title={texts.title} description={texts.text} width="normal">
      <form
        onSubmit={(event) => void handleSubmit(event)}
        className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3"
      >
        <SearchField label={texts.field} name="term" value={term} onChange={setTerm} maxLength={50} />
        <Button type="submit" variant="primary" pending={isPending}>
          {texts.submit}
        </Button>
      </form>
      <output className="mt-3 block min-h-6 font-medium">{found.length === MOST_FOUND ? texts.more : message}</output>
      {found.length > 0 && <Found {...{ project, found, list, onClose }} />}
    </Dialog>
  );
}

type FoundProps = FindProps & { found: readonly FoundCase[]; list: RefObject<HTMLUListElement | null> };

/** The found cases, each a link; arrows walk from one to the next. */
function Found({ project, found, list, onClose }: FoundProps) {
  function handleArrow(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const links = [...(list.current?.querySelectorAll("a") ?? [])];
    links[links.findIndex((link) => link === document.activeElement) + step]?.focus();
  }

  return (
    // Arrows walk from link to link, each of which the keyboard reaches by itself.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul ref={list} aria-label={texts.results} className="border-t border-line" onKeyDown={handleArrow}>
      {found.map((fine) => (
        <li
          key={fine.case_number}
          className="relative flex min-h-12 flex-wrap items-center gap-x-3 border-b border-line focus-within:bg-sunken hover:bg-sunken"
        >
          <Plate value={fine.plate} size="small" />
          <Link
            to={paths.cases(project, fine.case_number)}
            onClick={onClose}
            className="inline-flex min-h-11 items-center font-bold tabular-nums after:absolute after:inset-0"
          >
            {fine.case_number}
          </Link>
          <CaseStatusMarks status={fine.status} mustBeReviewed={fine.needs_review} />
          <span className="min-w-0 flex-1 text-right text-sm wrap-anywhere text-ink-soft">
            {fine.name ?? fine.street}
          </span>
          <span className="font-bold tabular-nums">{formatOre(fine.left_ore)}</span>
        </li>
      ))}
    </ul>
  );
}
