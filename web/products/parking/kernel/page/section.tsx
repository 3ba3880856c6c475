import { type ReactNode, useId } from "react";
import { Card, CardHeader } from "#shared/ui/card.tsx";

type SectionProps = { title: string; id?: string; actions?: ReactNode; children: ReactNode };

/** A part of a page with its heading and actions beside it; with an `id` a link leads to it. */
export function Section({ title, id, actions, children }: SectionProps) {
  const heading = useId();
  return (
    <Card
      as="section"
      aria-labelledby={heading}
      {...(id !== undefined && { id, tabIndex: -1, className: "scroll-mt-4" })}
    >
      <CardHeader id={heading} title={title} actions={actions} />
      {children}
    </Card>
  );
}
