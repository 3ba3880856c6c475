import type { ReactNode } from "react";
import { Card } from "#shared/ui/card.tsx";

/** Height of an account's row before it is measured, in pixels. */
export const ROW_HEIGHT = 150;

/** The form that adds accounts, and beside it (below it on a phone) the list of them. */
export function AccountPanel({ form, children }: { form: ReactNode; children: ReactNode }) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <Card>{form}</Card>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
