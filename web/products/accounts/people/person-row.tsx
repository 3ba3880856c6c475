import type { ListedPerson, PersonState } from "#data/people/queries.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { randomKey } from "#shared/random-key.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import { useLanguage } from "#shared/ui/language.ts";
import { useActivation } from "./activity-actions.ts";
import { peopleTexts } from "./people-texts.ts";

const TONES: Record<PersonState, "success" | "brand" | "neutral"> = {
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
  const activate = useActivation();
  const { user_id: id, state } = person;
  const isFixed = person.is_protected || person.is_self;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface p-4">
      <input
        type="checkbox"
        aria-label={texts.select(id)}
        checked={isSelected}
        disabled={isFixed || state === "deactivated"}
        onChange={({ target }) => onSelect(target.checked)}
        className="size-6 shrink-0 cursor-pointer accent-brand"
      />
      <div className="min-w-0 flex-1 basis-56">
        <h2 className="font-bold wrap-anywhere">{id}</h2>
        <p className="flex flex-wrap gap-x-3 text-sm wrap-anywhere text-ink-soft">
          {[person.name, texts.kinds[person.kind] ?? person.kind, person.project].map(
            (part) => part !== null && <span key={part}>{part}</span>,
          )}
        </p>
      </div>
      <p className="flex min-w-0 basis-64 flex-wrap gap-x-3 text-sm text-ink-soft">
        <span>
          {person.last_login_at === null ? texts.neverLoggedIn : texts.lastLogin(formatDateTime(person.last_login_at))}
        </span>
        {person.has_second_factor && <span>{texts.secondFactor}</span>}
        {person.deactivated_at !== null && (
          <span className="wrap-anywhere">
            {texts.deactivatedBy(person.deactivated_by ?? "–", formatDateTime(person.deactivated_at))}
          </span>
        )}
      </p>
      <Badge tone={TONES[state]}>{texts.states[state]}</Badge>
      <div className="ml-auto">
        {isFixed ? (
          <span className="text-sm text-ink-soft">{person.is_self ? texts.self : texts.protected}</span>
        ) : state === "deactivated" ? (
          <Button
            aria-label={texts.activate(id)}
            pending={activate.isPending(person.id)}
            onClick={() =>
              void activate.run({ actingAs, person, active: true, reason: "", eventId: randomKey(), lang })
            }
          >
            {texts.activateShort}
          </Button>
        ) : (
          <Button aria-label={texts.deactivate(id)} onClick={onDeactivate}>
            {texts.deactivateShort}
          </Button>
        )}
      </div>
    </div>
  );
}
