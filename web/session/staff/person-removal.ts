/** The removal of a person from a project's people: question, messages and log entry. */
import type { ConfirmQuestion } from "#shared/feedback/confirm.ts";

type Texts = {
  confirmTitle: (userId: string) => string;
  confirmText: string;
  remove: string;
  removed: string;
};

type Person = { id: string; userId: string };

/** The shared part of these removals; each product adds its call and its failure text. */
export const personRemoval = (texts: Texts) => ({
  thing: ({ id }: Person) => id,
  ask: ({ userId }: Person): ConfirmQuestion => ({
    title: texts.confirmTitle(userId),
    description: texts.confirmText,
    confirmText: texts.remove,
    danger: true,
  }),
  done: () => texts.removed,
  log: { name: "deleted", about: ({ userId }: Person) => ({ user_id: userId }) },
});
