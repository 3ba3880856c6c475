import { useNavigate } from "react-router";
import { type NextObjection, useTakeNextObjection } from "#data/objections/mutations.ts";
import type { QueuePlace, QueueScope } from "#data/objections/queue.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { objectionTexts } from "./objection-texts.ts";
import { deskAddress } from "./use-queue-owner.ts";

const { take } = objectionTexts;

type Scope = QueueScope & { after: Pick<QueuePlace, "id" | "received_at"> | null };

const useTakeNext = defineAction<Scope, NextObjection>({
  mutation: useTakeNextObjection,
  done: ({ objection }) => (objection === null ? { kind: "info", text: take.noMore } : undefined),
  failed: () => take.nextFailed,
});

/** The router state of a desk opened as the next one: the number of skipped own fines. */
export type DeskLinkState = { ownFines?: unknown } | null;

/** Takes the next objection after a place in the queue and opens its desk; when none waits, the queue says so. */
export function useNextObjection(
  scope: QueueScope,
  after: Scope["after"],
): { goNext: () => Promise<void>; isGoing: boolean } {
  const navigate = useNavigate();
  const { run, isPending } = useTakeNext();

  async function goNext() {
    const outcome = await run({ ...scope, after });
    if (outcome.status !== "done") return;
    const { objection, ownFines } = outcome.result;
    // From desk to desk, the way back still leads to the queue.
    const to = deskAddress(scope.project, scope.whose, objection?.case_number);
    await navigate(to, { replace: after !== null, state: { ownFines } });
  }
  return { goNext, isGoing: isPending() };
}
