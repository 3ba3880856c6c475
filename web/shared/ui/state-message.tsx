import { CircleAlert, Inbox, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { useLanguage } from "./language.ts";
import { uiTexts } from "./texts.ts";

/** A list without rows: a sentence, and perhaps an action. */
export function EmptyState({
  text,
  icon: Icon = Inbox,
  action,
}: {
  text: string;
  icon?: LucideIcon;
  action?: ReactNode;
}) {
  return (
    <div className="grid justify-items-center gap-3 rounded-card border-2 border-dashed border-line px-6 py-12 text-center">
      <Icon aria-hidden="true" className="size-9 text-ink-soft" strokeWidth={1.5} />
      <p className="max-w-prose text-lg font-medium text-ink-soft">{text}</p>
      {action}
    </div>
  );
}

/** A failed fetch: a text, and a button to try again. */
export function FailedState({
  text,
  errorId = null,
  onRetry,
  isRetrying = false,
}: {
  text: string;
  /** The error's ID in the server's log. */
  errorId?: string | null;
  onRetry?: (() => void) | undefined;
  isRetrying?: boolean;
}) {
  const texts = uiTexts[useLanguage()];
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-4 rounded-card border border-danger/40 bg-danger-soft px-6 py-10 text-center"
    >
      <CircleAlert aria-hidden="true" className="size-9 text-danger" strokeWidth={1.75} />
      <p className="max-w-prose text-lg font-semibold">{text}</p>
      {errorId !== null && <p className="text-sm">{texts.errorId(errorId)}</p>}
      {onRetry !== undefined && (
        <Button pending={isRetrying} onClick={onRetry}>
          {texts.retry}
        </Button>
      )}
    </div>
  );
}

/** A notice in one line above old rows: the rows are old, because a new fetch failed. */
export function StaleNotice({
  text,
  onRetry,
  isRetrying = false,
}: {
  text: string;
  onRetry: () => void;
  isRetrying?: boolean;
}) {
  const { retry, staleNotice } = uiTexts[useLanguage()];
  return (
    <div
      role="alert"
      className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-control border-l-4 border-warning bg-warning-soft py-2 pr-2 pl-4"
    >
      <div>
        <p className="font-semibold">{text}</p>
        <p className="text-sm">{staleNotice}</p>
      </div>
      <Button size="small" pending={isRetrying} onClick={onRetry}>
        {retry}
      </Button>
    </div>
  );
}
