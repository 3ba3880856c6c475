import type { TrailEntry } from "#data/audit_trail/queries.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { Badge } from "#shared/ui/badge.tsx";
import {
  type Change,
  changesOf,
  nameOfAction,
  nameOfKind,
  nameOfRow,
  nameOfSubject,
  sentenceOf,
} from "../rules/describe.ts";
import { texts } from "../texts.ts";

/** The colours of actions. */
const TONES = { insert: "success", update: "brand", delete: "danger", read: "warning", export: "warning" } as const;

const toneOf = (action: string) => (Object.hasOwn(TONES, action) ? TONES[action as keyof typeof TONES] : "neutral");

/** An entry of the trail. Changes are shown at once; the values of a created or removed row are behind a button. */
export function TrailItem({ entry, withProject }: { entry: TrailEntry; withProject: boolean }) {
  const name = nameOfRow(entry);
  const title = `${nameOfSubject(entry.subject)}${name === "" ? "" : ` ${name}`}`;
  const changes = changesOf(entry);
  return (
    <article aria-label={title} className="grid gap-1.5 rounded-card border border-line bg-surface px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={toneOf(entry.action)}>{nameOfAction(entry.action)}</Badge>
          <h2 className="min-w-0 font-bold wrap-anywhere">{title}</h2>
        </div>
        <p className="flex flex-wrap gap-x-3 text-sm text-ink-soft">
          <time dateTime={entry.created_at} className="tabular-nums">
            {formatDateTime(entry.created_at)}
          </time>
          <span className="wrap-anywhere">
            {texts.by} {nameOfKind(entry.actor_kind)}
            {entry.actor_id !== null && (
              <>
                {" "}
                <strong className="text-ink">{entry.actor_id}</strong>
              </>
            )}
          </span>
          {withProject && entry.project_id !== null && <span className="wrap-anywhere">{entry.project_id}</span>}
        </p>
      </div>
      {entry.action === "update" ? (
        <Changes changes={changes} />
      ) : (
        changes.length > 0 && (
          <details>
            <summary className="inline-flex min-h-6 cursor-pointer items-center text-sm font-semibold underline">
              {texts.details}
            </summary>
            <Changes changes={changes} />
          </details>
        )
      )}
    </article>
  );
}

function Changes({ changes }: { changes: Change[] }) {
  return (
    <ul className="grid gap-0.5">
      {changes.map((change) => (
        <li key={change.column} className="wrap-anywhere">
          {sentenceOf(change)}
        </li>
      ))}
    </ul>
  );
}
