import { useId } from "react";
import { useNavigate } from "react-router";
import { type NotedAlarm, type NotedServer, type SystemState, systemStateQuery } from "#data/system_state/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { ForMainAdmin } from "#session/for-main-admin.tsx";
import { formatDateTime } from "#shared/format/dates.ts";
import { paths } from "#shared/paths.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { Page } from "#shared/ui/page.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { EmptyState } from "#shared/ui/state-message.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { faultsNow, healthOf, isOngoing, type JobLine, jobLines } from "./system/system-rules.ts";
import { systemTexts as texts } from "./system/system-texts.ts";

/** The state of the system in words, for the main admin: servers, jobs, backups and the newest alarms. */
export function SystemScreen() {
  const navigate = useNavigate();
  return (
    <ForMainAdmin>
      {() => (
        <Page
          title={texts.title}
          width="wide"
          description={texts.introduction}
          back={{ onClick: () => void navigate(paths.mainAdminDashboard()) }}
        >
          <State />
        </Page>
      )}
    </ForMainAdmin>
  );
}

function State() {
  const query = useQuery(systemStateQuery());
  return (
    <StateView
      query={query}
      loading={<SkeletonList rows={3} label={texts.loading} />}
      failed={texts.loadFailed}
      empty={null}
      isEmpty={() => false}
    >
      {(state) => (
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <div className="grid min-w-0 gap-6">
            <Now state={state} />
            <Alarms state={state} />
          </div>
          <Jobs lines={jobLines(state)} />
        </div>
      )}
    </StateView>
  );
}

function Now({ state }: { state: SystemState }) {
  const title = useId();
  const { servers, now, database } = state;
  const faults = faultsNow(state);
  const isHeard = servers.some((server) => healthOf(server, now) !== "gone");
  const summary = !isHeard ? texts.now.silent : faults.length > 0 ? texts.now.troubled : texts.now.well;
  return (
    <Card as="section" aria-labelledby={title} className="min-w-0">
      <CardHeader id={title} title={texts.now.title} description={texts.now.database(database)} />
      <p className="mb-3">
        <Badge tone={!isHeard || faults.length > 0 ? "danger" : "success"}>{summary}</Badge>
      </p>
      {faults.length > 0 && (
        <ul className="mb-4 list-disc pl-5 font-semibold">
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
      {servers.length === 0 ? (
        <EmptyState text={texts.servers.none} />
      ) : (
        <ul aria-label={texts.servers.list} className="grid gap-3">
          {servers.map((server) => (
            <Server key={server.name} server={server} now={now} />
          ))}
        </ul>
      )}
    </Card>
  );
}

const TONES = { ready: "success", degraded: "warning", failed: "danger", gone: "danger" } as const;

function Server({ server, now }: { server: NotedServer; now: string }) {
  const health = healthOf(server, now);
  const { since, seen, version } = texts.servers;
  return (
    <li className="border-t border-line pt-3">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-semibold wrap-anywhere">{server.name.split(" ")[0]}</span>
        <Badge tone={TONES[health]}>{texts.servers[health]}</Badge>
      </p>
      <p className="text-sm text-ink-soft">
        {health === "gone" ? seen(formatDateTime(server.at)) : since(formatDateTime(server.started_at))}
      </p>
      <p className="text-sm text-ink-soft wrap-anywhere">{version(server.version, server.node)}</p>
    </li>
  );
}

function Jobs({ lines }: { lines: readonly JobLine[] }) {
  const title = useId();
  const { last, result, next, never } = texts.jobs;
  return (
    <Card as="section" aria-labelledby={title} className="min-w-0">
      <CardHeader id={title} title={texts.jobs.title} />
      <ul aria-label={texts.jobs.list} className="grid gap-3">
        {lines.map((line) => (
          <li key={line.name} className="border-t border-line pt-3">
            <h3 className="font-semibold">{line.name}</h3>
            <dl className="grid grid-cols-[auto_1fr] gap-x-4 text-sm">
              <dt className="text-ink-soft">{last}</dt>
              <dd>{line.last === null ? never : formatDateTime(line.last)}</dd>
              <dt className="text-ink-soft">{result}</dt>
              <dd className={line.isBad ? "font-semibold text-danger-strong wrap-anywhere" : "wrap-anywhere"}>
                {line.result}
              </dd>
              <dt className="text-ink-soft">{next}</dt>
              <dd>{"at" in line.next ? formatDateTime(line.next.at) : line.next.words}</dd>
            </dl>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function AlarmBadge({ state, alarm }: { state: SystemState; alarm: NotedAlarm }) {
  if (isOngoing(state, alarm)) return <Badge tone="danger">{texts.alarms.ongoing}</Badge>;
  return <Badge tone="neutral">{alarm.until === null ? texts.servers.gone : texts.alarms.over}</Badge>;
}

function Alarms({ state }: { state: SystemState }) {
  const title = useId();
  const { alarms } = state;
  const { none, list, since, span } = texts.alarms;
  return (
    <Card as="section" aria-labelledby={title} className="min-w-0">
      <CardHeader id={title} title={texts.alarms.title} />
      {alarms.length === 0 ? (
        <EmptyState text={none} />
      ) : (
        <ul aria-label={list} className="grid gap-3">
          {alarms.map((alarm) => (
            <li key={`${alarm.server} ${alarm.part} ${alarm.at}`} className="border-t border-line pt-3">
              <p className="flex flex-wrap items-center justify-between gap-2">
                <span className="font-semibold">{texts.part(alarm.part)}</span>
                <AlarmBadge {...{ state, alarm }} />
              </p>
              <p className="text-sm text-ink-soft wrap-anywhere">
                {alarm.server.split(" ")[0]} ·{" "}
                {alarm.until === null
                  ? since(formatDateTime(alarm.at))
                  : span(formatDateTime(alarm.at), formatDateTime(alarm.until))}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
