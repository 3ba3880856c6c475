import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import { useState } from "react";
import { useIsLive } from "#data/live.ts";
import { useLiveProjectShifts } from "#data/shift_registrations/admin-live.ts";
import { adminShiftQueries } from "#data/shift_registrations/admin-queries.ts";
import type { Shift } from "#data/shift_registrations/queries.ts";
import type { Session } from "#session/store.ts";
import type { Log } from "#session/use-activity-log.ts";
import { Button } from "#shared/ui/button.tsx";
import { PagedList } from "#shared/ui/paged-list.tsx";
import { PhotoDialog, type ViewedPhotos } from "#shared/ui/photo-dialog.tsx";
import { ShiftCard } from "../shifts/parts/shift-card.tsx";
import { adminTexts } from "./admin-texts.ts";
import { type Review, ReviewDialog } from "./parts/review-dialog.tsx";

const texts = adminTexts.shifts;

/** Height of a card before it is measured, in pixels. */
const CARD_HEIGHT = 260;
/** How often the list is fetched while it cannot be followed, in milliseconds. */
const POLL_MS = 15_000;

const keyOf = (shift: Shift) => shift.id;

type ShiftReviewsProps = { project: string; session: Session; log: Log };

/** The site's shifts, followed as they change. */
function useShifts(project: string) {
  const isLive = useIsLive();
  useLiveProjectShifts(project);
  return useInfiniteQuery({
    ...adminShiftQueries.list(project),
    select: ({ pages }) => pages.flat(),
    refetchInterval: isLive ? false : POLL_MS,
  });
}

/** The site's shifts, newest first; those that are not approved are approved or rejected here (document 1 §4). */
export function ShiftReviews({ project, session, log }: ShiftReviewsProps) {
  const cache = useQueryClient();
  const query = useShifts(project);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const [viewed, setViewed] = useState<ViewedPhotos | null>(null);
  const [review, setReview] = useState<Review>();

  function toggle(id: string) {
    const next = new Set(expanded);
    if (!next.delete(id)) next.add(id);
    setExpanded(next);
  }

  function handleClose(closed: Review) {
    // A late answer to one shift leaves the dialog of the next one open.
    setReview((open) => (open === closed ? undefined : open));
    // Whatever was answered, here or by another admin: what stands in the table counts.
    void cache.invalidateQueries(adminShiftQueries.list(project));
  }

  return (
    <>
      <h2 className="sr-only">{adminTexts.dashboard.shifts}</h2>
      <PagedList
        query={query}
        getKey={keyOf}
        renderItem={(shift) => (
          <ShiftCard
            shift={shift}
            attendant={shift.attendant_user_id}
            isExpanded={expanded.has(shift.id)}
            onToggle={() => toggle(shift.id)}
            onView={setViewed}
            actions={shift.approved ? undefined : <ReviewButtons shift={shift} onReview={setReview} />}
          />
        )}
        label={texts.list}
        failed={texts.loadFailed}
        none={texts.none}
        estimateHeight={CARD_HEIGHT}
      />
      <PhotoDialog viewed={viewed} onView={setViewed} />
      {review !== undefined && (
        <ReviewDialog
          key={`${review.shift.id} ${review.isApproved}`}
          review={review}
          session={session}
          log={log}
          onClose={() => handleClose(review)}
        />
      )}
    </>
  );
}

/** A shift that was rejected by mistake can still be approved; to reject it once more says nothing new. */
function ReviewButtons({ shift, onReview }: { shift: Shift; onReview: (review: Review) => void }) {
  return (
    <>
      <Button size="small" variant="primary" onClick={() => onReview({ shift, isApproved: true })}>
        <Check aria-hidden="true" />
        {texts.approve}
      </Button>
      {shift.status === "pending" && (
        <Button
          size="small"
          className="border-danger! text-danger!"
          onClick={() => onReview({ shift, isApproved: false })}
        >
          <X aria-hidden="true" />
          {texts.reject}
        </Button>
      )}
    </>
  );
}
