import { type ReactNode, useState } from "react";
import { DataError, messageOf } from "#data/data-error.ts";
import { useListInterval } from "#data/live.ts";
import { type OwnShiftsScope, type Shift, type ShiftFilter, shiftQueries } from "#data/shift_registrations/queries.ts";
import { RENEW_PHOTOS_MS } from "#data/stored-files.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import { Button } from "#shared/ui/button.tsx";
import { PagedList } from "#shared/ui/paged-list.tsx";
import { Tabs } from "#shared/ui/tabs.tsx";
import { PhotoDialog, type ViewedPhotos } from "#shared/ui/photo-dialog.tsx";
import { shiftTexts } from "../shift-texts.ts";
import { ShiftCard } from "#parking/kernel/shifts/shift-card.tsx";

const texts = shiftTexts.list;

/** The height of the scrolling list (document 1 §9). */
const LIST_HEIGHT = "24rem";
/** The height of a card before it is measured, in pixels. */
const CARD_HEIGHT = 230;

const keyOf = (shift: Shift) => shift.id;

const FILTERS: ShiftFilter[] = ["all", "pending", "reviewed"];

/** The attendant's own shifts, newest first: all, waiting or reviewed ones. */
export function ShiftList({ scope, onAgain }: { scope: OwnShiftsScope; onAgain: (shift: Shift) => void }) {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const [viewed, setViewed] = useState<ViewedPhotos | null>(null);

  function toggle(id: string) {
    const next = new Set(expanded);
    if (!next.delete(id)) next.add(id);
    setExpanded(next);
  }

  const renderCard = (shift: Shift) => (
    <ShiftCard
      shift={shift}
      isExpanded={expanded.has(shift.id)}
      onToggle={() => toggle(shift.id)}
      onView={setViewed}
      actions={
        shift.status === "rejected" ? (
          <Button size="small" onClick={() => onAgain(shift)}>
            {texts.again}
          </Button>
        ) : undefined
      }
    />
  );

  return (
    <>
      <Tabs
        label={texts.tabs}
        tabs={FILTERS.map((filter) => ({
          value: filter,
          label: texts[filter],
          content: <FilteredList scope={scope} filter={filter} renderCard={renderCard} />,
        }))}
      />
      <PhotoDialog viewed={viewed} onView={setViewed} />
    </>
  );
}

type FilteredListProps = { scope: OwnShiftsScope; filter: ShiftFilter; renderCard: (shift: Shift) => ReactNode };

function FilteredList({ scope, filter, renderCard }: FilteredListProps) {
  const query = useInfiniteQuery({
    ...shiftQueries.own(scope, filter),
    select: ({ pages }) => pages.flat(),
    refetchInterval: useListInterval(RENEW_PHOTOS_MS),
  });
  return (
    <PagedList
      query={query}
      getKey={keyOf}
      renderItem={renderCard}
      label={texts.title}
      failed={failureText}
      none={texts.none[filter]}
      estimateHeight={CARD_HEIGHT}
      height={LIST_HEIGHT}
      loadingRows={2}
    />
  );
}

/** The reason why the list could not be fetched: the server's words, or that it could not be reached (document 1 §8). */
const failureText = (error: unknown): string =>
  error instanceof DataError && error.code === "network" ? texts.networkFailed : texts.loadFailed(messageOf(error));
