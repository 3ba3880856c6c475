import { type RefObject, useEffect, useRef } from "react";
import { SITE_LENGTH } from "#contract/limits.ts";
import { isDuplicate, isReservedPath } from "#data/data-error.ts";
import { type SiteDraft, useInsertSite, useUpdateSite } from "#data/main_page_sites/mutations.ts";
import type { Site } from "#data/main_page_sites/queries.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { CancelButton, Form, SubmitButton } from "#shared/form/form.tsx";
import { TextArea, TextField } from "#shared/form/text-field.tsx";
import { type FormState, SubmitError, useForm } from "#shared/form/use-form.ts";
import { adminTexts } from "../admin-texts.ts";
import { isPathTaken, isReserved, normalisePath, pathToSave } from "./site-path.ts";
import { siteSchema } from "./site-schema.ts";

const texts = adminTexts.sites;
const EMPTY: SiteDraft = { name: "", path: "", description: "" };

const useAdd = defineAction({ mutation: useInsertSite, done: () => texts.added, failed: () => texts.addFailed });
const useChange = defineAction({
  mutation: useUpdateSite,
  thing: ({ id }) => id,
  done: () => texts.updated,
  failed: () => texts.updateFailed,
});

type SiteFormProps = {
  /** The site to change; without one the form adds a site. */
  site: Site | undefined;
  /** The paths of the other sites that are known. */
  otherPaths: string[];
  /** Called when the change was saved or given up; an added site is passed. */
  onDone: (added?: SiteDraft) => void;
};

/** A form that adds or changes a site (document 1 §4 and §5). A new `site` needs a new `key`. */
export function SiteForm({ site, otherPaths, onDone }: SiteFormProps) {
  const insert = useAdd();
  const update = useChange();
  const nameField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (site !== undefined) nameField.current?.focus();
  }, [site]);

  async function handleSubmit(typed: SiteDraft) {
    const draft = { ...typed, path: pathToSave(typed.path, site?.path) };
    if (isReserved(draft.path)) refusePath(texts.reserved);
    if (draft.path !== site?.path && isPathTaken(draft.path, otherPaths)) refusePath(texts.taken);
    try {
      await (site === undefined ? insert.submit(draft) : update.submit({ ...draft, id: site.id }));
    } catch (error) {
      if (isDuplicate(error)) refusePath(texts.taken);
      if (isReservedPath(error)) refusePath(texts.reserved);
      throw error;
    }
    form.reset();
    onDone(site === undefined ? draft : undefined);
  }

  const form = useForm({
    initial: site ?? EMPTY,
    schema: siteSchema,
    required: { fields: ["name", "path", "description"], text: texts.missing },
    onSubmit: handleSubmit,
    failed: site === undefined ? insert.failed : update.failed,
  });
  return (
    <Form
      form={form}
      label={site === undefined ? texts.addTitle : texts.editTitle(site.name)}
      actions={
        <>
          <SubmitButton form={form}>{site === undefined ? texts.add : texts.update}</SubmitButton>
          {site !== undefined && <CancelButton onClick={() => onDone()} />}
        </>
      }
    >
      <SiteFields form={form} nameField={nameField} current={site?.path} />
    </Form>
  );
}

type FieldsProps = {
  form: FormState<SiteDraft>;
  nameField: RefObject<HTMLInputElement | null>;
  /** The current path of a site that is changed. */
  current: string | undefined;
};

function SiteFields({ form, nameField, current }: FieldsProps) {
  return (
    <>
      <TextField ref={nameField} label={texts.name} {...form.field("name")} required maxLength={SITE_LENGTH.name} />
      <TextField
        label={texts.path}
        {...form.field("path")}
        required
        maxLength={SITE_LENGTH.path}
        autoCapitalize="none"
        spellCheck={false}
        hint={describeAddress(form.values.path, current)}
      />
      <TextArea
        label={texts.description}
        {...form.field("description")}
        required
        maxLength={SITE_LENGTH.description}
        rows={3}
      />
    </>
  );
}

function refusePath(text: string): never {
  throw new SubmitError("", { path: text });
}

/** The address that a typed path will have, shown before it is saved. */
function describeAddress(typed: string, current: string | undefined): string {
  if (normalisePath(typed) === "") return texts.pathRule;
  const path = pathToSave(typed, current);
  return current === undefined || path === current ? texts.address(path) : texts.addressChanges(path, current);
}
