import { useId } from "react";
import { useHideBidList } from "#data/properties/mutations.ts";
import type { Property } from "#data/properties/queries.ts";
import { toast } from "#shared/feedback/toast.ts";
import { texts } from "../texts.ts";

const labels = texts.bids;

/** Whether visitors see the bids, for agents to decide (document 2 §6). */
export function HideBidsSwitch({ property }: { property: Property }) {
  const id = useId();
  const { mutateAsync, isPending, variables } = useHideBidList();

  async function handleChange(isHidden: boolean) {
    if (isPending) return;
    try {
      await mutateAsync({ id: property.id, isHidden });
      toast.success(isHidden ? labels.hideDone : labels.showDone);
    } catch {
      toast.error(labels.updateFailed);
    }
  }

  return (
    <div className="mt-3 flex items-center gap-3 rounded-control border border-line px-3">
      <input
        id={id}
        type="checkbox"
        aria-describedby={`${id}-hint`}
        checked={isPending ? variables.isHidden : property.hide_bid_list}
        onChange={(event) => void handleChange(event.target.checked)}
        className="size-6 shrink-0 cursor-pointer accent-brand"
      />
      <div className="min-w-0 py-2">
        <label htmlFor={id} className="flex min-h-7 items-center font-semibold">
          {labels.hide}
        </label>
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {labels.hideHint}
        </p>
      </div>
    </div>
  );
}
