import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import type { InviteAnswer } from "#data/people/mutations.ts";
import { type ListedPerson, type PeopleFilter, peopleQueries } from "#data/people/queries.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import { SearchField } from "#shared/form/search-field.tsx";
import { SelectField, TextField } from "#shared/form/text-field.tsx";
import { Button } from "#shared/ui/button.tsx";
import { useLanguage } from "#shared/ui/language.ts";
import { PagedList } from "#shared/ui/paged-list.tsx";
import { PhoneFold } from "#shared/ui/phone-fold.tsx";
import { DeactivateDialog } from "./deactivate-dialog.tsx";
import { InviteDialog, type InviteDraft, type Inviting } from "./invite-dialog.tsx";
import { endOfLink } from "./link-actions.ts";
import { linkTexts } from "./link-texts.ts";
import { MadeLinks } from "./made-links.tsx";
import { peopleTexts } from "./people-texts.ts";
import { PersonRow } from "./person-row.tsx";
import { MOST } from "./rules/invited-rows.ts";
import { markedWith, selectableOf } from "./rules/selectable.ts";

type Props = {
  actingAs: string;
  /** The kinds whom the admin manages; one kind needs no filter. */
  kinds: readonly string[];
  /** Whether the admin manages people of several sites. */
  hasSites: boolean;
  /** Whom the admin may invite; undefined where people have no accounts. */
  inviting?: Inviting | undefined;
};

/** The people whom an admin manages: filters in the address, the list, and what is done to one or many. */
export function People({ actingAs, kinds, hasSites, inviting }: Props) {
  const texts = peopleTexts[useLanguage()];
  const { filter, setFilter } = useFilter();
  const [selected, setSelected] = useState<readonly ListedPerson[]>([]);
  const [ending, setEnding] = useState<readonly ListedPerson[]>();
  const query = useInfiniteQuery({
    ...peopleQueries.list(actingAs, filter),
    select: ({ pages }) => pages.flatMap(({ people }) => people),
  });
  const select = (person: ListedPerson, isSelected: boolean) =>
    setSelected((before) =>
      isSelected ? [...before, person].slice(0, MOST) : before.filter(({ id }) => id !== person.id),
    );
  const { together, isAll } = selectableOf(query.data ?? [], query.hasNextPage, MOST);
  return (
    <div className="grid grid-cols-1 gap-4">
      {inviting !== undefined && <Invitations inviting={inviting} />}
      <Filters {...{ filter, setFilter, kinds, hasSites }} />
      {together.length > 1 && (
        <Button
          size="small"
          className="justify-self-start"
          onClick={() => setSelected(markedWith(selected, together, MOST))}
        >
          {isAll ? texts.selectAll(together.length) : texts.selectFirst(together.length)}
        </Button>
      )}
      {selected.length > 0 && (
        <SelectedBar count={selected.length} onDeactivate={() => setEnding(selected)} onClear={() => setSelected([])} />
      )}
      <PagedList
        query={query}
        getKey={({ id }) => id}
        renderItem={(person) => (
          <PersonRow
            {...{ actingAs, person }}
            isSelected={selected.some(({ id }) => id === person.id)}
            onSelect={(isSelected) => select(person, isSelected)}
            onDeactivate={() => setEnding([person])}
          />
        )}
        label={texts.list}
        failed={texts.loadFailed}
        none={texts.none}
        estimateHeight={72}
        gap={8}
      />
      {ending !== undefined && (
        <DeactivateDialog
          actingAs={actingAs}
          people={ending}
          onClose={() => {
            setEnding(undefined);
            setSelected([]);
          }}
        />
      )}
    </div>
  );
}

type SelectedBarProps = { count: number; onDeactivate: () => void; onClear: () => void };

/** What is done to the marked people, in sight while the list scrolls. */
function SelectedBar({ count, onDeactivate, onClear }: SelectedBarProps) {
  const texts = peopleTexts[useLanguage()];
  return (
    <div className="sticky bottom-2 z-10 order-last flex flex-wrap items-center gap-3 rounded-card border border-line bg-surface p-3 shadow-floating">
      <output className="font-semibold">{texts.selected(count)}</output>
      <Button variant="danger" onClick={onDeactivate}>
        {texts.deactivateSelected}
      </Button>
      <Button onClick={onClear}>{texts.clearSelected}</Button>
    </div>
  );
}

