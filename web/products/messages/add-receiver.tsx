import { object, pipe, regex, string, trim } from "valibot";
import { eventsOf, WEBHOOK_ADDRESS } from "#contract/messages.ts";
import { useAddMessageHook } from "#data/message_hooks/mutations.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { TextField } from "#shared/form/text-field.tsx";
import { useForm } from "#shared/form/use-form.ts";
import { Button } from "#shared/ui/button.tsx";
import { pageLanguage, useLanguage } from "#shared/ui/language.ts";
import { messageTexts } from "./message-texts.ts";

const words = () => messageTexts[pageLanguage()].add;

const useAdd = defineAction({
  mutation: useAddMessageHook,
  done: () => words().done,
  failed: () => words().failed,
});

/** The longest address that the table accepts. */
const MAX_LENGTH = 300;

/** A form that adds a webhook; where mail is set up, also a button that adds the site's own address. */
export function AddReceiver({ project, canAddMail }: { project: string; canAddMail: boolean }) {
  const texts = messageTexts[useLanguage()].add;
  const add = useAdd();
  const events = [...eventsOf(project)];
  const form = useForm({
    initial: { address: "" },
    schema: object({ address: pipe(string(), trim(), regex(WEBHOOK_ADDRESS, texts.wrong)) }),
    required: { fields: ["address"], text: texts.missing },
    onSubmit: async ({ address }) => {
      await add.submit({ project_id: project, channel: "discord", address, events });
      form.reset();
    },
    failed: () => ({ text: texts.failed, at: "both" }),
  });
  return (
    <Form
      form={form}
      actions={
        <>
          <SubmitButton form={form}>{texts.button}</SubmitButton>
          {canAddMail && (
            <Button onClick={() => void add.run({ project_id: project, channel: "mail", address: "", events })}>
              {texts.mail}
            </Button>
          )}
        </>
      }
    >
      <TextField
        label={texts.address}
        hint={texts.hint}
        required
        maxLength={MAX_LENGTH}
        autoComplete="off"
        spellCheck={false}
        inputMode="url"
        {...form.field("address")}
      />
    </Form>
  );
}
