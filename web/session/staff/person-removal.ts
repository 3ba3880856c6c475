/** How a person is removed from a list of a project's people: what is asked, told and noted. */
import type { ConfirmQuestion } from "#shared/feedback/confirm.ts";

type Texts = {
  confirmTitle: (userId: string) => string;
  confirmText: string;
  remove: string;
  removed: string;
};

type Person = { id: string; userId: string };

/** What the removals of a project's people have in common; the call and the words of a failure are the product's. */
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
