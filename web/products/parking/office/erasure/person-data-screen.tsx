import { useEffect, useRef, useState } from "react";
import * as v from "valibot";
import { plateKey } from "#contract/plate.ts";
import { type ExtractRequest, type PersonExtract, usePersonExtract } from "#data/erasure/calls.ts";
import { type SiteSettings, siteSettingsQueries } from "#data/site_settings/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { TextArea, TextField } from "#shared/form/text-field.tsx";
import { type FormState, useForm } from "#shared/form/use-form.ts";
import { toDateValue } from "#shared/format/dates.ts";
import { saveFile } from "#shared/format/save-file.ts";
import { showMessage } from "#shared/feedback/action-message.ts";
import { paths } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import { Page } from "#shared/ui/page.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { EmptyState } from "#shared/ui/state-message.tsx";
import { Section } from "#parking/kernel/page/section.tsx";
import { ForAdmins } from "../shell/for-admins.tsx";
import { PlateField } from "../shell/plate-field.tsx";
import { erasureTexts } from "./erasure-texts.ts";
import { ErasureRequest } from "./erasure-request.tsx";
import { ExtractPaper } from "./extract-paper.tsx";

const texts = erasureTexts.extract;

const useExtract = defineAction({
  mutation: usePersonExtract,
  done: () => undefined,
  failed: () => ({ text: texts.failed, at: "both" }),
});

const text = v.pipe(v.string(), v.trim());
const schema = v.object({
  plate: v.pipe(
    text,
    v.check((plate) => plateKey(plate) !== "", texts.missing),
  ),
  askedBy: text,
  verified: text,
});

/** The longest texts that the database accepts. */
const MAX = { plate: 50, askedBy: 200, verified: 500 } as const;

/** All data that a site keeps about a plate, to read, print, save and erase on request, for its admins (document 4 §4). */
export function PersonDataScreen() {
  return <ForAdmins>{({ project }) => <PersonData key={project} project={project} />}</ForAdmins>;
}

type Typed = { plate: string; askedBy: string; verified: string };
type Shown = { request: ExtractRequest; extract: PersonExtract };

function PersonData({ project }: { project: string }) {
  const extract = useExtract();
  const [shown, setShown] = useState<Shown>();
  const settings = useQuery(siteSettingsQueries.of(project)).data ?? null;
  const form = useForm<Typed, Typed>({
    initial: { plate: "", askedBy: "", verified: "" },
    schema,
    required: { fields: ["plate", "askedBy", "verified"], text: texts.missing },
    failed: extract.failed,
    onSubmit: async (typed) => {
      setShown(undefined);
      const request = { project, ...typed };
      setShown({ request, extract: await extract.submit(request) });
    },
  });
  return (
    <Page title={texts.title} width="wide" back={{ to: paths.settings(project) }}>
      <div className="grid gap-6">
        <Section title={texts.form}>
          <p className="mb-4 max-w-prose">{texts.text}</p>
          <Form
            form={form}
            label={texts.form}
            className="max-w-xl"
            actions={
              <SubmitButton form={form} variant="primary">
                {texts.show}
              </SubmitButton>
            }
          >
            <RequestFields field={form.field} />
          </Form>
        </Section>
        {form.isPending && <SkeletonList />}
        {shown !== undefined && <Extract key={shown.extract.at} {...shown} settings={settings} />}
      </div>
    </Page>
  );
}

function RequestFields({ field }: Pick<FormState<Typed>, "field">) {
  return (
    <>
      <PlateField label={texts.plate} maxLength={MAX.plate} {...field("plate")} />
      <TextField label={texts.askedBy} required maxLength={MAX.askedBy} autoComplete="off" {...field("askedBy")} />
      <TextArea
        label={texts.verified}
        hint={texts.verifiedHint}
        required
        maxLength={MAX.verified}
        {...field("verified")}
      />
    </>
  );
}

const KINDS = ["parkings", "removed_parkings", "permits", "checks", "activities", "fines"] as const;

/** The extract with its buttons, and the erasure below it. */
function Extract({ request, extract, settings }: Shown & { settings: SiteSettings | null }) {
  const region = useRef<HTMLDivElement>(null);
  const [isErased, setIsErased] = useState(false);
  const isEmpty = KINDS.every((kind) => extract[kind].length === 0);
  const plate = request.plate.toUpperCase();

  // The answer is far below the pressed button on a phone.
  useEffect(() => region.current?.focus(), []);

  function handleSave() {
    const file = new Blob([JSON.stringify(extract, null, 2)], { type: "application/json" });
    saveFile(file, texts.fileName(plateKey(plate), toDateValue(new Date())));
    showMessage("success", texts.done);
  }

  return (
    <div ref={region} tabIndex={-1} className="grid min-w-0 gap-6 outline-none">
      {isEmpty && <EmptyState text={texts.none(plate)} />}
      {!isEmpty && !isErased && (
        <>
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => window.print()}>{texts.print}</Button>
            <Button onClick={handleSave}>{texts.save}</Button>
          </div>
          <ExtractPaper {...{ extract, plate, settings }} askedBy={request.askedBy} project={request.project} />
        </>
      )}
      {!isEmpty && <ErasureRequest request={request} plate={plate} onErased={() => setIsErased(true)} />}
    </div>
  );
}
