import { objectionPhotosQuery, type Objection } from "#data/objections/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { photoTexts } from "#parking/kernel/photos/photo-texts.ts";
import { PhotoGrid } from "#parking/kernel/photos/photo-grid.tsx";

/** The photos of a driver's objection; missing ones appear when they arrive. */
export function ObjectionPhotos({ objection }: { objection: Pick<Objection, "id" | "photos"> }) {
  const query = useQuery(objectionPhotosQuery(objection.id, objection.photos));
  return (
    <StateView
      query={query}
      loading={<SkeletonList rows={1} label={photoTexts.loading} />}
      failed={photoTexts.loadFailed}
      empty={null}
    >
      {(photos) => (
        <PhotoGrid
          missing={photoTexts.missing}
          photos={photos.map(({ address }, index) => ({ address, name: photoTexts.photo(index + 1), note: "" }))}
          open={(name) => photoTexts.openSent(name)}
        />
      )}
    </StateView>
  );
}
