import { clsx } from "clsx";
import { Plus, Upload } from "lucide-react";
import { type RefObject, useRef, useState } from "react";
import { readablePlate } from "#contract/plate.ts";
import { DataError } from "#data/data-error.ts";
import { useEndPermit } from "#data/permits/mutations.ts";
import { type Permit, PERMIT_SORTS, permitQueries, type PermitSort } from "#data/permits/queries.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import type { Session } from "#session/store.ts";
import { paths } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import { mainIfFocusLost } from "#shared/ui/main-if-focus-lost.ts";
import { Page } from "#shared/ui/page.tsx";
import { PagedList } from "#shared/ui/paged-list.tsx";
import { ForAdmins } from "../shell/for-admins.tsx";
import { useNow } from "#shared/use-now.ts";
import { SortSelect } from "../shell/marks/sort-select.tsx";
import { useListKeys } from "../shell/marks/use-list-keys.ts";
import { useMarks } from "../shell/marks/use-marks.ts";
import { TermSearch } from "../shell/term-search.tsx";
import { useIsWide } from "#parking/kernel/page/use-is-wide.ts";
import { useKeptTerm } from "#parking/kernel/page/use-kept-term.ts";
import { useUrlTab } from "#parking/kernel/page/use-url-tab.ts";
import { AddPermitDialog } from "./add-permit-dialog.tsx";
import { ImportPermitsDialog } from "./import-permits-dialog.tsx";
import { importTexts } from "./import-texts.ts";
import { MarkedPermits } from "./marked-permits.tsx";
import { PermitListHead, PermitRow } from "./permit-row.tsx";
import { permitTexts as texts } from "./permit-texts.ts";

/** The height of a row before it is measured, in pixels: as two lines, and in a table. */
const ROW_HEIGHT = { narrow: 72, wide: 44 } as const;

const keyOf = (permit: Permit) => permit.id;

/** The permits of a site (cars that may stand there without a parking), for its admins (document 4 §5). */
export function PermitsScreen() {
  return <ForAdmins>{({ project, session }) => <Permits project={project} session={session} />}</ForAdmins>;
}

const useEnd = defineAction({
  mutation: useEndPermit,
  thing: ({ id }) => id,
  ask: ({ plate }: { id: string; endedBy: string; plate: string }) => ({
    title: texts.endTitle(plate),
    description: texts.endText,
    confirmText: texts.endConfirm,
    danger: true,
  }),
  done: () => texts.endDone,
  failed: (error) => ({
    text: texts.endFailed,
    ...(error instanceof DataError && error.code === "gone" ? { description: texts.endedAlready } : {}),
  }),
});

function Permits({ project, session }: { project: string; session: Session }) {
  const [search, keepSearch] = useKeptTerm();
  const [sort, setSort] = useUrlTab("sort", PERMIT_SORTS);
  const [isAdding, setIsAdding] = useState(false);
  const [isImporting, setIsImporting] = useState(false);
  const isWide = useIsWide();
  const box = useRef<HTMLDivElement>(null);
  const actions = (
    <>
      <Button size="small" onClick={() => setIsAdding(true)}>
        <Plus aria-hidden="true" />
        {texts.add.button}
      </Button>
      <Button size="small" onClick={() => setIsImporting(true)}>
        <Upload aria-hidden="true" />
        {importTexts.button}
      </Button>
    </>
  );
  return (
    <Page
      title={texts.title}
      width="wide"
      back={{ to: paths.customerAdminDashboard(project) }}
      actions={isWide && actions}
    >
      <div ref={box}>
        <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <div className={clsx("flex flex-[1_1_20rem]", !isWide && "[&_form>p]:sr-only")}>
            <TermSearch term={search} onSearch={keepSearch} words={texts} />
          </div>
          {!isWide && (
            <>
              <div className="flex flex-wrap gap-2">{actions}</div>
              <SortSelect sort={sort} sorts={SORTS} onSort={setSort} />
            </>
          )}
        </div>
        <PermitList {...{ project, search, sort, setSort, session, box }} />
      </div>
      {isAdding && <AddPermitDialog project={project} userId={session.userId} onClose={() => setIsAdding(false)} />}
      {isImporting && (
        <ImportPermitsDialog project={project} userId={session.userId} onClose={() => setIsImporting(false)} />
      )}
    </Page>
  );
}

const SORTS = PERMIT_SORTS.map((value) => ({ value, label: texts.shortSorts[value] }));

type ListProps = {
  project: string;
  search: string;
  sort: PermitSort;
  setSort: (sort: PermitSort) => void;
  session: Session;
  box: RefObject<HTMLElement | null>;
};

/** The permits that match a search, a table where it has the room. */
function PermitList({ project, search, sort, setSort, session, box }: ListProps) {
  const now = useNow();
  const isWide = useIsWide();
  const [openId, setOpenId] = useState<string>();
  const query = useInfiniteQuery({ ...permitQueries.list(project, search, sort), select: ({ pages }) => pages.flat() });
  const end = useEnd({ focus: mainIfFocusLost });
  const { data: permits = [] } = query;
  const marks = useMarks(permits);
  useListKeys(box, permits, marks);

  function handleEnd({ id, plate }: Permit) {
    void end.run({ id, endedBy: session.userId, plate: readablePlate(plate) });
  }

  return (
    <div className="@container">
      <PermitListHead
        sort={sort}
        onSort={setSort}
        isAllMarked={permits.length > 0 && marks.rows.length === permits.length}
        onMarkAll={marks.pressAll}
      />
      <div className="border-t border-line @2xl:border-0">
        <PagedList
          query={query}
          getKey={keyOf}
          renderItem={(permit) => (
            <PermitRow
              permit={permit}
              now={now}
              isOpen={permit.id === openId}
              onToggle={() => setOpenId(permit.id === openId ? undefined : permit.id)}
              isEnding={end.isPending(permit.id)}
              onEnd={() => handleEnd(permit)}
              isMarked={marks.has(permit.id)}
              onMark={(isRange) => marks.press(permit.id, isRange)}
            />
          )}
          label={texts.label}
          failed={texts.loadFailed}
          none={texts.none}
          estimateHeight={isWide ? ROW_HEIGHT.wide : ROW_HEIGHT.narrow}
          gap={0}
        />
      </div>
      <MarkedPermits marks={marks} userId={session.userId} />
    </div>
  );
}
