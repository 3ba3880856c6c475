import { Trash2 } from "lucide-react";
import { confirm } from "#shared/feedback/confirm.ts";
import { Button } from "#shared/ui/button.tsx";
import { draftTexts } from "./draft-texts.ts";

const draft = draftTexts;

type DraftNoticeProps = {
  /** The further loss besides the typed text, for the question. */
  loss: string;
  onDiscard: () => void;
};

/**
 * Says that the draft stays on the device, with a button that discards it. It stands below the fields, which must not move while a person
 * types.
 */
export function DraftNotice({ loss, onDiscard }: DraftNoticeProps) {
  async function handleDiscard() {
    const isSure = await confirm({
      title: draft.confirmTitle,
      description: loss,
      confirmText: draft.confirm,
      danger: true,
    });
    if (!isSure) return;
    onDiscard();
    // The pressed button disappears with the draft, so Tab continues from the form's start.
    document.getElementById("main")?.focus({ preventScroll: true });
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control border border-line bg-sunken px-4 py-2.5">
      <p className="min-w-0 flex-1 basis-48 text-sm">{draft.kept}</p>
      <Button size="small" variant="ghost" onClick={() => void handleDiscard()}>
        <Trash2 aria-hidden="true" />
        {draft.discard}
      </Button>
    </div>
  );
}
