import type { ReactNode } from "react";

/** A banner that says who is signed in, with their buttons. */
export function SignedInBanner({ icon, text, children }: { icon: ReactNode; text: string; children?: ReactNode }) {
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-card bg-brand-soft p-4">
      <p className="flex min-w-0 items-center gap-2.5 font-semibold wrap-anywhere [&_svg]:size-5 [&_svg]:shrink-0">
        {icon}
        {text}
      </p>
      {children}
    </div>
  );
}
