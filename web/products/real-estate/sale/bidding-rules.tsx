import { useState } from "react";
import { isCaseRefusal } from "#data/data-error.ts";
import { useUpdateBiddingRules } from "#data/properties/mutations.ts";
import type { BiddingRules, Property } from "#data/properties/queries.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { useForm } from "#shared/form/use-form.ts";
import { Card } from "#shared/ui/card.tsx";
import { BiddingRuleFields } from "../parts/bidding-rule-fields.tsx";
import { changedRules, rulesSchema, typedRules, type TypedRules } from "../rules/bidding-rules.ts";
import { texts as productTexts } from "../texts.ts";

const texts = productTexts.rules;

const useSave = defineAction({
  mutation: useUpdateBiddingRules,
  done: () => texts.saved,
  failed: (error) => ({ text: isCaseRefusal(error) ? error.message : texts.failed, at: "both" }),
});

const rulesOf = (property: Property): BiddingRules => ({
  bid_mode: property.bid_mode,
  higher_only: property.higher_only,
  bid_step: property.bid_step,
  bid_release: property.bid_release,
  hidden_bids: property.hidden_bids,
  contract_step: property.contract_step,
});

/** The rules of bidding on a property (document 5 §5). */
export function BiddingRulesForm({ property, userId }: { property: Property; userId: string }) {
  const action = useSave();
  // The rules that the form began with: of what another agent changes meanwhile, only typed changes are overwritten.
  const [before, setBefore] = useState(() => rulesOf(property));
  const form = useForm<TypedRules, BiddingRules>({
    initial: typedRules(before),
    schema: rulesSchema(texts.stepWrong),
    onSubmit: async (rules) => {
      const { changes } = changedRules(before, rules);
      await action.submit({ id: property.id, changes, userId });
      setBefore(rules);
    },
    failed: action.failed,
  });
  return (
    <Card className="max-w-2xl">
      <p className="mb-4 text-ink-soft">{texts.about}</p>
      <Form form={form} label={texts.title} actions={<SubmitButton form={form}>{texts.save}</SubmitButton>}>
        <BiddingRuleFields form={form} />
      </Form>
    </Card>
  );
}
