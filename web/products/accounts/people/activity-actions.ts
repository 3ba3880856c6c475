/** Deactivating and activating people, with what their admin is told. */
import { isCaseRefusal } from "#data/data-error.ts";
import { type ActivityAnswer, type ActivityChange, useSetPersonActive } from "#data/people/mutations.ts";
import { defineAction } from "#session/actions/define-action.ts";
import type { ActionMessage } from "#shared/feedback/action-message.ts";
import type { Language } from "#shared/ui/language.ts";
import { peopleTexts } from "./people-texts.ts";

type Change = ActivityChange & { lang: Language };

/** Why somebody was not changed; undefined for who was. */
export function refusalOf(
  answer: ActivityAnswer,
  { person, lang }: Pick<Change, "person" | "lang">,
): string | undefined {
  const texts = peopleTexts[lang];
  if (answer.outcome === "last_admin") return texts.lastAdmin(person.user_id);
  return answer.outcome === "changed" ? texts.changed(person.user_id, answer.by) : undefined;
}

const failed = (error: unknown, { lang }: Change) =>
  ({ text: isCaseRefusal(error) ? error.message : peopleTexts[lang].failed, at: "both" }) as const;

/** The dialog of a deactivation tells its outcome, for one person or many. */
export const useDeactivation = defineAction({ mutation: useSetPersonActive, done: () => undefined, failed });

export const useActivation = defineAction<Change, ActivityAnswer>({
  mutation: useSetPersonActive,
  thing: ({ person }) => person.id,
  ask: ({ person, lang }) => ({
    title: `${peopleTexts[lang].activate(person.user_id)}?`,
    description: peopleTexts[lang].activateAbout,
    confirmText: peopleTexts[lang].activateShort,
  }),
  done: (answer, change): ActionMessage => {
    const refusal = refusalOf(answer, change);
    return refusal === undefined
      ? peopleTexts[change.lang].activated(change.person.user_id)
      : { text: refusal, kind: "error" };
  },
  failed,
});
