import { Copy } from "lucide-react";
import { useState } from "react";
import * as v from "valibot";
import { copyText } from "#shared/feedback/copy-text.ts";
import type { FieldBinding } from "#shared/form/field.tsx";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { SubmitError } from "#shared/form/use-form.ts";
import { Button } from "#shared/ui/button.tsx";
import type { QuestionAbout } from "../account/account-question.ts";
import { codeFailure } from "./code-dialog.tsx";
import { CodeField } from "./code-field.tsx";
import { codeSchema } from "./code-schema.ts";
import { RecoveryCodesDialog } from "./recovery-codes-dialog.tsx";
import { makeRecoveryCodes, showCode } from "./second-factor.ts";
import { secondFactorTexts } from "./second-factor-texts.ts";

type EnrolmentQuestion = QuestionAbout<"enrolment">;

/** Enrols an authenticator application: shows its picture and key, takes its first code, and then shows the recovery codes. */
export function EnrolmentDialog({ question }: { question: EnrolmentQuestion }) {
  const { lang, client, factor, answer, isDemanded } = question;
  const texts = secondFactorTexts[lang];
  // The factor is active already; only the recovery codes could not be made. New ones can be made on the account's page.
  const [isOn, setIsOn] = useState(false);
  const [codes, setCodes] = useState<string[]>();
  if (codes !== undefined) return <RecoveryCodesDialog question={{ ...question, codes }} />;

  async function enrol({ code }: { code: string }) {
    if (!isOn) await showCode(client, factor.id, code);
    setIsOn(true);
    setCodes(await makeRecoveryCodes(client).catch(() => Promise.reject(new SubmitError(texts.codesMissing))));
  }

  return (
    <FormDialog
      title={texts.enrolTitle}
      description={isDemanded ? texts.enrolDemanded : texts.enrolHint}
      lang={lang}
      submit={texts.enrol}
      onClose={() => answer(isOn)}
      // The recovery codes are shown next.
      onSaved={() => undefined}
      initial={{ code: "" }}
      schema={v.object({ code: codeSchema(texts.codeForm) })}
      onSubmit={enrol}
      failed={codeFailure(lang)}
    >
      {({ field }) => <EnrolmentFields factor={factor} texts={texts} code={field("code")} />}
    </FormDialog>
  );
}

type FieldsProps = {
  factor: EnrolmentQuestion["factor"];
  texts: (typeof secondFactorTexts)[EnrolmentQuestion["lang"]];
  code: FieldBinding<string>;
};

function EnrolmentFields({ factor, texts, code }: FieldsProps) {
  return (
    <>
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
      <CodeField label={texts.firstCode} {...code} />
    </>
  );
}

/** The key in groups of four letters, for reading. Authenticators accept the spaces. */
const groupsOfFour = (secret: string) => secret.replaceAll(/.{4}(?=.)/g, "$& ");
