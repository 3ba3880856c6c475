import { useState } from "react";
import { CONTACT_MESSAGE_MAX } from "#contract/limits.ts";
import { useInsertContactMessage } from "#data/contact_messages/mutations.ts";
import { contactMessageSchema } from "#data/contact_messages/schema.ts";
import { messageOf } from "#data/data-error.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { restoreDraft, useKeptDraft } from "#shared/form/session-draft.ts";
import { TextArea, TextField } from "#shared/form/text-field.tsx";
import { useForm } from "#shared/form/use-form.ts";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { contactTexts } from "./contact-texts.ts";
import { EMAIL_INPUT } from "../account/account-inputs.ts";
import { SignaturePadField } from "./signature-pad-field.tsx";

const contact = contactTexts;
const DRAFT = "contact";
const EMPTY = { name: "", subject: "", email: "", message: "", signature: "" };
const schema = contactMessageSchema(contact);

const useSend = defineAction({
  mutation: useInsertContactMessage,
  done: () => ({ text: contact.sent, description: contact.thanks }),
  failed: (error) => ({ text: contact.sendingFailed, description: contact.somethingWrong(messageOf(error)) }),
});

/** The form of a signed message to the company (document 1 §2, §5, §8). A failed sending and a reload keep all fields and the drawing. */
export function ContactForm() {
  const send = useSend();
  const [initial] = useState(() => restoreDraft(DRAFT, EMPTY));
  const form = useForm({
    initial,
    schema,
    onSubmit: async (message) => {
      await send.submit(message);
      form.reset(EMPTY);
    },
    failed: send.failed,
  });
  useKeptDraft(DRAFT, form.values, EMPTY);
  return (
    <Card as="section" aria-labelledby="contact">
      <CardHeader title={contact.title} id="contact" />
      <Form form={form} actions={<SubmitButton form={form}>{contact.send}</SubmitButton>}>
        <TextField
          {...form.field("name")}
          label={contact.name}
          required
          autoComplete="name"
          maxLength={CONTACT_MESSAGE_MAX.name}
        />
        <TextField
          {...form.field("subject")}
          label={contact.subject}
          required
          maxLength={CONTACT_MESSAGE_MAX.subject}
        />
        <TextField
          {...form.field("email")}
          {...EMAIL_INPUT}
          label={contact.email}
          required
          autoComplete="email"
          maxLength={CONTACT_MESSAGE_MAX.email}
        />
        <TextArea {...form.field("message")} label={contact.message} required maxLength={CONTACT_MESSAGE_MAX.message} />
        <SignaturePadField {...form.field("signature")} personName={form.values.name.trim()} />
      </Form>
    </Card>
  );
}
