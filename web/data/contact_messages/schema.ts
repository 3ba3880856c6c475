/** The rules of the contact form, with the limits that the database checks too. */
import * as v from "valibot";
import { CONTACT_MESSAGE_MAX as MAX } from "#contract/limits.ts";

type Texts = {
  nameMissing: string;
  subjectMissing: string;
  emailMissing: string;
  emailWrong: string;
  messageMissing: string;
  /** The messages for a missing signature, of the form and of the signature pad. */
  signatureRequired: string;
  signBefore: string;
};

/** The schema of a new contact message, with the screen's words (document 1 §5). */
export const contactMessageSchema = (texts: Texts) =>
  v.pipe(
    v.object({
      name: v.pipe(v.string(), v.trim(), v.nonEmpty(texts.nameMissing), v.maxLength(MAX.name)),
      subject: v.pipe(v.string(), v.trim(), v.nonEmpty(texts.subjectMissing), v.maxLength(MAX.subject)),
      email: v.pipe(
        v.string(),
        v.trim(),
        v.nonEmpty(texts.emailMissing),
        v.rfcEmail(texts.emailWrong),
        v.maxLength(MAX.email),
      ),
      message: v.pipe(v.string(), v.trim(), v.nonEmpty(texts.messageMissing), v.maxLength(MAX.message)),
      signature: v.pipe(v.string(), v.nonEmpty(texts.signBefore), v.maxLength(MAX.signature)),
    }),
    v.check(({ signature }) => signature !== "", texts.signatureRequired),
  );
