import { ArrowUp, Download } from "lucide-react";
import { useMemo, useState } from "react";
import { type TrailEntry, trailQueries } from "#data/audit_trail/queries.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import { useQuery } from "#data/use-query.ts";
import { areLoginsApart } from "#session/profile/profile.ts";
import { Button } from "#shared/ui/button.tsx";
import { Page } from "#shared/ui/page.tsx";
import { PagedList } from "#shared/ui/paged-list.tsx";
import { PhoneFold } from "#shared/ui/phone-fold.tsx";
import { filterOf, NO_FILTER } from "../rules/filter.ts";
import { texts } from "../texts.ts";
import { TrailFilters } from "./trail-filters.tsx";
import { TrailItem } from "./trail-item.tsx";
import { useTrailExport } from "./use-trail-export.ts";

/** The height of an entry before it is measured, in pixels. */
const ITEM_HEIGHT = 120;

const keyOf = (entry: TrailEntry) => entry.id;

/** The trail of changes: of one site or, for the main admin, of all. */
export function Trail({ project, back }: { project?: string; back: string }) {
  const [draft, setDraft] = useState(NO_FILTER);
  const filter = useMemo(() => filterOf(draft, project), [draft, project]);
  const query = useInfiniteQuery({ ...trailQueries.list(filter), select: ({ pages }) => pages.flat() });
  const newest = useQuery(trailQueries.newest(filter));
  const download = useTrailExport();
  const isBehind = query.data !== undefined && Boolean(newest.data) && newest.data !== query.data[0]?.id;

  async function handleRenew() {
    window.scrollTo({ top: 0 });
    await query.refetch();
    await newest.refetch();
  }

  return (
    <Page
      title={texts.title}
      width="wide"
      description={areLoginsApart ? texts.introduction : `${texts.introduction} ${texts.asTheScreenSays}`}
      back={{ to: back }}
      actions={
        <Button size="small" pending={download.isPending()} onClick={() => void download.run(filter)}>
          <Download aria-hidden="true" />
          {texts.export.button}
        </Button>
      }
    >
      <div className="mb-6 grid gap-4">
        <PhoneFold label={texts.filter.title(Object.values(draft).filter(Boolean).length)}>
          <TrailFilters withProject={project === undefined} onApply={setDraft} />
        </PhoneFold>
      </div>
      {isBehind && (
        <output className="sticky top-3 z-10 mb-4 flex justify-center">
          <Button
            variant="primary"
            size="small"
            className="rounded-full shadow-floating"
            onClick={() => void handleRenew()}
          >
            <ArrowUp aria-hidden="true" />
            {texts.fresh}
          </Button>
        </output>
      )}
      <PagedList
        query={query}
        getKey={keyOf}
        renderItem={(entry) => <TrailItem entry={entry} withProject={project === undefined} />}
        label={texts.list}
        failed={texts.loadFailed}
        none={texts.none}
        estimateHeight={ITEM_HEIGHT}
        gap={8}
      />
    </Page>
  );
}
