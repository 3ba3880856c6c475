import * as v from "valibot";
import { BID_MAX } from "#contract/limits.ts";
import { useJoinBidders } from "#data/property_bids/broker.ts";
import type { Bidder } from "#data/property_bids/for-agents.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { SelectField, TextArea } from "#shared/form/text-field.tsx";
import { toldAtField } from "../parts/refused-bid.ts";
import { useIdOf } from "../parts/use-id-of.ts";
import { saleTexts } from "./sale-texts.ts";

const texts = saleTexts.join;

const useJoin = defineAction({
  mutation: useJoinBidders,
  done: () => texts.done,
  failed: () => ({ text: texts.failed, at: "both" }),
});

const schema = v.pipe(
  v.object({
    keep: v.string(),
    joined: v.string(),
    reason: v.pipe(v.string(), v.trim(), v.nonEmpty(saleTexts.reasonMissing), v.maxLength(BID_MAX.reason)),
  }),
  v.forward(
    v.partialCheck([["keep"], ["joined"]], ({ keep, joined }) => keep !== joined && joined !== "", texts.same),
    ["joined"],
  ),
);

type Props = { propertyId: string; bidders: readonly Bidder[]; agent: string; onClose: () => void };

/** Two bidders who are one person: one with two devices, or who called the agent too (document 5 §5). */
export function JoinBiddersDialog({ propertyId, bidders, agent, onClose }: Props) {
  const joining = useJoin();
  const { idOf } = useIdOf();
  const options = bidders.map(({ id, name, number }) => ({ value: id, label: saleTexts.bids.named(name, number) }));
  return (
    <FormDialog
      title={texts.title}
      description={texts.about}
      initial={{ keep: options[0]?.value ?? "", joined: options[1]?.value ?? "", reason: "" }}
      schema={schema}
      submit={texts.save}
      onSubmit={(typed) =>
        toldAtField(["reason"], () => joining.submit({ propertyId, eventId: idOf(typed), agent, ...typed }))
      }
      failed={joining.failed}
      onClose={onClose}
    >
      {(form) => (
        <>
          <SelectField label={texts.keep} options={options} {...form.field("keep")} />
          <SelectField label={texts.joined} options={options} {...form.field("joined")} />
          <TextArea label={saleTexts.reason} required rows={2} maxLength={BID_MAX.reason} {...form.field("reason")} />
        </>
      )}
    </FormDialog>
  );
}
