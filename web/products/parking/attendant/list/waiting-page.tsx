import { Download, RotateCw } from "lucide-react";
import { readablePlate } from "#contract/plate.ts";
import { useActingOnDevice } from "#data/acting.ts";
import { retryRefused } from "#data/queue/use-waiting.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { paths } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import { Page } from "#shared/ui/page.tsx";
import type { AttendantAt } from "../shell/for-attendants.tsx";
import { exportQueue } from "../queue/export-queue.ts";
import { queueTexts } from "../queue/queue-texts.ts";
import { entryTexts } from "#parking/kernel/queue/entry-texts.ts";
import { aboutOf } from "#parking/kernel/queue/about.ts";
import { runQueue } from "../queue/run-queue.ts";
import { useWaiting, type WaitingEntry } from "../queue/use-waiting.ts";

/** The entries on this phone that wait to be sent, and those that failed, with the reason (document 4 §6). */
export function WaitingPage({ session, project }: AttendantAt) {
  const rows = useWaiting(session);
  const acting = useActingOnDevice();

  async function handleAgain() {
    await retryRefused(acting.device.owner);
    await runQueue(acting, session);
  }

  return (
    <Page
      title={queueTexts.title}
      description={queueTexts.description}
      back={{ to: paths.attendantDashboard(project) }}
      actions={
        rows !== undefined &&
        rows.length > 0 && (
          <>
            <Button variant="primary" onClick={() => void handleAgain()}>
              <RotateCw aria-hidden="true" />
              {queueTexts.again}
            </Button>
            <Button onClick={() => void exportQueue(rows, session)}>
              <Download aria-hidden="true" />
              {queueTexts.export}
            </Button>
          </>
        )
      }
    >
      {rows?.length === 0 && <p className="text-lg">{queueTexts.none}</p>}
      {rows !== undefined && rows.length > 0 && (
        <>
          <ul aria-label={queueTexts.list} className="grid gap-3">
            {rows.map((row) => (
              <WaitingRow key={row.id} row={row} rows={rows} />
            ))}
          </ul>
          <p className="mt-4 text-ink-soft">{queueTexts.exportMore}</p>
        </>
      )}
    </Page>
  );
}

function WaitingRow({ row, rows }: { row: WaitingEntry; rows: readonly WaitingEntry[] }) {
  const { plate, number } = aboutOf(row, rows);
  const waitsFor = rows.some(({ id }) => id === row.needs);
  return (
    <li className="grid gap-1 rounded-card border border-line bg-surface p-4">
      <p className="font-semibold wrap-anywhere">
        {[entryTexts.kinds[row.kind], plate && readablePlate(plate), number].filter(Boolean).join(" · ")}
      </p>
      <p className="text-sm text-ink-soft">{formatDateTime(new Date(row.at))}</p>
      {row.refused === undefined ? (
        <p className="text-sm">{waitsFor ? queueTexts.waitsForOther : queueTexts.sendsSoon}</p>
      ) : (
        <p className="font-medium wrap-anywhere text-danger">{row.refused}</p>
      )}
    </li>
  );
}
