import { useId } from "react";
import { useHideBidList } from "#data/properties/mutations.ts";
import type { Property } from "#data/properties/queries.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { texts } from "../texts.ts";

const labels = texts.bids;

const useHide = defineAction({
  mutation: useHideBidList,
  thing: ({ id }) => id,
  done: (_none, { isHidden }) => (isHidden ? labels.hideDone : labels.showDone),
  failed: () => labels.updateFailed,
});

/** A switch for agents: whether visitors see the bids (document 2 §6). */
export function HideBidsSwitch({ property }: { property: Property }) {
  const id = useId();
  const hide = useHide();
  const isChanging = hide.isPending(property.id);

  return (
    <div className="mt-3 flex items-center gap-3 rounded-control border border-line px-3">
      <input
        id={id}
        type="checkbox"
        aria-describedby={`${id}-hint`}
        checked={isChanging ? !property.hide_bid_list : property.hide_bid_list}
        onChange={(event) => void hide.run({ id: property.id, isHidden: event.target.checked })}
        className="size-6 shrink-0 cursor-pointer accent-brand"
      />
      <div className="min-w-0 py-2">
        <label htmlFor={id} className="flex min-h-7 items-center font-semibold">
          {labels.hide}
        </label>
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {property.status === "available" ? labels.hideHint : labels.hideHintClosed}
        </p>
      </div>
    </div>
  );
}
