import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { withJoints, Words } from "./words.tsx";

/** A raised surface. `as` is the element: for a section or article the caller gives a name (aria-labelledby). */
export function Card({
  as: Element = "div",
  className,
  ...rest
}: ComponentProps<"div"> & { as?: "div" | "section" | "article" | "li" }) {
  return (
    <Element
      {...(rest as object)}
      className={clsx("rounded-card border border-line bg-surface p-4 shadow-raised sm:p-6", className)}
    />
  );
}

/** The top of a card: a heading, a sentence below it, and actions at the side. `level` is the heading's rank on the page. */
export function CardHeader(props: {
  title: string;
  level?: 2 | 3;
  id?: string;
  description?: ReactNode;
  actions?: ReactNode;
}) {
  const Heading = props.level === 3 ? "h3" : "h2";
  return (
    <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0">
        <Heading id={props.id} className="text-xl font-bold">
          <Words text={props.title} />
        </Heading>
        {props.description !== undefined && <div className="mt-1 text-ink-soft">{withJoints(props.description)}</div>}
      </div>
      {props.actions !== undefined && <div className="flex flex-wrap gap-2">{props.actions}</div>}
    </div>
  );
}
