import { Copy } from "lucide-react";
import { useState } from "react";
import * as v from "valibot";
import { copyText } from "#shared/feedback/copy-text.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { SubmitError, useForm } from "#shared/form/use-form.ts";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import type { QuestionAbout } from "../account/account-question.ts";
import { codeFailure } from "./code-dialog.tsx";
import { CodeField } from "./code-field.tsx";
import { codeSchema } from "./code-schema.ts";
import { RecoveryCodesDialog } from "./recovery-codes-dialog.tsx";
import { makeRecoveryCodes, showCode } from "./second-factor.ts";
import { secondFactorTexts } from "./second-factor-texts.ts";

type EnrolmentQuestion = QuestionAbout<"enrolment">;

/** Enrols an authenticator application: its picture and key, its first code, and then the recovery codes. */
export function EnrolmentDialog({ question }: { question: EnrolmentQuestion }) {
  const texts = secondFactorTexts[question.lang];
  const [isOn, setIsOn] = useState(false);
  const [codes, setCodes] = useState<string[]>();
  if (codes !== undefined) return <RecoveryCodesDialog question={{ ...question, codes }} />;
  return (
    <Dialog
      open
      // Once it is on, new recovery codes can be made on the page of the account.
      onOpenChange={(isOpen) => isOpen || question.answer(isOn)}
      title={texts.enrolTitle}
      description={question.isDemanded ? texts.enrolDemanded : texts.enrolHint}
      lang={question.lang}
    >
      <EnrolmentForm question={question} isOn={isOn} onOn={() => setIsOn(true)} onCodes={setCodes} />
    </Dialog>
  );
}

type FormProps = {
  question: EnrolmentQuestion;
  /** The factor counts already; what failed is making the recovery codes. */
  isOn: boolean;
  onOn: () => void;
  onCodes: (codes: string[]) => void;
};

function EnrolmentForm({ question, isOn, onOn, onCodes }: FormProps) {
  const { lang, client, factor, answer } = question;
  const texts = secondFactorTexts[lang];
  const form = useForm({
    initial: { code: "" },
    schema: v.object({ code: codeSchema(texts.codeForm) }),
    onSubmit: async ({ code }) => {
      if (!isOn) await showCode(client, factor.id, code);
      onOn();
      onCodes(await makeRecoveryCodes(client).catch(() => Promise.reject(new SubmitError(texts.codesMissing))));
    },
    failed: codeFailure(lang),
  });
  return (
    <Form
      form={form}
      actions={
        <>
          <SubmitButton form={form}>{texts.enrol}</SubmitButton>
          <Button onClick={() => answer(isOn)}>{texts.cancel}</Button>
        </>
      }
    >
      <p>{texts.scan}</p>
      <img
        src={factor.picture}
        alt={texts.picture}
        width={200}
        height={200}
        className="mx-auto rounded-control border border-line"
      />
      <div>
        <p className="text-sm text-ink-soft">{texts.secret}</p>
        <div className="flex items-center gap-2">
          <code className="min-w-0 flex-1 rounded-sm bg-sunken px-1.5 wrap-anywhere select-all">
            {groupsOfFour(factor.secret)}
          </code>
          <Button size="icon" aria-label={texts.copySecret} onClick={() => void copyText(factor.secret, texts)}>
            <Copy aria-hidden="true" />
          </Button>
        </div>
      </div>
      <CodeField label={texts.firstCode} {...form.field("code")} />
    </Form>
  );
}

/** A key as people read it off; authenticators take it with spaces. */
const groupsOfFour = (secret: string) => secret.replaceAll(/.{4}(?=.)/g, "$& ");