/** The button to invite, and what became of the last invitations. */
function Invitations({ inviting }: { inviting: Inviting }) {
  const texts = linkTexts[useLanguage()];
  const [draft, setDraft] = useState<InviteDraft | "new">();
  const [answers, setAnswers] = useState<readonly InviteAnswer[]>();
  const refused = answers?.filter(({ error }) => error !== null) ?? [];
  const links = answers?.flatMap(({ invitation, error }) =>
    error === null ? [{ ...invitation, until: endOfLink(true) }] : [],
  );
  return (
    <>
      <Button variant="primary" className="justify-self-start" onClick={() => setDraft("new")}>
        <UserPlus aria-hidden="true" />
        {texts.invite}
      </Button>
      {draft !== undefined && (
        <InviteDialog
          inviting={inviting}
          draft={draft === "new" ? undefined : draft}
          onClose={() => setDraft(undefined)}
          // Links that were made before stay on the sheet.
          onDone={(next) => setAnswers([...(answers?.filter(({ error }) => error === null) ?? []), ...next])}
        />
      )}
      {links !== undefined && (
        <MadeLinks
          links={links}
          refused={refused}
          onAgain={() => {
            const [first] = refused;
            if (first === undefined) return;
            const { kind, project } = first.invitation;
            setDraft({ kind, site: project ?? "", rows: refused.map(({ invitation }) => invitation) });
          }}
          onClose={() => setAnswers(undefined)}
        />
      )}
    </>
  );
}

type FiltersProps = Omit<Props, "actingAs" | "inviting"> & ReturnType<typeof useFilter>;

function Filters({ filter, setFilter, kinds, hasSites }: FiltersProps) {
  const texts = peopleTexts[useLanguage()];
  const field = (name: keyof PeopleFilter) => ({
    value: filter[name],
    onChange: (value: string) => setFilter(name, value),
  });
  const inUse = [filter.kind, filter.state, filter.site].filter((value) => value !== "").length;
  return (
    <search aria-label={texts.filter} className="grid gap-3 sm:flex sm:flex-wrap">
      <div className="min-w-0 flex-[1_1_10rem]">
        <SearchField label={texts.search} maxLength={100} {...field("search")} />
      </div>
      {/* On a phone the first row stands in sight. */}
      <PhoneFold label={texts.filters(inUse)} isInUse={inUse > 0}>
        <div className="grid grid-cols-2 gap-3 sm:flex sm:flex-wrap">
          {kinds.length > 1 && (
            <SelectField
              label={texts.kind}
              placeholder={texts.all}
              options={kinds.map((kind) => ({ value: kind, label: texts.kinds[kind] ?? kind }))}
              {...field("kind")}
            />
          )}
          <SelectField
            label={texts.state}
            placeholder={texts.all}
            options={(["active", "invited", "deactivated"] as const).map((state) => ({
              value: state,
              label: texts.states[state],
            }))}
            {...field("state")}
          />
          {hasSites && <TextField label={texts.site} maxLength={100} autoCapitalize="none" {...field("site")} />}
        </div>
      </PhoneFold>
    </search>
  );
}

const NAMES: Record<keyof PeopleFilter, string> = { search: "q", kind: "kind", site: "site", state: "state" };

/** The filter, which stands in the address, so that a link shares it and a return shows it. */
function useFilter() {
  const [params, setParams] = useSearchParams();
  const of = (name: keyof PeopleFilter) => params.get(NAMES[name]) ?? "";
  const filter: PeopleFilter = { search: of("search"), kind: of("kind"), site: of("site"), state: of("state") };
  const setFilter = (name: keyof PeopleFilter, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === "") next.delete(NAMES[name]);
        else next.set(NAMES[name], value);
        return next;
      },
      { replace: true },
    );
  return { filter, setFilter };
}
