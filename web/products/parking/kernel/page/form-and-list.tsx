import { clsx } from "clsx";
import { type MouseEvent, type ReactNode, useId, useRef } from "react";
import { ButtonLink } from "#shared/ui/button.tsx";
import { useIsWide } from "./use-is-wide.ts";

type FormAndListProps = {
  form: ReactNode;
  list: ReactNode;
  /** The text of the link to the form. */
  link: string;
  /** The columns of a desk. */
  className: string;
};

/**
 * A form and the list of what it adds to: beside each other at a desk, the form first (document 1 §2). A narrower window has the list first,
 * below a link to the form. The order is the document's, so that the keyboard and screen readers follow it.
 */
export function FormAndList({ form, list, link, className }: FormAndListProps) {
  const isWide = useIsWide();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);

  function handleJump(event: MouseEvent) {
    event.preventDefault();
    box.current?.scrollIntoView();
    box.current?.querySelector<HTMLElement>("input, button")?.focus({ preventScroll: true });
  }

  const parts = [
    <div key="form" ref={box} id={id} className={clsx("min-w-0 scroll-mt-4", !isWide && "comes-after")}>
      {form}
    </div>,
    <div key="list" className="min-w-0">
      {!isWide && (
        <ButtonLink to={`#${id}`} size="small" className="mb-4" onClick={handleJump}>
          {link}
        </ButtonLink>
      )}
      {list}
    </div>,
  ];
  return (
    <div className={clsx("grid grid-cols-1 items-start gap-6", className)}>{isWide ? parts : parts.toReversed()}</div>
  );
}
