import { type ReactNode, useId } from "react";
import { formatDateTime, formatOptional } from "#shared/format/dates.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { RemoveButton } from "#shared/ui/remove-button.tsx";
import { adminTexts } from "../admin-texts.ts";

const texts = adminTexts.accounts;

type AccountRowProps = {
  userId: string;
  /** The Discord name, and when and by whom the account was added. */
  facts?: ReactNode;
  password?: ReactNode;
  /** The account cannot be removed; its button says so when it is pressed. */
  isProtected?: boolean;
  isRemoving?: boolean;
  onRemove: () => void;
};

type Facts = {
  project_id?: string | null;
  discord_username: string | null;
  created_at: string;
  renamed_from: string | null;
};

/** The facts of an attendant besides the ID. */
export function AccountFacts({ account }: { account: Facts }) {
  return (
    <>
      <p className="wrap-anywhere">{`Discord: ${formatOptional(account.discord_username)}`}</p>
      <p>{texts.added(formatDateTime(account.created_at))}</p>
      <EverywhereNote project={account.project_id} />
      <RenamedNote before={account.renamed_from} />
    </>
  );
}

/** A note that a person belongs to no site, and is therefore listed at each. */
export function EverywhereNote({ project }: { project: string | null | undefined }) {
  return project === null ? <p className="font-semibold">{texts.ofNoSite}</p> : null;
}

/** A note that a person's ID was changed, because two people had the same. */
export function RenamedNote({ before }: { before: string | null }) {
  return before === null ? null : <p className="font-semibold wrap-anywhere">{texts.renamed(before)}</p>;
}

/** An account in a list, named by its ID. */
export function AccountRow({
  userId,
  facts,
  password,
  isProtected = false,
  isRemoving = false,
  onRemove,
}: AccountRowProps) {
  const mark = useId();
  return (
    <article
      aria-label={userId}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface p-4"
    >
      <div className="min-w-[5em] flex-1">
        <h2 className="text-lg font-bold wrap-anywhere">{userId}</h2>
        {facts !== undefined && <div className="text-sm text-ink-soft">{facts}</div>}
        {isProtected && (
          <p id={mark} className="mt-1">
            <Badge>{texts.protected}</Badge>
          </p>
        )}
      </div>
      <RemoveButton
        className={isProtected ? "opacity-70 aria-disabled:cursor-not-allowed!" : undefined}
        aria-label={texts.removeNamed(userId)}
        aria-describedby={isProtected ? mark : undefined}
        aria-disabled={isProtected || undefined}
        pending={isRemoving}
        onClick={onRemove}
      >
        {texts.remove}
      </RemoveButton>
      {password !== undefined && <div className="w-full">{password}</div>}
    </article>
  );
}
