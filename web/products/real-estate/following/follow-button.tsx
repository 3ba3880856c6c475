import { Bell } from "lucide-react";
import { useState } from "react";
import { loadCode } from "#shared/feedback/load-code.ts";
import { toast } from "#shared/feedback/toast.ts";
import { Button } from "#shared/ui/button.tsx";
import { followTexts as texts } from "../visit-texts.ts";

const loadDialogs = loadCode(() => import("./mail-dialog.tsx"));
type Dialog = Awaited<ReturnType<typeof loadDialogs>>["FollowDialog"];

/** The mails that a visitor may ask for below the bids: about new bids, and for a lost link where bidders have links. */
export function FollowButtons({ propertyId, hasLinks = false }: { propertyId: string; hasLinks?: boolean }) {
  const [shown, setShown] = useState<{ Dialog: Dialog }>();

  /** Opens a dialog, whose code comes with the press. */
  async function open(which: "FollowDialog" | "LostLinkDialog") {
    try {
      setShown({ Dialog: (await loadDialogs())[which] });
    } catch {
      toast.error(texts.failed);
    }
  }

  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button size="small" onClick={() => void open("FollowDialog")}>
        <Bell aria-hidden="true" />
        {texts.open}
      </Button>
      {hasLinks && (
        <Button size="small" variant="ghost" onClick={() => void open("LostLinkDialog")}>
          {texts.lost}
        </Button>
      )}
      {shown && <shown.Dialog propertyId={propertyId} onClose={() => setShown(undefined)} />}
    </div>
  );
}
