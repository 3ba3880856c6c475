import type { ReactNode } from "react";
import type { ProjectPerson } from "#data/project_attendants/queries.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { RemoveButton } from "#shared/ui/remove-button.tsx";

type PersonRowProps = {
  person: ProjectPerson;
  labels: {
    discordIs: (name: string) => string;
    since: (when: string) => string;
    remove: string;
    removeNamed: (userId: string) => string;
  };
  isRemoving: boolean;
  onRemove: () => void;
  /** The password's place. */
  children: ReactNode;
};

/** A row for one of a project's people, with a button that removes them. */
export function PersonRow({ person, labels, isRemoving, onRemove, children }: PersonRowProps) {
  const { user_id: userId, discord_username: discord, created_at: createdAt } = person;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-surface p-4">
      <div className="min-w-0 flex-1 basis-56">
        <h3 className="text-lg font-bold wrap-anywhere">{userId}</h3>
        <p className="flex flex-wrap gap-x-3 text-sm wrap-anywhere text-ink-soft">
          {discord !== null && <span>{labels.discordIs(discord)}</span>}
          <span>{labels.since(formatDateTime(createdAt))}</span>
        </p>
      </div>
      {children}
      <RemoveButton aria-label={labels.removeNamed(userId)} pending={isRemoving} onClick={onRemove}>
        {labels.remove}
      </RemoveButton>
    </li>
  );
}
