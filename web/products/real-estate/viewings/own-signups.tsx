import { useCancelSignup } from "#data/viewings/mutations.ts";
import type { OwnSignup } from "#data/viewings/queries.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import { spanOf } from "../parts/span-of.ts";
import { viewingTexts as texts } from "../visit-texts.ts";

const useCancel = defineAction({
  mutation: () => {
    const { mutateAsync } = useCancelSignup();
    return { mutateAsync: ({ signup, key }: Cancelling) => mutateAsync({ signupId: signup.id, key }) };
  },
  thing: ({ signup }) => signup.id,
  ask: ({ signup }) => ({
    title: texts.cancelTitle(spanOf(signup)),
    description: texts.cancelText,
    confirmText: texts.cancel,
    danger: true,
  }),
  done: () => texts.isCancelled,
  failed: () => texts.cancelFailed,
});

type Cancelling = { signup: OwnSignup; key: string };

/** A visitor's own place at a viewing, which a press gives back. */
export function OwnSignupLine({ signup, signupKey }: { signup: OwnSignup; signupKey: string }) {
  const cancel = useCancel();
  if (signup.is_cancelled) return <Badge tone="danger">{texts.cancelled}</Badge>;
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Badge tone="success">{texts.own(signup.people)}</Badge>
      <Button
        size="small"
        aria-label={texts.cancelNamed(spanOf(signup))}
        pending={cancel.isPending(signup.id)}
        onClick={() => void cancel.run({ signup, key: signupKey })}
      >
        {texts.cancel}
      </Button>
    </span>
  );
}
