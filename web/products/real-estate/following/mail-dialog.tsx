import * as v from "valibot";
import { BID_MAX } from "#contract/limits.ts";
import { useFollowProperty, useSendOwnLink } from "#data/followers/mutations.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { TextField } from "#shared/form/text-field.tsx";
import { type FormFailure, SubmitError } from "#shared/form/use-form.ts";
import { ownBidKey } from "../broker/bid-key.ts";
import { toldAtField } from "../parts/refused-bid.ts";
import { useIdOf } from "../parts/use-id-of.ts";
import { followTexts as texts } from "../visit-texts.ts";

const schema = v.object({ email: v.pipe(v.string(), v.trim(), v.email(texts.emailWrong)) });

type MailProps = {
  title: string;
  about: string;
  submit: string;
  failed: (error: unknown) => FormFailure;
  onSubmit: (email: string) => Promise<unknown>;
  onClose: () => void;
};

/** A dialog that asks for a mail address. */
function MailDialog({ title, about, submit, failed, onSubmit, onClose }: MailProps) {
  return (
    <FormDialog<{ email: string }, { email: string }>
      title={title}
      description={about}
      lang="en"
      initial={{ email: "" }}
      schema={schema}
      submit={submit}
      onSubmit={({ email }) => toldAtField(["email"], () => onSubmit(email))}
      failed={failed}
      onClose={onClose}
    >
      {(form) => (
        <TextField
          label={texts.email}
          {...form.field("email")}
          required
          type="email"
          maxLength={BID_MAX.email}
          autoComplete="email"
        />
      )}
    </FormDialog>
  );
}

const useFollow = defineAction({
  mutation: useFollowProperty,
  done: ({ outcome }) => (outcome === "asked" ? texts.asked : undefined),
  failed: () => texts.failed,
});

type Props = { propertyId: string; onClose: () => void };

/** Asks for mails about new bids, which the receiver confirms (document 5 §5). */
export function FollowDialog({ propertyId, onClose }: Props) {
  const following = useFollow();
  const { idOf } = useIdOf();
  return (
    <MailDialog
      title={texts.open}
      about={texts.about}
      submit={texts.ask}
      failed={following.failed}
      onSubmit={async (email) => {
        const call = { propertyId, followerId: idOf(email), email, key: ownBidKey() };
        const { outcome } = await following.submit(call);
        if (outcome !== "asked") throw new SubmitError(outcome === "no_mail" ? texts.noMail : texts.closed);
      }}
      onClose={onClose}
    />
  );
}

const useLost = defineAction({
  mutation: useSendOwnLink,
  done: ({ outcome }) => (outcome === "sent" ? texts.lostSent : undefined),
  failed: () => texts.failed,
});

/** Sends the link to one's bids to the address that they were placed with. */
export function LostLinkDialog({ propertyId, onClose }: Props) {
  const sending = useLost();
  return (
    <MailDialog
      title={texts.lost}
      about={texts.lostAbout}
      submit={texts.lostSend}
      failed={sending.failed}
      onSubmit={async (email) => {
        const { outcome } = await sending.submit({ propertyId, email });
        if (outcome === "no_mail") throw new SubmitError(texts.lostNoMail);
      }}
      onClose={onClose}
    />
  );
}
