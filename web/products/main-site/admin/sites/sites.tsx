import { useQuery } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { STANDARD_SITE } from "#contract/projects.ts";
import { countSiteContents } from "#data/main_page_sites/contents.ts";
import { useDeleteSite } from "#data/main_page_sites/mutations.ts";
import { type Site, siteQueries } from "#data/main_page_sites/queries.ts";
import { confirm } from "#shared/feedback/confirm.ts";
import { toast } from "#shared/feedback/toast.ts";
import { Button } from "#shared/ui/button.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { EmptyState } from "#shared/ui/state-message.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { adminTexts } from "../admin-texts.ts";
import { SiteForm } from "./site-form.tsx";

const texts = adminTexts.sites;

const editButtonId = ({ id }: Site) => `edit-${id}`;
const editable = (sites: Site[]) => sites.filter((site) => site.path !== STANDARD_SITE.path);

/** The sites of the main page: add, change and remove; the standard site is not among them (document 1 §6). */
export function Sites() {
  const title = useId();
  const list = useRef<HTMLUListElement>(null);
  const query = useQuery({ ...siteQueries.list(), select: editable });
  const [edited, setEdited] = useState<Site>();
  const shown = useRef<string>(undefined);
  useEffect(() => {
    shown.current = edited?.id;
  }, [edited]);
  const remove = useDeleteSite();

  async function handleRemove(site: Site) {
    const contents = await countSiteContents(site.id).catch(() => null);
    if (contents === null) {
      toast.error(texts.removeFailed);
      return;
    }
    const isSure = await confirm({
      title: texts.confirmTitle(site.name),
      description: `${texts.confirmText} ${texts.confirmContents(contents)}`,
      confirmText: texts.remove,
      cancelText: texts.cancel,
      danger: true,
    });
    if (!isSure) return;
    try {
      await remove.mutateAsync(site.id);
      toast.success(texts.removed);
      setEdited((current) => (current?.id === site.id ? undefined : current));
      // The pressed button is gone with its row.
      list.current?.focus();
    } catch {
      toast.error(texts.removeFailed);
      void query.refetch();
    }
  }

  /**
   * Back to adding; focus returns to the row, since the form that had it is a new one. A save that is answered late leaves the
   * form open that was opened meanwhile.
   */
  function handleDone(done: Site | undefined) {
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
          <SiteForm key={edited?.id ?? "new"} site={edited} otherPaths={otherPaths} onDone={() => handleDone(edited)} />
        </div>
        <div className="min-w-0">
          <StateView
            query={query}
            loading={<SkeletonList rows={3} />}
            failed={texts.loadFailed}
            empty={<EmptyState text={texts.none} />}
          >
            {(sites) => (
              <ul ref={list} tabIndex={-1} aria-label={texts.list} className="grid gap-3">
                {sites.map((site) => (
                  <SiteRow
                    key={site.id}
                    site={site}
                    isRemoving={remove.isPending && remove.variables === site.id}
                    onEdit={() => setEdited(site)}
                    onRemove={() => void handleRemove(site)}
                  />
                ))}
              </ul>
            )}
          </StateView>
        </div>
      </div>
    </Card>
  );
}

function SiteRow(props: { site: Site; isRemoving: boolean; onEdit: () => void; onRemove: () => void }) {
  const { name, path, description } = props.site;
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 rounded-card border border-line p-4">
      <div className="min-w-0 flex-1 basis-64">
        <h4 className="font-bold wrap-anywhere">{name}</h4>
        <p className="text-sm wrap-anywhere text-ink-soft">/{path}</p>
        <p className="mt-1 whitespace-pre-line wrap-anywhere">{description}</p>
      </div>
      <div className="flex gap-2">
        <Button id={editButtonId(props.site)} size="small" aria-label={texts.editNamed(name)} onClick={props.onEdit}>
          <Pencil aria-hidden="true" />
          {texts.edit}
        </Button>
        <Button size="small" aria-label={texts.removeNamed(name)} pending={props.isRemoving} onClick={props.onRemove}>
          <Trash2 aria-hidden="true" />
          {texts.remove}
        </Button>
      </div>
    </li>
  );
}
