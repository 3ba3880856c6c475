import { type ReactNode, useId } from "react";
import { Card, CardHeader } from "#shared/ui/card.tsx";

/** A part of a page with its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id}>
      <CardHeader id={id} title={title} />
      {children}
    </Card>
  );
}
