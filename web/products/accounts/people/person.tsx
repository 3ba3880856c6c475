import { useState } from "react";
import type { ListedPerson, PersonChange } from "#data/people/queries.ts";
import { areLoginsApart } from "#session/profile/profile.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { randomKey } from "#shared/random-key.ts";
import { secretKey } from "#shared/secret-key.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { useLanguage } from "#shared/ui/language.ts";
import { useActivation } from "./activity-actions.ts";
import { DeactivateDialog } from "./deactivate-dialog.tsx";
import { endOfLink, type MadeLink, useEndingLogins, useNewLink, useRevoking } from "./link-actions.ts";
import { linkTexts } from "./link-texts.ts";
import { MadeLinks } from "./made-links.tsx";
import { peopleTexts } from "./people-texts.ts";
import { standOf, TONES } from "./person-row.tsx";
import { personTexts } from "./person-texts.ts";
import { describeChange } from "./rules/describe-change.ts";

type Props = {
  actingAs: string;
  person: ListedPerson;
  changes: readonly PersonChange[];
  /** Whether the admin makes links: for people with an ID. */
  makesLinks: boolean;
};

/** A person: who, in which state, what the admin may do, and the changes. */
export function Person({ actingAs, person, changes, makesLinks }: Props) {
  const lang = useLanguage();
  const texts = personTexts[lang];
  const [link, setLink] = useState<MadeLink>();
  const { user_id: id, name, kind, project, state } = person;
  const facts = [
    [texts.name, name],
    [texts.kind, peopleTexts[lang].kinds[kind] ?? kind],
    [texts.site, project],
    [texts.since, formatDateTime(person.created_at)],
  ] as const;
  return (
    <div className="grid grid-cols-1 gap-4">
      <Card>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h2 className="text-2xl font-bold wrap-anywhere">{id}</h2>
          <Badge tone={TONES[state]}>{peopleTexts[lang].states[state]}</Badge>
        </div>
        <p className="mt-1 flex flex-wrap gap-x-4 text-ink-soft">
          {standOf(person, lang).map((line) => (
            <span key={line} className="wrap-anywhere">
              {line}
            </span>
          ))}
        </p>
        <dl className="my-4 grid gap-x-6 gap-y-2 sm:grid-cols-2 lg:grid-cols-4">
          {facts.map(
            ([label, value]) =>
              value !== null && (
                <div key={label}>
                  <dt className="text-sm text-ink-soft">{label}</dt>
                  <dd className="font-semibold wrap-anywhere">{value}</dd>
                </div>
              ),
          )}
        </dl>
        <Actions {...{ actingAs, person, makesLinks }} onLink={setLink} />
      </Card>
      {link !== undefined && <MadeLinks links={[link]} onClose={() => setLink(undefined)} />}
      <Changes changes={changes} />
    </div>
  );
}

type ActionsProps = Omit<Props, "changes"> & { onLink: (link: MadeLink) => void };

function Actions({ actingAs, person, makesLinks, onLink }: ActionsProps) {
  const lang = useLanguage();
  const [texts, links] = [peopleTexts[lang], linkTexts[lang]];
  const [isEnding, setIsEnding] = useState(false);
  const activate = useActivation();
  const newLink = useNewLink();
  const endLogins = useEndingLogins();
  const revoke = useRevoking();
  const { user_id: id, name, state, account_id: account } = person;
  if (person.is_self || person.is_protected)
    return <p className="text-ink-soft">{person.is_self ? texts.self : texts.protected}</p>;

  async function handleNewLink() {
    const key = secretKey();
    const { status } = await newLink.run({ person, account: account ?? "", key, lang });
    if (status === "done") onLink({ userId: id, name, key, until: endOfLink(state === "invited") });
  }

  return (
    <div className="flex flex-wrap gap-3">
      {makesLinks && areLoginsApart && account !== null && !id.includes("@") && state !== "deactivated" && (
        <Button variant="primary" pending={newLink.isPending()} onClick={() => void handleNewLink()}>
          {links.newLink}
        </Button>
      )}
      {account !== null && state === "active" && (
        <Button
          pending={endLogins.isPending()}
          onClick={() => void endLogins.run({ actingAs, person, eventId: randomKey(), lang })}
        >
          {links.endLogins}
        </Button>
      )}
      {account !== null && state === "invited" && (
        <Button pending={revoke.isPending()} onClick={() => void revoke.run({ person, account, lang })}>
          {links.revoke}
        </Button>
      )}
      {state === "deactivated" ? (
        <Button
          pending={activate.isPending()}
          onClick={() => void activate.run({ actingAs, person, active: true, reason: "", eventId: randomKey(), lang })}
        >
          {texts.activate(id)}
        </Button>
      ) : (
        <Button onClick={() => setIsEnding(true)}>{texts.deactivate(id)}</Button>
      )}
      {isEnding && <DeactivateDialog actingAs={actingAs} people={[person]} onClose={() => setIsEnding(false)} />}
    </div>
  );
}

function Changes({ changes }: Pick<Props, "changes">) {
  const lang = useLanguage();
  const texts = personTexts[lang];
  const { kinds } = peopleTexts[lang];
  return (
    <Card as="section" aria-label={texts.changes}>
      <CardHeader title={texts.changes} />
      {changes.length === 0 && <p className="text-ink-soft">{texts.noChanges}</p>}
      <ol>
        {changes.map((change, index) => (
          // Two changes of one transaction have the same time.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${change.at} ${index}`} className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line py-2.5">
            <span className="w-40 shrink-0 text-ink-soft tabular-nums">{formatDateTime(change.at)}</span>
            <span className="min-w-0 flex-1 basis-56 wrap-anywhere">
              {describeChange(change, lang)}
              {change.reason !== null && <span className="block text-ink-soft">{texts.reason(change.reason)}</span>}
            </span>
            {change.by !== null && (
              <span className="text-ink-soft wrap-anywhere">
                {texts.by(`${change.by} (${kinds[change.by_kind] ?? change.by_kind})`)}
              </span>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}
