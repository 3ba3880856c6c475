import type { ReactNode } from "react";
import { Card } from "#shared/ui/card.tsx";

/** The height of an account's row before it is measured, in pixels. */
export const ROW_HEIGHT = 150;

/** The form that adds accounts, with the list of accounts beside it (below it on a phone). */
export function AccountPanel({ form, children }: { form: ReactNode; children: ReactNode }) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <Card>{form}</Card>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
