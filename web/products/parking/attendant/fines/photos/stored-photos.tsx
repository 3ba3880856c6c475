import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { finePhotoQueries } from "#data/fine_photos/queries.ts";
import { useQuery } from "#data/use-query.ts";
import type { Session } from "#session/store.ts";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { CasePhotos } from "#parking/kernel/photos/case-photos.tsx";
import { readKeptPhotos } from "#parking/kernel/photos/kept-photos.ts";
import { PHOTOS_HASH } from "../opened-fine.ts";
import { photoTexts as texts } from "#parking/kernel/photos/photo-texts.ts";

/**
 * The photos of a stored fine. They are folded, unless the address leads to them or this device has some that never arrived, and load when
 * they are unfolded.
 */
export function StoredPhotos({ fine, session }: { fine: { id: string; case_number: string }; session: Session }) {
  const { hash } = useLocation();
  const [isOpen, setIsOpen] = useState(hash === PHOTOS_HASH);
  useEffect(() => {
    void readKeptPhotos(session, fine.id).then((kept) => kept.length > 0 && setIsOpen(true));
  }, [session, fine.id]);
  const query = useQuery({ ...finePhotoQueries.of(fine.id), enabled: isOpen });
  return (
    <details className="mt-2" open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">{texts.title}</summary>
      {isOpen && (
        <StateView
          query={query}
          loading={<SkeletonList rows={1} label={texts.loading} />}
          failed={texts.loadFailed}
          isEmpty={() => false}
          empty={null}
        >
          {(photos) => <CasePhotos {...{ fine, photos, session }} />}
        </StateView>
      )}
    </details>
  );
}
