import { useEffect } from "react";
import { isCaseRefusal, messageOf } from "#data/data-error.ts";
import { CASE_REFUSALS } from "#contract/cases.ts";
import { CancelButton, Form, SubmitButton } from "#shared/form/form.tsx";
import { TextArea, TextField } from "#shared/form/text-field.tsx";
import { type FormFailure, type FormState, useForm } from "#shared/form/use-form.ts";
import { useLanguage } from "#shared/ui/language.ts";
import { type DriverTexts, useDriverTexts } from "#parking/kernel/case/driver-texts.ts";
import type { ObjectionDraft } from "./objection-draft.ts";
import { ObjectionPhotosField } from "./objection-photos-field.tsx";
import { LONGEST, objectionSchema } from "./rules/objection-schema.ts";
import { isUnknown, type ObjectionState } from "./use-objection.ts";

/** Thrown when there is no such case; the form shows the text in the page's current language. */
const NO_CASE = new Error("No such case");

type ObjectionFormProps = {
  objection: ObjectionState;
  draft: ObjectionDraft;
  kind: "object" | "add";
  replyKey: string;
  onCancel: () => void;
};

/** The form: name, address for the answer, text and photos. An unanswered objection stays unchanged until it is sent again. */
export function ObjectionForm({ objection, draft, kind, replyKey, onCancel }: ObjectionFormProps) {
  const { name, email, text, isUnanswered } = draft;
  const words = useDriverTexts();
  const texts = words.object;
  const lang = useLanguage();
  const form = useForm({
    initial: { name, email, text },
    schema: objectionSchema(texts),
    required: { fields: ["name", "text"], text: texts.missing },
    onSubmit: async (typed) => {
      if ((await objection.send(typed, replyKey)) === null) throw NO_CASE;
    },
    failed: (error): FormFailure => ({ text: failureText(error, words, lang), at: "form" }),
  });
  const { values } = form;
  const { change } = objection;
  useEffect(() => {
    const isTyped = values.name !== name || values.email !== email || values.text !== text;
    if (isTyped && !isUnanswered && !form.isPending) change(values);
    // Only typed changes are stored.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [values]);
  const send = kind === "object" ? texts.send : texts.sendAdded;
  return (
    <Form
      form={form}
      actions={
        <>
          <SubmitButton form={form}>{isUnanswered && !form.isPending ? texts.again : send}</SubmitButton>
          {!isUnanswered && <CancelButton onClick={onCancel} />}
        </>
      }
    >
      <p>{kind === "object" ? texts.text : texts.addText}</p>
      {isUnanswered && form.message === undefined && !form.isPending && <p role="alert">{texts.unknown}</p>}
      <Fields {...{ form, kind }} isFixed={isUnanswered} />
      <ObjectionPhotosField {...{ objection, draft }} />
      <p className="text-sm text-ink-soft">{texts.kept}</p>
    </Form>
  );
}

type Typed = Pick<ObjectionDraft, "name" | "email" | "text">;
type FieldsProps = { form: FormState<Typed>; kind: "object" | "add"; isFixed: boolean };

function Fields({ form, kind, isFixed }: FieldsProps) {
  const { object: texts } = useDriverTexts();
  return (
    <>
      <TextField
        label={texts.name}
        required
        autoComplete="name"
        readOnly={isFixed}
        maxLength={LONGEST.name}
        {...form.field("name")}
      />
      <TextField
        label={texts.email}
        hint={texts.emailHint}
        type="email"
        autoComplete="email"
        readOnly={isFixed}
        maxLength={LONGEST.email}
        {...form.field("email")}
      />
      <TextArea
        label={kind === "object" ? texts.why : texts.added}
        note={texts.left(LONGEST.text - form.values.text.length)}
        required
        readOnly={isFixed}
        maxLength={LONGEST.text}
        {...form.field("text")}
      />
    </>
  );
}

function failureText(error: unknown, { object: texts, lookUp }: DriverTexts, lang: "sv" | "en"): string {
  if (error === NO_CASE) return lookUp.none;
  if (isUnknown(error)) return texts.unknown;
  if (!isCaseRefusal(error)) return texts.failed;
  if (error.code === CASE_REFUSALS.state) return texts.state;
  // The database's message is in Swedish.
  return lang === "sv" ? messageOf(error) : texts.failed;
}
