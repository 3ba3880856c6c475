import { isCaseRefusal } from "#data/data-error.ts";
import { useSetObjectionGround } from "#data/objections/mutations.ts";
import type { Objection } from "#data/objections/queries.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { SelectField } from "#shared/form/text-field.tsx";
import { caseTexts } from "../case/case-texts.ts";
import { objectionTexts } from "./objection-texts.ts";

const texts = objectionTexts.ground;

const useSetGround = defineAction({
  mutation: useSetObjectionGround,
  done: () => texts.done,
  failed: (error) => (isCaseRefusal(error) ? { text: texts.failed, description: error.message } : texts.failed),
});

/** The ground of an objection, chosen by the admin: a driver's own objection comes without one (document 4 §3). */
export function GroundField({ objection: { id, ground } }: { objection: Objection }) {
  const setGround = useSetGround();
  // A stored ground outside the list stays a choice.
  const grounds = new Set([...caseTexts.object.grounds, ...(ground === null || ground === "" ? [] : [ground])]);
  const handleChange = (value: string) => {
    if (value !== "") void setGround.run({ id, ground: value, seen: ground });
  };
  return (
    <SelectField
      label={caseTexts.page.ground}
      placeholder={texts.choose}
      className="mb-3"
      options={[...grounds].map((value) => ({ value, label: value }))}
      name="ground"
      value={ground ?? ""}
      onChange={handleChange}
    />
  );
}
