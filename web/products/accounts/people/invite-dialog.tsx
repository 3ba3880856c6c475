import { useRef, useState } from "react";
import * as v from "valibot";
import type { InviteAnswer } from "#data/people/mutations.ts";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { SelectField, TextArea, TextField } from "#shared/form/text-field.tsx";
import { type FormState, SubmitError } from "#shared/form/use-form.ts";
import { secretKey } from "#shared/secret-key.ts";
import { type Language, useLanguage } from "#shared/ui/language.ts";
import { useInviting } from "./link-actions.ts";
import { linkTexts } from "./link-texts.ts";
import { peopleTexts } from "./people-texts.ts";
import { type InvitedRow, MOST, readInvited, writeInvited } from "./rules/invited-rows.ts";

/** Whom an admin may invite: which kinds, and where. */
export type Inviting = {
  kinds: readonly string[];
  /** The admin's own project. */
  site: string | null;
  /** Whether the admin names the project. */
  choosesSite: boolean;
};

/** What stands in the form when it opens. */
export type InviteDraft = { kind: string; site: string; rows: readonly InvitedRow[] };

type Props = {
  inviting: Inviting;
  draft: InviteDraft | undefined;
  onClose: () => void;
  onDone: (answers: InviteAnswer[]) => void;
};

/** Kinds that work at a project which the main admin names. */
const AT_SITE = ["admin", "attendant", "chauffeur", "chauffeur-admin"];

type Typed = { kind: string; site: string; rows: string };

const asksSite = ({ choosesSite }: Inviting, kind: string) => choosesSite && AT_SITE.includes(kind);

/** Makes the accounts of up to fifty pasted rows, each with a link to choose a password with. */
export function InviteDialog({ inviting, draft, onClose, onDone }: Props) {
  const lang = useLanguage();
  const texts = linkTexts[lang];
  const action = useInviting();
  const [progress, setProgress] = useState<string>();
  // A second press after a failure repeats the calls with their keys, so that nobody has two accounts.
  const keys = useRef(new Map<string, string>());
  const keyOf = (id: string) => {
    const key = keys.current.get(id) ?? secretKey();
    keys.current.set(id, key);
    return key;
  };
  return (
    <FormDialog
      title={texts.invite}
      description={texts.inviteAbout}
      width="normal"
      submit={texts.invite}
      initial={{
        kind: draft?.kind ?? (inviting.kinds.includes("attendant") ? "attendant" : (inviting.kinds[0] ?? "")),
        site: draft?.site ?? inviting.site ?? "",
        rows: writeInvited(draft?.rows ?? []),
      }}
      schema={v.object({ kind: v.string(), site: v.pipe(v.string(), v.trim()), rows: v.string() })}
      onSubmit={async (typed) => {
        const { kind, site } = typed;
        const rows = readTyped(typed, inviting, lang);
        const project = AT_SITE.includes(kind) && site !== "" ? site : null;
        const invitations = rows.map((row) => ({ kind, project, ...row, key: keyOf(row.userId) }));
        const onAnswer = (answered: number) => setProgress(texts.progress(answered, rows.length));
        onAnswer(0);
        onDone(await action.submit({ invitations, onAnswer }));
      }}
      failed={() => texts.failed}
      onClose={onClose}
      after={progress !== undefined && <output className="mt-3 block text-ink-soft">{progress}</output>}
    >
      {(form) => <Fields form={form} inviting={inviting} />}
    </FormDialog>
  );
}

/** The rows that were pasted. Throws a SubmitError that names what is wrong. */
function readTyped({ kind, site, rows: text }: Typed, inviting: Inviting, lang: Language): InvitedRow[] {
  const texts = linkTexts[lang];
  const { rows, faults } = readInvited(text, kind);
  const told = faults.map(({ line, text: id, fault }) => `${texts.line(line, id)}: ${texts.faults[fault]}`);
  if (told.length > 0) throw new SubmitError("", { rows: told.join(". ") });
  if (rows.length === 0) throw new SubmitError("", { rows: texts.rowsMissing });
  if (rows.length > MOST) throw new SubmitError("", { rows: texts.tooMany(rows.length) });
  if (asksSite(inviting, kind) && kind !== "attendant" && site === "")
    throw new SubmitError("", { site: texts.siteMissing });
  return rows;
}

function Fields({ form: { field, values }, inviting }: { form: FormState<Typed>; inviting: Inviting }) {
  const lang = useLanguage();
  const texts = linkTexts[lang];
  return (
    <>
      {inviting.kinds.length > 1 && (
        <SelectField
          label={texts.kind}
          options={inviting.kinds.map((kind) => ({ value: kind, label: peopleTexts[lang].kinds[kind] ?? kind }))}
          {...field("kind")}
        />
      )}
      {asksSite(inviting, values.kind) && (
        <TextField
          label={texts.site}
          optional={values.kind === "attendant"}
          maxLength={100}
          autoCapitalize="none"
          {...field("site")}
        />
      )}
      <TextArea
        label={texts.rows}
        hint={texts.rowsHint}
        required
        rows={8}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...field("rows")}
      />
    </>
  );
}
