import { Monitor, ShieldCheck } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { DISPATCH_PROJECT } from "#contract/projects.ts";
import { voiceUnitQueries } from "#data/teamspeak_units/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { ownerOf } from "#session/owner.ts";
import type { Session } from "#session/store.ts";
import { useAccountWatch } from "#session/account/use-account-watch.ts";
import { useActivityLog } from "#session/actions/use-activity-log.ts";
import { confirm, loadConfirmDialog } from "#shared/feedback/confirm.ts";
import { toast } from "#shared/feedback/toast.ts";
import { paths } from "#shared/paths.ts";
import { ButtonLink } from "#shared/ui/button.tsx";
import { PageBar } from "#shared/ui/page-bar.tsx";
import { type Heading, Page } from "#shared/ui/page.tsx";
import { Tabs } from "#shared/ui/tabs.tsx";
import { Calls } from "../calls/calls.tsx";
import { callTexts } from "../calls/call-texts.ts";
import { ReceivingCall } from "../calls/receiving-call.tsx";
import { type CallActions, useCallActions } from "../calls/use-call-actions.ts";
import { type Receiving, useReceiving } from "../calls/use-receiving.ts";
import { CommandLine } from "../commands/command-line.tsx";
import { Notes } from "../notes/notes.tsx";
import { noteTexts } from "../notes/note-texts.ts";
import { useOpenNotes } from "../notes/use-notes.ts";
import { BELOW_BAR } from "../parts/sticky-height.tsx";
import { useRoster } from "../parts/use-units.ts";
import { useUndoKey } from "../parts/use-undo-key.ts";
import { type UnitPresses, useUnitPresses } from "../roster/use-unit-presses.ts";
import { DispatchBar, GreyWhileLost } from "../bar/dispatch-bar.tsx";
import { texts } from "../texts.ts";
import { Options } from "../roster/options.tsx";
import { Roster } from "../roster/roster.tsx";
import { SessionActions, SessionState } from "../parts/session-actions.tsx";
import type { UnitEdits } from "../roster/use-unit-edits.ts";
import { useOpenTab } from "../parts/use-open-tab.ts";

const labels = texts.centre;

type CentreProps = {
  kind: "operator" | "dispatch-admin";
  session: Session;
  isAdmin: boolean;
  edits: UnitEdits;
  /** Ends the session; the login then shows `reason`. */
  onLeave: (reason?: string) => void;
};

/** The dispatch centre (document 2 §2), for operators and the administrator (decisions §3). */
export function DispatchCentre({ kind, session, isAdmin, edits, onLeave }: CentreProps) {
  const units = useRoster();
  const presses = useUnitPresses(units.data);
  const calls = useCallActions();
  const receiving = useReceiving(ownerOf(kind, session));
  // The latest press is taken back, whether of a unit or of a call.
  useUndoKey(() => ((calls.last?.at ?? 0) > (presses.last?.at ?? 0) ? void calls.undo() : presses.undo()));
  // A question may be asked without a network.
  useEffect(() => void loadConfirmDialog().catch(() => undefined), []);
  // The voice units are fetched but not shown, as document 2 §3 says.
  useQuery(voiceUnitQueries.active());

  // The administrator's account does not belong to the project, so only an operator's is watched.
  useAccountWatch(DISPATCH_PROJECT, kind === "operator" ? session.userId : undefined, onLeave);

  return (
    <Page
      title={labels.title}
      lang="en"
      width="full"
      renderBar={(heading) => (
        <CentreBar {...{ kind, session, isAdmin, heading, onLeave, unsent: receiving.unsent.count }} />
      )}
    >
      <DispatchBar kind={kind} session={session} />
      <ReceivingCall receiving={receiving} actions={calls} />
      <GreyWhileLost>
        <CentreTabs edits={edits} presses={presses} calls={calls} receiving={receiving} />
      </GreyWhileLost>
      <CommandLine units={units.data ?? []} presses={presses} actions={calls} onNewCall={receiving.receive} />
    </Page>
  );
}

type BarProps = Omit<CentreProps, "edits"> & {
  heading: Heading;
  /** The number of calls that were not sent yet. */ unsent: number;
};

/** The sign of the centre as a bar, so that the first unit stands high. */
function CentreBar({ kind, session, isAdmin, heading, onLeave, unsent }: BarProps) {
  const log = useActivityLog();

  async function handleLogOut() {
    if (unsent > 0 && !(await confirm(callTexts.newCall.leaveAsk(unsent)))) return;
    log("logout");
    toast.success(texts.session.loggedOut);
    onLeave();
  }

  return (
    <PageBar
      title={labels.title}
      heading={heading}
      isOwnRow
      actions={
        <SessionActions kind={kind} onLogOut={() => void handleLogOut()}>
          <ButtonLink to={paths.dispatchWall()}>
            <Monitor aria-hidden="true" />
            {labels.wall}
          </ButtonLink>
          {isAdmin && (
            <ButtonLink to={paths.dispatch("administrator")}>
              <ShieldCheck aria-hidden="true" />
              {labels.administration}
            </ButtonLink>
          )}
        </SessionActions>
      }
    >
      <SessionState session={session} />
    </PageBar>
  );
}

/** The units and, from 1280 px on, the calls beside them (document 5 §3). */
function UnitsBesideCalls({ units, calls }: { units: ReactNode; calls: ReactNode }) {
  return (
    <div className="grid items-start gap-4 min-[80rem]:grid-cols-[minmax(0,1fr)_20rem] min-[100rem]:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="@container min-w-0">{units}</div>
      <aside
        aria-label={callTexts.tab}
        style={{ top: `calc(${BELOW_BAR} + 0.5rem)`, maxHeight: `calc(100dvh - 1rem - ${BELOW_BAR})` }}
        className="sticky overflow-y-auto pb-4 max-[80rem]:hidden"
      >
        {calls}
      </aside>
    </div>
  );
}

type TabsProps = { edits: UnitEdits; presses: UnitPresses; calls: CallActions; receiving: Receiving };

function CentreTabs({ edits, presses, calls, receiving }: TabsProps) {
  const [tab, setTab] = useOpenTab(["options", "units", "calls", "notes"], "units");
  const openNotes = useOpenNotes().data?.length ?? 0;
  return (
    <Tabs
      label={labels.tabs}
      value={tab}
      onChange={setTab}
      tabs={[
        { value: "options", label: labels.options, content: <Options /> },
        {
          value: "units",
          label: labels.units,
          content: (
            <UnitsBesideCalls
              units={<Roster edits={edits} presses={presses} sending={calls} />}
              calls={<Calls actions={calls} receiving={receiving} isBeside />}
            />
          ),
        },
        { value: "calls", label: callTexts.tab, content: <Calls actions={calls} receiving={receiving} /> },
        {
          value: "notes",
          label: noteTexts.tab,
          number: openNotes === 0 ? undefined : String(openNotes),
          content: <Notes />,
        },
      ]}
    />
  );
}
