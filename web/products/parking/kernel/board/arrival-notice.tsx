import { readablePlate } from "#contract/plate.ts";
import { ArrowUp } from "lucide-react";
import { Button } from "#shared/ui/button.tsx";
import { boardTexts } from "./board-texts.ts";
import type { Arrivals } from "./use-arrivals.ts";

/** Announces new parkings: screen readers speak the plate, and a button leads a person who has scrolled down to the top. */
export function ArrivalNotice({ newest, unseen }: Pick<Arrivals, "newest" | "unseen">) {
  return (
    <>
      <output className="sr-only">{newest !== undefined && boardTexts.dashboard.arrived(readablePlate(newest))}</output>
      {unseen > 0 && (
        <div className="pointer-events-none fixed inset-x-0 bottom-[calc(1.25rem+var(--lower-bar,0px))] z-40 flex justify-center">
          <Button
            variant="primary"
            size="small"
            className="floating-in pointer-events-auto rounded-full shadow-floating"
            onClick={() => window.scrollTo({ top: 0 })}
          >
            <ArrowUp aria-hidden="true" />
            {boardTexts.dashboard.unseen(unseen)}
          </Button>
        </div>
      )}
    </>
  );
}
