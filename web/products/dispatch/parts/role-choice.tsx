import { ChevronRight } from "lucide-react";
import { useId } from "react";
import { Link, useNavigate } from "react-router";
import { paths } from "#shared/paths.ts";
import { Page } from "#shared/ui/page.tsx";
import { texts } from "../texts.ts";
import { AdminLoginDialog } from "./admin-login-dialog.tsx";

const labels = texts.choice;

/** The two ways into the dispatch project; the administrator's login lies above it when it is asked for (document 2 §2). */
export function RoleChoice({ isLoggingIn }: { isLoggingIn: boolean }) {
  const navigate = useNavigate();
  return (
    <Page title={labels.title} description={labels.description} back={{ label: labels.back, to: paths.landing() }}>
      <nav aria-label={labels.choices}>
        <ul className="grid gap-4 sm:grid-cols-2">
          <Way name={labels.operator} hint={labels.operatorHint} to={paths.dispatch("operator")} />
          <Way name={labels.administrator} hint={labels.administratorHint} to={paths.dispatch("administrator")} />
        </ul>
      </nav>
      <AdminLoginDialog open={isLoggingIn} onClose={() => void navigate(paths.dispatch(), { replace: true })} />
    </Page>
  );
}

function Way({ name, hint, to }: { name: string; hint: string; to: string }) {
  const id = useId();
  return (
    <li>
      <Link
        to={to}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-hint`}
        className="group flex h-full items-center justify-between gap-4 rounded-card border-2 border-line bg-surface p-5 no-underline shadow-raised hover:border-brand sm:p-6"
      >
        <span className="min-w-0">
          <span id={`${id}-name`} lang="en" className="block text-xl font-bold text-brand">
            {name}
          </span>
          <span id={`${id}-hint`} className="mt-1 block text-ink-soft">
            {hint}
          </span>
        </span>
        <ChevronRight aria-hidden="true" className="size-6 shrink-0 text-ink-soft group-hover:text-brand" />
      </Link>
    </li>
  );
}
