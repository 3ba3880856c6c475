import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Call } from "#data/calls/queries.ts";
import { dispatchSettingsQueries } from "#data/dispatch_settings/queries.ts";
import type { Unit } from "#data/units/queries.ts";
import type { UnitStatus } from "#data/unit_statuses/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { TextField } from "#shared/form/text-field.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { focusedUnit, RaiseDialog } from "../alarm/alarm-button.tsx";
import type { CallActions } from "../calls/use-call-actions.ts";
import { useOpenCalls } from "../calls/use-open-calls.ts";
import type { Receiving } from "../calls/use-receiving.ts";
import type { UnitPresses } from "../roster/use-unit-presses.ts";
import { useStatuses } from "../parts/statuses.tsx";
import { commandTexts as texts } from "./command-texts.ts";
import { type Command, namesBegun, parseCommand, type Problem } from "./parse-command.ts";

type Line = Command<Unit, Call, UnitStatus> | Problem;

/** What a line would do, or why it does nothing. @param begun the units and calls that its first word finds */
function wordsOf(line: Line, begun: readonly string[]): string {
  if ("problem" in line) {
    if (line.problem === "matches") return texts.matches(line.matches.join(", "));
    if (line.problem === "none") return texts.none(line.typed);
    if (line.problem === "on-no-call") return texts.onNoCall(line.unit);
    return begun.length === 0 ? texts.incomplete : texts.begun(begun);
  }
  if (line.does === "new") return texts.does.new(line.place, line.priority);
  if (line.does === "alarm") return texts.does.alarm(line.unit?.unit_number ?? "");
  if (line.does === "set") return texts.does.set(line.unit.unit_number, line.status.name);
  if (line.does === "check") return texts.does.check(line.unit.unit_number);
  if (line.does === "send")
    return texts.does.send(line.units.map(({ unit_number }) => unit_number).join(", "), line.call.number);
  if (line.does === "step") return texts.does.step(line.unit.unit_number, line.call.number, line.step);
  return line.does === "note"
    ? texts.does.note(line.call.number, line.text)
    : texts.does.close(line.call.number, line.result);
}

type CommandLineProps = {
  units: readonly Unit[];
  presses: UnitPresses;
  actions: CallActions;
  /** Stores a call, or keeps it on the device; says whether one of them is done. */
  onNewCall: Receiving["receive"];
};

/** The command line: `F2` opens it from everywhere, and what is typed elsewhere stays (document 5 §3). */
export function CommandLine(props: CommandLineProps) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const [raising, setRaising] = useState<string>();
  const row = useRef("");
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      if (event.key !== "F2" || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      row.current = focusedUnit();
      setOpen(true);
    }
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, []);
  return (
    <>
      {/* Beside the units: to veil and hide two hundred of them and show them again is what a command would wait for. */}
      <Dialog open={isOpen} onOpenChange={setOpen} title={texts.title} description={texts.about} width="normal" beside>
        <CommandForm
          {...props}
          typed={typed}
          onType={setTyped}
          onDone={() => setOpen(false)}
          onAlarm={(unit) => setRaising(unit?.id ?? row.current)}
        />
      </Dialog>
      {raising !== undefined && (
        <RaiseDialog units={props.units} unit={raising} onClose={() => setRaising(undefined)} />
      )}
    </>
  );
}

type FormProps = CommandLineProps & {
  typed: string;
  onType: (change: string | ((typed: string) => string)) => void;
  onDone: () => void;
  /** Asks for the unit of an alarm, the given one first. */
  onAlarm: (unit: Unit | undefined) => void;
};

function CommandForm({ units, presses, actions, onNewCall, typed, onType, onDone, onAlarm }: FormProps) {
  const calls = useOpenCalls();
  const settings = useQuery(dispatchSettingsQueries.own());
  const known = {
    units,
    calls: calls.data ?? [],
    statuses: useStatuses(),
    results: settings.data?.results ?? [],
  };
  const line: Line = parseCommand(typed, known);
  const isReady = !("problem" in line);

  /** Does the command, and says whether a text that it carries was stored. */
  async function run(command: Exclude<Line, Problem>): Promise<boolean> {
    if (command.does === "note") return actions.note(command.call, command.text);
    if (command.does === "new")
      return onNewCall({ place: command.place, nature: "", priority: command.priority, caller: "" });
    if (command.does === "alarm") onAlarm(command.unit);
    else if (command.does === "set") presses.setStatus(command.unit, command.status.code);
    else if (command.does === "check") presses.check(command.unit);
    else if (command.does === "send") void actions.assign(command.call, command.units);
    else if (command.does === "step") void actions.step(command.call.id, command.unit, command.step);
    else void actions.close(command.call, command.result);
    return true;
  }

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if ("problem" in line) return;
    // The dialog is gone before a question opens, which takes the focus.
    onDone();
    onType("");
    // A text that was not stored stands there again when the line is opened.
    if (!(await run(line))) onType((now) => (now === "" ? typed : now));
  }

  return (
    <form onSubmit={(event) => void handleSubmit(event)}>
      <div className="flex items-end gap-2 *:first:grow">
        <TextField
          label={texts.label}
          value={typed}
          onChange={onType}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={2100}
        />
        <Button type="submit" variant="primary" disabled={!isReady}>
          {texts.run}
        </Button>
      </div>
      <output className="mt-2 block min-h-6 font-semibold wrap-anywhere">
        {wordsOf(line, namesBegun(typed, known))}
      </output>
    </form>
  );
}
