import { clsx } from "clsx";
import { MessageSquareText, Star } from "lucide-react";
import type { ReactNode } from "react";
import type { Shift } from "#data/shift_registrations/queries.ts";
import { formatDateTime, toDateValue } from "#shared/format/dates.ts";
import { timesAndLength } from "#shared/format/times-of.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import type { ViewedPhotos } from "#shared/ui/photo-dialog.tsx";
import { shiftStatusLabel } from "./shift-status.ts";
import { shorten } from "./shorten.ts";
import { shiftCardTexts as texts } from "./shift-card-texts.ts";

type ShiftCardProps = {
  shift: Shift;
  isExpanded: boolean;
  onToggle: () => void;
  onView: (photos: ViewedPhotos) => void;
  /** The attendant, when the list shows several people. */
  attendant?: string | undefined;
  /** Whether the photos are shown large enough to look at. */
  largePhotos?: boolean;
  /** The shift's buttons. */
  actions?: ReactNode;
};

/** A shift in a list, named by its time. */
export function ShiftCard(props: ShiftCardProps) {
  const { shift, isExpanded, onToggle, onView, attendant, largePhotos = false, actions } = props;
  const period = `${formatDateTime(shift.start_time)} – ${formatDateTime(shift.end_time)}`;
  const label = shiftStatusLabel(shift.status);
  return (
    <article aria-label={period} className="rounded-card border border-line bg-surface p-4 shadow-raised">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
        <h3 className="flex flex-wrap gap-x-2 font-bold tabular-nums">
          <span>{toDateValue(new Date(shift.start_time))}</span>
          <span>{timesAndLength(new Date(shift.start_time), new Date(shift.end_time))}</span>
        </h3>
        {attendant !== undefined && <p className="min-w-0 grow font-semibold wrap-anywhere">{attendant}</p>}
        <Badge tone={label.tone}>{label.text}</Badge>
      </div>
      <p className="mt-1 flex flex-wrap items-center gap-x-4 text-sm text-ink-soft">
        <span className="inline-flex items-center gap-1.5">
          <Star aria-hidden="true" className="size-4" />
          {texts.rating(shift.rating)}
        </span>
        <span>{texts.registered(formatDateTime(shift.created_at))}</span>
      </p>
      <Description text={shift.description} isExpanded={isExpanded} onToggle={onToggle} />
      <Thumbnails addresses={shift.image_urls} period={period} isLarge={largePhotos} onView={onView} />
      <Review shift={shift} />
      {actions !== undefined && <div className="mt-4 flex flex-wrap gap-2">{actions}</div>}
    </article>
  );
}

/** The first 100 characters; a press shows the rest (document 1 §9). */
function Description(props: { text: string; isExpanded: boolean; onToggle: () => void }) {
  const { text, isExpanded, onToggle } = props;
  const short = shorten(text);
  return (
    <>
      <p className="mt-3 wrap-anywhere whitespace-pre-line">{isExpanded ? text : short}</p>
      {short !== text && (
        <Button variant="ghost" size="small" className="-ml-3" aria-expanded={isExpanded} onClick={onToggle}>
          {isExpanded ? texts.less : texts.more}
        </Button>
      )}
    </>
  );
}

type ThumbnailsProps = {
  addresses: readonly string[];
  period: string;
  isLarge: boolean;
  onView: (photos: ViewedPhotos) => void;
};

function Thumbnails({ addresses, period, isLarge, onView }: ThumbnailsProps) {
  return (
    <ul
      aria-label={texts.photos}
      className={clsx("mt-3 gap-2", isLarge ? "grid grid-cols-3 lg:grid-cols-4" : "flex flex-wrap")}
    >
      {addresses.map((address, index) => (
        <li key={`${index} ${address}`}>
          <button
            type="button"
            aria-label={texts.openPhoto(index + 1, addresses.length)}
            onClick={() => onView({ addresses, index, about: texts.photoOf(period) })}
            className={clsx(
              "block overflow-hidden rounded-control border-2 border-line-strong bg-sunken hover:border-ink",
              isLarge && "w-full",
            )}
          >
            <img
              src={address}
              alt=""
              loading="lazy"
              decoding="async"
              className={clsx("object-cover", isLarge ? "aspect-4/3 w-full" : "h-16 w-20")}
            />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The admin's answer: the note of a rejection or approval, and the rejection that came before an approval. */
function Review({ shift }: { shift: Shift }) {
  const { status, reviewed_at: reviewedAt, rejected_at: rejectedAt } = shift;
  return (
    <>
      {rejectedAt !== null && (
        <Answer note={shift.rejection_note} when={texts.rejectedFirst(formatDateTime(rejectedAt), shift.rejected_by)} />
      )}
      {status !== "pending" && reviewedAt !== null && (
        <Answer note={shift.review_note} when={texts.reviewed(formatDateTime(reviewedAt), shift.reviewed_by)} />
      )}
    </>
  );
}

function Answer({ note, when }: { note: string | null; when: string }) {
  return (
    <div className="mt-3 border-l-4 border-line-strong pl-3">
      {note !== null && note !== "" && (
        <p className="flex items-start gap-2 wrap-anywhere">
          <MessageSquareText aria-hidden="true" className="mt-1 size-4 shrink-0 text-ink-soft" />
          <span>
            <span className="font-semibold">{`${texts.note}: `}</span>
            {note}
          </span>
        </p>
      )}
      <p className="text-sm wrap-anywhere text-ink-soft">{when}</p>
    </div>
  );
}
