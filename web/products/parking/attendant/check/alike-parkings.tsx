import { ChevronRight } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { readablePlate } from "#contract/plate.ts";
import type { AlikeParking } from "#data/plate_checks/mutations.ts";
import { Button } from "#shared/ui/button.tsx";
import { useNow } from "#shared/use-now.ts";
import { checkTexts } from "./check-texts.ts";
import { shortTime } from "./rules/answer-words.ts";

/** The dialog's code loads with the list, because there may be no network later. */
export const loadAlikeDialog = () => import("./alike-parking-dialog.tsx");
const AlikeParkingDialog = lazy(async () => ({ default: (await loadAlikeDialog()).AlikeParkingDialog }));

/** Parkings with a similar plate, above the buttons. A press shows the whole parking (document 4 §5). */
export function AlikeParkings({ alike }: { alike: readonly AlikeParking[] }) {
  const now = useNow();
  const [openId, setOpenId] = useState<string>();
  const open = alike.find(({ parking_id: id }) => id === openId);
  if (alike.length === 0) return null;
  return (
    <div className="grid gap-2">
      {alike.map((parking) => (
        <Button
          key={parking.parking_id}
          size="large"
          wide
          className="border-warning! bg-warning-soft! px-[min(0.75rem,3vw)]! text-warning!"
          onClick={() => setOpenId(parking.parking_id)}
        >
          <span className="min-w-0 flex-1 text-left font-bold wrap-anywhere">{alikeText(parking, now)}</span>
          <ChevronRight aria-hidden="true" />
        </Button>
      ))}
      {open !== undefined && (
        <Suspense>
          <AlikeParkingDialog parking={open} description={alikeText(open, now)} onClose={() => setOpenId(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

/** The text of a similar parking: until when it is valid, or who removed it and when. */
function alikeText({ plate, until, removed_at: removedAt, removed_by: by = "" }: AlikeParking, now: number): string {
  return removedAt === undefined
    ? checkTexts.similar(readablePlate(plate), until === null ? "" : shortTime(until, now))
    : checkTexts.alike.removed(shortTime(removedAt, now), by);
}
