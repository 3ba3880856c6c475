import { type ReactNode, useId } from "react";
import { Card, CardHeader } from "#shared/ui/card.tsx";

/** A part of a page with its heading; with an `id` a link leads to it. */
export function Section({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  const heading = useId();
  return (
    <Card
      as="section"
      aria-labelledby={heading}
      {...(id !== undefined && { id, tabIndex: -1, className: "scroll-mt-4" })}
    >
      <CardHeader id={heading} title={title} />
      {children}
    </Card>
  );
}
