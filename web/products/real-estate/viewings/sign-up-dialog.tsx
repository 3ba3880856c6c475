import type { InferOutput } from "valibot";
import { useSignUp } from "#data/viewings/mutations.ts";
import type { Viewing } from "#data/viewings/queries.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { SelectField } from "#shared/form/text-field.tsx";
import { SubmitError } from "#shared/form/use-form.ts";
import { BidderFields } from "../broker/bid-fields.tsx";
import { ownBidKey } from "../broker/bid-key.ts";
import { toldAtField } from "../parts/refused-bid.ts";
import { useIdOf } from "../parts/use-id-of.ts";
import { signupSchema } from "../rules/viewing-schema.ts";
import { spanOf } from "../parts/span-of.ts";
import { viewingTexts as texts } from "../visit-texts.ts";

const schema = signupSchema(texts.missing);
const PEOPLE = ["1", "2", "3", "4"].map((value) => ({ value, label: value }));

type Typed = { name: string; email: string; phone: string; people: string };

const useSigningUp = defineAction({
  mutation: useSignUp,
  done: ({ outcome }) => (outcome === "signed_up" ? texts.isSignedUp : undefined),
  failed: () => texts.failed,
});

/** A visitor's sign-up for a viewing. Of two who want the last place one reads that the viewing is full. */
export function SignUpDialog({ viewing, onClose }: { viewing: Viewing; onClose: () => void }) {
  const signing = useSigningUp();
  const { idOf } = useIdOf();
  return (
    <FormDialog<Typed, InferOutput<typeof schema>>
      title={texts.signUpTitle}
      description={`${spanOf(viewing)}. ${texts.signUpAbout}`}
      lang="en"
      initial={{ name: "", email: "", phone: "", people: "1" }}
      schema={schema}
      submit={texts.signUp}
      onSubmit={async (typed) => {
        const call = { viewingId: viewing.id, signupId: idOf(typed), key: ownBidKey(), ...typed };
        const { outcome } = await toldAtField(["name", "email", "phone"], () => signing.submit(call));
        if (outcome !== "signed_up") throw new SubmitError(texts[outcome]);
      }}
      failed={signing.failed}
      onClose={onClose}
    >
      {(form) => (
        <>
          <BidderFields form={form} />
          <SelectField label={texts.people} options={PEOPLE} {...form.field("people")} />
        </>
      )}
    </FormDialog>
  );
}
