import { Plus } from "lucide-react";
import { useState } from "react";
import { useChangeReplyTemplate } from "#data/reply_templates/mutations.ts";
import { type ReplyTemplate, replyTemplateQueries } from "#data/reply_templates/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { objectionTexts } from "../objection-texts.ts";
import { templateFailure, TemplateForm } from "./template-form.tsx";

const texts = objectionTexts.templates;

const useSetActive = defineAction({
  mutation: useChangeReplyTemplate,
  thing: ({ seen }) => seen.id,
  done: (_, { change }) => (change.is_active === true ? texts.restoreDone : texts.removeDone),
  failed: templateFailure,
});

/** A site's reply templates for objections: add, change, and take out of use, at the desk where they are used. */
export function TemplatesDialog({ project, onClose }: { project: string; onClose: () => void }) {
  const query = useQuery(replyTemplateQueries.list(project));
  /** The template under edit; null for a new one. */
  const [edited, setEdited] = useState<ReplyTemplate | null>();
  const last = Math.max(0, ...(query.data ?? []).map(({ sort_order }) => sort_order));
  return (
    <Dialog open onOpenChange={onClose} title={texts.title} description={texts.text} width="normal">
      {edited === undefined ? (
        <>
          <StateView
            query={query}
            loading={2}
            failed={texts.loadFailed}
            empty={<p>{objectionTexts.decide.noTemplates}</p>}
          >
            {(templates) => <TemplateList templates={templates} onEdit={setEdited} />}
          </StateView>
          <Button className="mt-6" onClick={() => setEdited(null)}>
            <Plus aria-hidden="true" />
            {texts.add}
          </Button>
        </>
      ) : (
        <TemplateForm
          project={project}
          template={edited}
          nextPlace={Math.min(last + 1, 99)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Dialog>
  );
}

type ListProps = { templates: readonly ReplyTemplate[]; onEdit: (template: ReplyTemplate) => void };

function TemplateList({ templates, onEdit }: ListProps) {
  const { run, isPending } = useSetActive();
  const setActive = (seen: ReplyTemplate, is_active: boolean) => void run({ seen, change: { is_active } });
  const removed = templates.filter(({ is_active }) => !is_active);
  return (
    <>
      <ul className="grid gap-3">
        {templates
          .filter((template) => !removed.includes(template))
          .map((template) => (
            <li key={template.id} className="flex flex-wrap items-center gap-3">
              <div className="flex w-full flex-wrap items-center gap-2">
                <span className="font-semibold wrap-anywhere">{template.title}</span>
                <Badge tone={template.kind === "accepted" ? "success" : "neutral"}>{texts.kinds[template.kind]}</Badge>
              </div>
              <Button size="small" aria-label={texts.change(template.title)} onClick={() => onEdit(template)}>
                {texts.changeShort}
              </Button>
              <Button
                size="small"
                variant="quiet"
                aria-label={texts.remove(template.title)}
                pending={isPending(template.id)}
                onClick={() => setActive(template, false)}
              >
                {texts.removeShort}
              </Button>
            </li>
          ))}
      </ul>
      {removed.length > 0 && (
        <details className="mt-4">
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline">
            {texts.removed}
          </summary>
          <ul className="mt-3 grid gap-3">
            {removed.map((template) => (
              <li key={template.id} className="flex flex-wrap items-center gap-3">
                <span className="min-w-0 flex-1 wrap-anywhere">{template.title}</span>
                <Button
                  size="small"
                  aria-label={texts.restore(template.title)}
                  pending={isPending(template.id)}
                  onClick={() => setActive(template, true)}
                >
                  {texts.restoreShort}
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
