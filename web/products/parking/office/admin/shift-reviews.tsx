import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useListInterval } from "#data/live.ts";
import { useLiveProjectShifts } from "#data/shift_registrations/admin-live.ts";
import { adminShiftQueries } from "#data/shift_registrations/admin-queries.ts";
import type { Shift } from "#data/shift_registrations/queries.ts";
import { RENEW_PHOTOS_MS } from "#data/stored-files.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import type { Session } from "#session/store.ts";
import type { Log } from "#session/actions/use-activity-log.ts";
import { PagedList } from "#shared/ui/paged-list.tsx";
import { PhotoDialog, type ViewedPhotos } from "#shared/ui/photo-dialog.tsx";
import { ShiftCard } from "#parking/kernel/shifts/shift-card.tsx";
import { officeTexts } from "../shell/office-texts.ts";
import { adminTexts } from "./admin-texts.ts";
import { type Review, ReviewDialog } from "./parts/review-dialog.tsx";
import { ShiftActions } from "./parts/shift-actions.tsx";
import { REVIEWS_HEADING, useApprovals } from "./parts/use-approvals.ts";

const texts = adminTexts.shifts;

/** The height of a card before it is measured, in pixels. */
const CARD_HEIGHT = 360;

const keyOf = (shift: Shift) => shift.id;

type ShiftReviewsProps = { project: string; session: Session; log: Log };

/** The site's shifts, live. */
function useShifts(project: string) {
  const [since] = useState(() => new Date().toISOString());
  useLiveProjectShifts(project);
  return useInfiniteQuery({
    ...adminShiftQueries.list(project, since),
    select: ({ pages }) => pages.flatMap(({ rows }) => rows),
    refetchInterval: useListInterval(RENEW_PHOTOS_MS),
  });
}

/** The shifts whose whole description is shown. */
function useExpanded() {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  function toggle(id: string) {
    const next = new Set(expanded);
    if (!next.delete(id)) next.add(id);
    setExpanded(next);
  }
  return { expanded, toggle };
}

/** The site's shifts, waiting ones first, with buttons to approve or reject those that are not approved (document 1 §4). */
export function ShiftReviews({ project, session, log }: ShiftReviewsProps) {
  const cache = useQueryClient();
  const query = useShifts(project);
  const { expanded, toggle } = useExpanded();
  const [viewed, setViewed] = useState<ViewedPhotos | null>(null);
  const [review, setReview] = useState<Review>();
  const approvals = useApprovals({ session, log, shifts: query.data ?? [] });

  function handleClose(closed: Review) {
    // A late answer to one shift keeps the dialog of the next one open.
    setReview((open) => (open === closed ? undefined : open));
    // After any answer, here or by another admin, the table's rows count.
    void cache.invalidateQueries({ queryKey: adminShiftQueries.ofProject(project) });
  }

  return (
    <>
      <h2 id={REVIEWS_HEADING} tabIndex={-1} className="sr-only">
        {officeTexts.shifts}
      </h2>
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
            largePhotos
            actions={
              shift.approved && !approvals.isUndoable(shift.id) ? undefined : (
                <ShiftActions shift={shift} approvals={approvals} onReview={setReview} />
              )
            }
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
