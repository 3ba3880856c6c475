import { useState } from "react";
import { useLocation } from "react-router";
import { useConfirmFollow, useEndFollow } from "#data/followers/mutations.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { paths } from "#shared/paths.ts";
import { isSecretKey } from "#shared/secret-key.ts";
import { Button, ButtonLink } from "#shared/ui/button.tsx";
import { Card } from "#shared/ui/card.tsx";
import { Page } from "#shared/ui/page.tsx";
import { EmptyState } from "#shared/ui/state-message.tsx";
import { followTexts as texts } from "../visit-texts.ts";

const none = { kind: "error", text: texts.none } as const;

const useConfirm = defineAction({
  mutation: useConfirmFollow,
  done: ({ outcome }) => (outcome === "none" ? none : undefined),
  failed: () => texts.failed,
});

const useEnd = defineAction({
  mutation: useEndFollow,
  done: ({ outcome }) => (outcome === "none" ? none : undefined),
  failed: () => texts.failed,
});

/** The page that a mail leads to: it confirms or ends mails about a property by a press, since programs open links too (document 5 §5). */
export function FollowScreen() {
  const key = useLocation().hash.slice(1);
  return (
    <Page title={texts.title} lang="en" back={{ to: paths.listings() }}>
      {isSecretKey(key) ? <Following key={key} mailKey={key} /> : <EmptyState text={texts.none} />}
    </Page>
  );
}

function Following({ mailKey }: { mailKey: string }) {
  const confirm = useConfirm();
  const end = useEnd();
  const [state, setState] = useState<{ is: "asked" | "confirmed" | "ended"; property?: string }>({ is: "asked" });

  async function handleConfirm() {
    const outcome = await confirm.run(mailKey);
    if (outcome.status === "done" && outcome.result.outcome === "confirmed")
      setState({ is: "confirmed", property: outcome.result.property_id });
  }

  async function handleEnd() {
    const outcome = await end.run(mailKey);
    if (outcome.status === "done" && outcome.result.outcome !== "none") setState({ is: "ended" });
  }

  return (
    <Card className="grid gap-4">
      <output className="text-lg font-semibold">
        {{ asked: texts.question, confirmed: texts.confirmed, ended: texts.ended }[state.is]}
      </output>
      <div className="flex flex-wrap gap-3">
        {state.is === "asked" && (
          <Button variant="primary" size="large" pending={confirm.isPending()} onClick={() => void handleConfirm()}>
            {texts.confirm}
          </Button>
        )}
        {state.property !== undefined && (
          <ButtonLink variant="primary" to={paths.listing(state.property)}>
            {texts.look}
          </ButtonLink>
        )}
        {state.is !== "ended" && (
          <Button size="large" pending={end.isPending()} onClick={() => void handleEnd()}>
            {texts.end}
          </Button>
        )}
      </div>
    </Card>
  );
}
