import { lazy, Suspense, useState } from "react";
import { paymentQueries } from "#data/payments/queries.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import { formatCount } from "#shared/format/money.ts";
import { paths } from "#shared/paths.ts";
import { Page } from "#shared/ui/page.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { Tabs } from "#shared/ui/tabs.tsx";
import { CompanyMoney } from "../shell/company-money.tsx";
import { ForAdmins } from "../shell/for-admins.tsx";
import { useUrlTab } from "#parking/kernel/page/use-url-tab.ts";
import { EndedList } from "./ended-list.tsx";
import { FileList } from "./file-list.tsx";
import { LatestBookings } from "./latest-bookings.tsx";
import { paymentTexts as texts } from "./payment-texts.ts";
import { PaymentSumsCard } from "./payment-sums.tsx";
import type { PickedFile } from "./file-preview.tsx";
import { ReadFilePanel } from "./read-file-panel.tsx";
import { UnplacedList } from "./unplaced-list.tsx";

const Refunds = lazy(async () => ({ default: (await import("../refunds/refunds.tsx")).Refunds }));

const VIEWS = ["read", "unknown", "refunds", "ended", "files"] as const;

/** A site's payments, for its admins: reading bank files, the money without a case, and the files so far (document 4 §5). */
export function PaymentsScreen() {
  return <ForAdmins>{({ project }) => <Payments project={project} />}</ForAdmins>;
}

function Payments({ project }: { project: string }) {
  const [open, setOpen] = useUrlTab("view", VIEWS);
  // The file is kept here, so that a change of tabs does not lose it.
  const [picked, setPicked] = useState<PickedFile>();
  const { data: count } = useInfiniteQuery({
    ...paymentQueries.unplaced(project),
    select: ({ pages }) => pages[0]?.count,
  });
  const panels = {
    read: (
      <>
        <CompanyMoney project={project} to={paths.payments}>
          <ReadFilePanel project={project} picked={picked} onPick={setPicked} />
        </CompanyMoney>
        <LatestBookings project={project} />
      </>
    ),
    unknown: <UnplacedList project={project} />,
    refunds: (
      <Suspense fallback={<SkeletonList rows={3} />}>
        <Refunds project={project} />
      </Suspense>
    ),
    ended: <EndedList project={project} />,
    files: <FileList project={project} />,
  };
  const waiting = count === 0 ? undefined : count;
  return (
    <Page title={texts.title} width="wide" back={{ label: texts.back, to: paths.cases(project) }}>
      <PaymentSumsCard project={project} />
      <Tabs
        label={texts.views}
        value={open}
        onChange={setOpen}
        tabs={VIEWS.map((view) => ({
          value: view,
          label: texts.names[view],
          content: panels[view],
          waiting:
            view === "unknown" && waiting !== undefined ? { count: waiting, inWords: formatCount(waiting) } : undefined,
        }))}
      />
    </Page>
  );
}
