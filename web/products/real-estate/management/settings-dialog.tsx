import { useState } from "react";
import { useSetEstateSettings } from "#data/estate_settings/mutations.ts";
import { estateSettingsQueries } from "#data/estate_settings/queries.ts";
import type { BiddingRules } from "#data/properties/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { DialogForm } from "#shared/form/form-dialog.tsx";
import { SubmitError } from "#shared/form/use-form.ts";
import { Dialog } from "#shared/ui/dialog.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { BiddingRuleFields } from "../parts/bidding-rule-fields.tsx";
import { useIdOf } from "../parts/use-id-of.ts";
import { changedRules, rulesSchema, typedRules, type TypedRules } from "../rules/bidding-rules.ts";
import { texts as productTexts } from "../texts.ts";

const texts = productTexts.rules;

type Props = { agent: string; onClose: () => void };

/** The rules of bidding that new properties start with (document 5 §5). */
export function SettingsDialog({ agent, onClose }: Props) {
  const query = useQuery({ ...estateSettingsQueries.rules(), refetchOnWindowFocus: false });
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={texts.settings}
      description={texts.settingsAbout}
      width="normal"
    >
      <StateView query={query} failed={texts.loadFailed} empty={texts.loadFailed}>
        {(rules) => <SettingsForm rules={rules} agent={agent} onClose={onClose} />}
      </StateView>
    </Dialog>
  );
}

const useSave = defineAction({
  mutation: useSetEstateSettings,
  done: ({ outcome }) => (outcome === "changed" || outcome === "gone" ? undefined : texts.saved),
  failed: () => ({ text: texts.failed, at: "both" }),
});

function SettingsForm({ rules, agent, onClose }: Props & { rules: BiddingRules }) {
  const action = useSave();
  const { idOf } = useIdOf();
  // The rules that the form began with: those of another agent are told, also after they were fetched.
  const [before] = useState(rules);
  return (
    <DialogForm<TypedRules, BiddingRules>
      initial={typedRules(before)}
      schema={rulesSchema(texts.stepWrong)}
      submit={texts.save}
      onSubmit={async (typed) => {
        const change = changedRules(before, typed);
        if (Object.keys(change.changes).length === 0) return;
        const answer = await action.submit({ ...change, eventId: idOf(change), agent });
        if (answer.outcome === "changed") throw new SubmitError(texts.changed(answer.by));
        if (answer.outcome === "gone") throw new SubmitError(texts.failed);
      }}
      failed={action.failed}
      onClose={onClose}
    >
      {(form) => <BiddingRuleFields form={form} />}
    </DialogForm>
  );
}
