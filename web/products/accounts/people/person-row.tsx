import { Link, useLocation } from "react-router";
import type { ListedPerson, PersonState } from "#data/people/queries.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { paths } from "#shared/paths.ts";
import { randomKey } from "#shared/random-key.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import { type Language, useLanguage } from "#shared/ui/language.ts";
import { useActivation } from "./activity-actions.ts";
import { useRevoking } from "./link-actions.ts";
import { linkTexts } from "./link-texts.ts";
import { peopleTexts } from "./people-texts.ts";
import { isSelectable } from "./rules/selectable.ts";

export const TONES: Record<PersonState, "success" | "brand" | "neutral"> = {
  active: "success",
  invited: "brand",
  deactivated: "neutral",
};

type Props = {
  actingAs: string;
  person: ListedPerson;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
  onDeactivate: () => void;
};

/** A person of the list: who, in which state, since when seen, and the one step that fits the state. */
export function PersonRow({ actingAs, person, isSelected, onSelect, onDeactivate }: Props) {
  const lang = useLanguage();
  const texts = peopleTexts[lang];
  const { search } = useLocation();
  const { user_id: id, state } = person;
  const isFixed = person.is_protected || person.is_self;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-4 py-2.5">
      <input
        type="checkbox"
        aria-label={texts.select(id)}
        checked={isSelected}
        disabled={!isSelectable(person)}
        onChange={({ target }) => onSelect(target.checked)}
        className="size-6 shrink-0 cursor-pointer accent-brand"
      />
      <div className="min-w-0 flex-1 basis-56">
        <h2 className="font-bold wrap-anywhere">
          <Link to={paths.person(person.kind, person.id, search)} className="underline">
            {id}
          </Link>
        </h2>
        <p className="flex flex-wrap gap-x-3 text-sm wrap-anywhere text-ink-soft">
          {[person.name, texts.kinds[person.kind] ?? person.kind, person.project].map(
            (part) => part !== null && <span key={part}>{part}</span>,
          )}
        </p>
      </div>
      <p className="flex min-w-0 basis-64 flex-wrap gap-x-3 text-sm text-ink-soft">
        {standOf(person, lang).map((line) => (
          <span key={line} className="wrap-anywhere">
            {line}
          </span>
        ))}
      </p>
      <Badge tone={TONES[state]}>{texts.states[state]}</Badge>
      <div className="ml-auto">
        {isFixed ? (
          <span className="text-sm text-ink-soft">{person.is_self ? texts.self : texts.protected}</span>
        ) : (
          <NextStep {...{ actingAs, person, onDeactivate }} />
        )}
      </div>
    </div>
  );
}

/** The one step that fits the state; the others stand on the person's page. */
function NextStep({ actingAs, person, onDeactivate }: Pick<Props, "actingAs" | "person" | "onDeactivate">) {
  const lang = useLanguage();
  const texts = peopleTexts[lang];
  const activate = useActivation();
  const revoke = useRevoking();
  const { id, user_id: userId, state, account_id: account } = person;
  if (state === "deactivated")
    return (
      <Button
        size="small"
        aria-label={texts.activate(userId)}
        pending={activate.isPending(id)}
        onClick={() => void activate.run({ actingAs, person, active: true, reason: "", eventId: randomKey(), lang })}
      >
        {texts.activateShort}
      </Button>
    );
  if (state === "invited" && account !== null)
    return (
      <Button
        size="small"
        aria-label={linkTexts[lang].revokeNamed(userId)}
        pending={revoke.isPending(id)}
        onClick={() => void revoke.run({ person, account, lang })}
      >
        {linkTexts[lang].revoke}
      </Button>
    );
  return (
    <Button size="small" aria-label={texts.deactivate(userId)} onClick={onDeactivate}>
      {texts.deactivateShort}
    </Button>
  );
}

/** The last login, the second factor, the open invitation and the deactivation of somebody, in words. */
export function standOf(person: ListedPerson, lang: Language): string[] {
  const [texts, links] = [peopleTexts[lang], linkTexts[lang]];
  const { last_login_at: seen, invited_until: until, deactivated_at: at } = person;
  return [
    seen === null ? texts.neverLoggedIn : texts.lastLogin(formatDateTime(seen)),
    person.has_second_factor && texts.secondFactor,
    until !== null &&
      (Date.parse(until) > Date.now() ? links.invitedUntil : links.invitationExpired)(formatDateTime(until)),
    at !== null && texts.deactivatedBy(person.deactivated_by ?? "–", formatDateTime(at)),
  ].filter((line) => line !== false);
}
