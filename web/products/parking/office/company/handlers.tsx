import { useId, useRef, useState } from "react";
import * as v from "valibot";
import { COMPANY_CODE } from "#contract/projects.ts";
import type { CompanySite } from "#data/company/queries.ts";
import { isDuplicate } from "#data/data-error.ts";
import {
  type HandlerSites,
  useAddHandler,
  useRemoveHandler,
  useSetHandlerSites,
} from "#data/handler_sites/mutations.ts";
import { type Handler, handlerQueries } from "#data/handler_sites/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { NewIdAccountFields } from "#session/account/new-id-account-fields.tsx";
import { newIdAccountSchema } from "#session/account/new-id-account-schema.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { atPassword } from "#session/passwords/password-refusal.ts";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { TickField } from "#shared/form/tick-field.tsx";
import { SubmitError } from "#shared/form/use-form.ts";
import { paths } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { RemoveButton } from "#shared/ui/remove-button.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { companyTexts } from "./company-texts.ts";
import { SiteTicks } from "./site-ticks.tsx";

const texts = companyTexts.handlers;

const useAdd = defineAction({ mutation: useAddHandler, done: () => texts.added, failed: () => texts.addFailed });

const useRemove = defineAction<{ account_id: string; user_id: string }, void>({
  mutation: useRemoveHandler,
  thing: ({ account_id: id }) => id,
  ask: ({ user_id: id }) => ({
    title: texts.confirmTitle(id),
    description: texts.confirmText,
    confirmText: texts.remove,
    danger: true,
  }),
  done: () => texts.removed,
  failed: () => texts.removeFailed,
});

const useSetSites = defineAction<HandlerSites, void>({
  mutation: useSetHandlerSites,
  done: () => texts.saved,
  failed: () => texts.saveFailed,
});

type Props = { sites: readonly CompanySite[] };

/** The handlers, whom the main admin makes, gives sites and removes. */
export function Handlers({ sites }: Props) {
  const title = useId();
  const list = useRef<HTMLDivElement>(null);
  const query = useQuery(handlerQueries.list());
  // The pressed button is gone with its row, so the list takes the focus.
  const remove = useRemove({ focus: () => list.current });
  const [isAdding, setAdding] = useState(false);
  const [chosen, setChosen] = useState<Handler>();
  return (
    <Card as="section" aria-labelledby={title}>
      <CardHeader
        id={title}
        title={texts.title}
        description={texts.hint(paths.customerAdminLogin(COMPANY_CODE))}
        actions={<Button onClick={() => setAdding(true)}>{texts.add}</Button>}
      />
      <div ref={list} tabIndex={-1}>
        <StateView query={query} loading={1} failed={companyTexts.loadFailed} empty={texts.none}>
          {(handlers) => (
            <ul aria-label={texts.label}>
              {handlers.map((handler) => (
                <li
                  key={handler.account_id}
                  className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3"
                >
                  <div className="min-w-0">
                    <p className="font-semibold wrap-anywhere">{handler.user_id}</p>
                    <p className="text-sm text-ink-soft">{sitesInWords(handler, sites)}</p>
                  </div>
                  <div className="flex flex-wrap gap-2">
                    <Button
                      size="small"
                      aria-label={texts.chooseNamed(handler.user_id)}
                      onClick={() => setChosen(handler)}
                    >
                      {texts.choose}
                    </Button>
                    <RemoveButton
                      aria-label={texts.removeNamed(handler.user_id)}
                      pending={remove.isPending(handler.account_id)}
                      onClick={() => void remove.run(handler)}
                    >
                      {texts.remove}
                    </RemoveButton>
                  </div>
                </li>
              ))}
            </ul>
          )}
        </StateView>
      </div>
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
      {chosen !== undefined && <SitesDialog handler={chosen} sites={sites} onClose={() => setChosen(undefined)} />}
    </Card>
  );
}

function sitesInWords({ serves_all: isOfAll, sites: ids }: Handler, sites: readonly CompanySite[]): string {
  const names = sites.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  return [...(isOfAll ? [texts.everywhere] : []), ...names].join(", ") || texts.nowhere;
}

const newHandler = newIdAccountSchema({ idTooShort: texts.tooShort, passwordTooShort: texts.passwordTooShort });

function AddDialog({ onClose }: { onClose: () => void }) {
  const add = useAdd();
  return (
    <FormDialog
      title={texts.add}
      description={texts.passwordHint}
      submit={texts.add}
      initial={{ user_id: "", password: "" }}
      schema={newHandler}
      required={{ fields: ["user_id", "password"], text: texts.missing }}
      onSubmit={async ({ user_id: userId, password }) => {
        await add.submit({ userId, password }).catch((error: unknown) => {
          throw isDuplicate(error) ? new SubmitError("", { user_id: texts.taken }) : atPassword(error, "sv");
        });
      }}
      failed={add.failed}
      onClose={onClose}
    >
      {({ field }) => <NewIdAccountFields id={texts.userId} userId={field("user_id")} password={field("password")} />}
    </FormDialog>
  );
}

const sitesSchema = v.object({ sites: v.array(v.string()), isOfAll: v.boolean() });

function SitesDialog({ handler, sites, onClose }: Props & { handler: Handler; onClose: () => void }) {
  const save = useSetSites();
  return (
    <FormDialog
      width="wide"
      title={texts.chooseTitle(handler.user_id)}
      description={texts.chooseText}
      submit={texts.save}
      initial={{ sites: handler.sites, isOfAll: handler.serves_all }}
      schema={sitesSchema}
      onSubmit={async (chosen) => {
        await save.submit({ handler: handler.account_id, ...chosen });
      }}
      failed={save.failed}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <TickField label={texts.all} hint={texts.allHint} {...field("isOfAll")} />
          <SiteTicks label={companyTexts.sites.title} sites={sites} {...field("sites")} />
        </>
      )}
    </FormDialog>
  );
}
