import type { UseQueryResult } from "@tanstack/react-query";
import { Pencil, UserPlus } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { Link } from "react-router";
import { STANDARD_SITE } from "#contract/projects.ts";
import { useActing } from "#data/acting.ts";
import { countSiteContents, type SiteContents } from "#data/main_page_sites/contents.ts";
import { useDeleteSite } from "#data/main_page_sites/mutations.ts";
import { type Site, siteQueries } from "#data/main_page_sites/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { paths } from "#shared/paths.ts";
import { toast } from "#shared/feedback/toast.ts";
import { RemoveButton } from "#shared/ui/remove-button.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { adminTexts } from "../admin-texts.ts";
import { type AdminlessSite, SiteAdminDialog } from "./site-admin-dialog.tsx";
import { SiteForm } from "./site-form.tsx";
import { SPECIAL_PATHS, SpecialProjects } from "./special-projects.tsx";

const texts = adminTexts.sites;

const editButtonId = ({ id }: Site) => `edit-${id}`;
const editable = (sites: Site[]) => sites.filter((site) => site.path !== STANDARD_SITE.path);

const useRemove = defineAction<Site & { contents: SiteContents }, void>({
  mutation: useDeleteSite,
  thing: ({ id }) => id,
  ask: ({ name, contents }) => ({
    title: texts.confirmTitle(name),
    description: `${texts.confirmText} ${texts.confirmContents(contents)}`,
    confirmText: texts.remove,
    danger: true,
  }),
  done: () => texts.removed,
  failed: () => texts.removeFailed,
});

/** The sites of the main page, with add, change and remove; the standard site is left out (document 1 §6). */
export function Sites({ adminId }: { adminId: string }) {
  const title = useId();
  const query = useQuery({ ...siteQueries.list(), select: editable });
  const [edited, setEdited] = useState<Site>();
  const shown = useRef<string>(undefined);
  useEffect(() => {
    shown.current = edited?.id;
  }, [edited]);
  const [asked, setAsked] = useState<{ site: AdminlessSite; isFirst: boolean }>();

  /**
   * Leaves a site's form and shows the form that adds a site. Since that form is another one, the focus goes to the site's row. When a save
   * is answered late, a form that was opened meanwhile stays open.
   */
  function handleDone(done: Site | undefined, added?: AdminlessSite) {
    if (added !== undefined && !SPECIAL_PATHS.includes(added.path)) setAsked({ site: added, isFirst: true });
    if (shown.current !== done?.id) return;
    setEdited(undefined);
    if (done !== undefined) document.getElementById(editButtonId(done))?.focus();
  }

  const otherPaths = (query.data ?? []).filter(({ id }) => id !== edited?.id).map(({ path }) => path);
  return (
    <Card as="section" aria-labelledby={title}>
      <CardHeader id={title} title={texts.title} description={texts.standardNote(STANDARD_SITE.name)} />
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className="min-w-0 rounded-card bg-sunken/60 p-4">
          <h3 className="mb-4 text-lg font-bold wrap-anywhere">
            {edited === undefined ? texts.addTitle : texts.editTitle(edited.name)}
          </h3>
          <SiteForm
            key={edited?.id ?? "new"}
            site={edited}
            otherPaths={otherPaths}
            onDone={(added) => handleDone(edited, added)}
          />
        </div>
        <div className="min-w-0">
          <SiteList
            query={query}
            onRemoved={({ id }) => setEdited((current) => (current?.id === id ? undefined : current))}
            onAddAdmin={(site) => setAsked({ site, isFirst: false })}
            onEdit={setEdited}
          />
        </div>
      </div>
      {query.data !== undefined && <SpecialProjects paths={query.data.map(({ path }) => path)} />}
      {asked !== undefined && <SiteAdminDialog {...asked} createdBy={adminId} onClose={() => setAsked(undefined)} />}
    </Card>
  );
}

type ListProps = {
  query: UseQueryResult<Site[]>;
  onRemoved: (site: Site) => void;
  onAddAdmin: (site: Site) => void;
  onEdit: (site: Site) => void;
};

/** The sites, each with its buttons. */
function SiteList({ query, onRemoved, onAddAdmin, onEdit }: ListProps) {
  const acting = useActing();
  const list = useRef<HTMLUListElement>(null);
  // The pressed button is gone with its row, so the list takes the focus.
  const remove = useRemove({ focus: () => list.current });

  async function handleRemove(site: Site) {
    const contents = await countSiteContents(acting, site.id).catch(() => null);
    if (contents === null) {
      toast.error(texts.removeFailed);
      return;
    }
    const { status } = await remove.run({ ...site, contents });
    if (status === "done") onRemoved(site);
    if (status === "failed") void query.refetch();
  }

  return (
    <StateView query={query} failed={texts.loadFailed} empty={texts.none}>
      {(sites) => (
        <ul ref={list} tabIndex={-1} aria-label={texts.list} className="grid gap-3">
          {sites.map((site) => (
            <SiteRow
              key={site.id}
              site={site}
              isRemoving={remove.isPending(site.id)}
              onAddAdmin={SPECIAL_PATHS.includes(site.path) ? undefined : () => onAddAdmin(site)}
              onEdit={() => onEdit(site)}
              onRemove={() => void handleRemove(site)}
            />
          ))}
        </ul>
      )}
    </StateView>
  );
}

type RowProps = {
  site: Site;
  isRemoving: boolean;
  onAddAdmin: (() => void) | undefined;
  onEdit: () => void;
  onRemove: () => void;
};

function SiteRow(props: RowProps) {
  const { name, path, description } = props.site;
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 rounded-card border border-line p-4">
      <div className="min-w-0 flex-1 basis-64">
        <h4 className="font-bold wrap-anywhere">{name}</h4>
        <p className="text-sm wrap-anywhere">
          <Link to={paths.site(path)} className="text-ink-soft underline hover:text-ink">
            /{path}
          </Link>
        </p>
        <p className="mt-1 whitespace-pre-line wrap-anywhere">{description}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {props.onAddAdmin !== undefined && (
          <Button size="small" aria-label={adminTexts.siteAdmin.openNamed(name)} onClick={props.onAddAdmin}>
            <UserPlus aria-hidden="true" />
            {adminTexts.siteAdmin.open}
          </Button>
        )}
        <Button id={editButtonId(props.site)} size="small" aria-label={texts.editNamed(name)} onClick={props.onEdit}>
          <Pencil aria-hidden="true" />
          {texts.edit}
        </Button>
        <RemoveButton aria-label={texts.removeNamed(name)} pending={props.isRemoving} onClick={props.onRemove}>
          {texts.remove}
        </RemoveButton>
      </div>
    </li>
  );
}
