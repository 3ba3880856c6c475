import { Check, X } from "lucide-react";
import { useEffect, useState } from "react";
import { type ActingOnDevice, useActingOnDevice } from "#data/acting.ts";
import type { ChecklistItem } from "#data/checklist_items/queries.ts";
import { clockErrorMs } from "#data/clock-error.ts";
import { useWaitingOf } from "#data/queue/use-waiting.ts";
import type { NewCheck } from "#data/vehicle_checks/sending.ts";
import type { Vehicle } from "#data/vehicles/queries.ts";
import { toast } from "#shared/feedback/toast.ts";
import { DateField } from "#shared/form/date-field.tsx";
import { NumberField, TextField } from "#shared/form/text-field.tsx";
import { toDateValue } from "#shared/format/dates.ts";
import { randomKey } from "#shared/random-key.ts";
import { Button } from "#shared/ui/button.tsx";
import { useNow } from "#shared/use-now.ts";
import { keepCheck } from "../parts/keep-check.ts";
import { useAmbulanceQueue } from "../parts/use-ambulance-queue.ts";
import { answersOf, type CheckDraft, criticalFaults, type Entered, isAnswered, isFault } from "./check-rules.ts";
import { keepDraft, readDraft } from "./check-draft.ts";
import { sendFailure, useCheckSending } from "./vehicle-actions.ts";
import { vehicleTexts } from "./vehicle-texts.ts";

const texts = vehicleTexts.check;

const begin = (turnId: string, vehicleId: string): CheckDraft => ({
  id: randomKey(),
  turnId,
  vehicleId,
  startedAt: new Date().toISOString(),
  km: "",
  entered: {},
});

/** The check as it was entered, which the device keeps until it is sent; undefined until it is read. */
function useDraft(acting: ActingOnDevice, turnId: string, vehicleId: string) {
  const [draft, setDraft] = useState<CheckDraft>();
  useEffect(() => {
    let isGone = false;
    void readDraft(acting).then((kept) => {
      if (isGone) return;
      const isOwn = kept?.turnId === turnId && kept.vehicleId === vehicleId;
      setDraft(isOwn ? kept : begin(turnId, vehicleId));
    });
    return () => {
      isGone = true;
    };
  }, [acting, turnId, vehicleId]);
  const change = (next: CheckDraft) => {
    setDraft(next);
    void keepDraft(acting, next);
  };
  return { draft, change };
}

/** Sends a check, behind what waits on the device before it. */
function useSending() {
  const acting = useActingOnDevice();
  const sending = useCheckSending();
  const waiting = useWaitingOf(acting.device.owner) ?? [];
  const { runQueue } = useAmbulanceQueue();
  async function send(check: NewCheck): Promise<boolean> {
    if (waiting.length === 0) return (await sending.run(check)).status === "done";
    try {
      await keepCheck(acting, check);
      toast.info(texts.kept);
      void runQueue();
      return true;
    } catch (error) {
      toast.error(sendFailure(error));
      return false;
    }
  }
  return { send, isPending: sending.isPending() };
}

type CheckFormProps = {
  vehicle: Vehicle;
  turnId: string;
  items: readonly ChecklistItem[];
  onSent: () => void;
};

/** The checklist: one item a line, for a gloved thumb. Nothing counts before `Send check`. */
export function CheckForm({ vehicle, turnId, items, onSent }: CheckFormProps) {
  const acting = useActingOnDevice();
  const today = toDateValue(new Date(useNow()));
  const { draft, change } = useDraft(acting, turnId, vehicle.id);
  const { send, isPending } = useSending();
  if (draft === undefined) return null;

  async function handleSend(done: CheckDraft) {
    const sent = await send({
      id: done.id,
      vehicle_id: vehicle.id,
      turn_id: turnId,
      started_at: done.startedAt,
      done_at: new Date().toISOString(),
      clock_error_ms: clockErrorMs(),
      km: /^\d{1,7}$/.test(done.km.trim()) ? Number(done.km) : null,
      answers: answersOf(items, done),
    });
    if (!sent) return;
    await keepDraft(acting, undefined);
    onSent();
  }

  return (
    <section aria-label={vehicleTexts.checklist.title} className="lg:col-span-2">
      <ul>
        {items.map((item) => (
          <Item
            key={item.id}
            {...{ item, today }}
            entered={draft.entered[item.id]}
            onChange={(entered) => change({ ...draft, entered: { ...draft.entered, [item.id]: entered } })}
          />
        ))}
      </ul>
      <SendPart
        {...{ vehicle, items, today, draft, isPending }}
        onKm={(km) => change({ ...draft, km })}
        onSend={() => void handleSend(draft)}
      />
    </section>
  );
}

type SendPartProps = {
  vehicle: Vehicle;
  items: readonly ChecklistItem[];
  today: string;
  draft: CheckDraft;
  isPending: boolean;
  onKm: (km: string) => void;
  onSend: () => void;
};

/** The end of the list: the reading, what goes out of service, and `Send check`. */
function SendPart({ vehicle, items, today, draft, isPending, onKm, onSend }: SendPartProps) {
  const left = items.filter((item) => !isAnswered(item, draft.entered[item.id])).length;
  const grave = criticalFaults(items, draft, today);
  return (
    <div className="grid gap-4 border-t border-line pt-4">
      <NumberField
        name="km"
        label={texts.km}
        optional
        inputMode="numeric"
        value={draft.km}
        error={undefined}
        onChange={onKm}
      />
      {grave.length > 0 && (
        <p role="alert" className="font-semibold text-danger wrap-anywhere">
          {texts.takesOut(vehicle.name, grave.map(({ text }) => text).join(", "))}
        </p>
      )}
      <p className="text-sm text-ink-soft">{left > 0 ? texts.left(left) : texts.keptHere}</p>
      <Button
        variant={grave.length > 0 ? "danger" : "primary"}
        size="large"
        wide
        disabled={left > 0}
        pending={isPending}
        onClick={onSend}
      >
        {texts.send}
      </Button>
    </div>
  );
}

type ItemProps = {
  item: ChecklistItem;
  today: string;
  entered: Entered | undefined;
  onChange: (entered: Entered) => void;
};

/** One item of the list, with a line for what is wrong. */
function Item({ item, today, entered = { result: "", note: "" }, onChange }: ItemProps) {
  const isWrong = isFault(item, entered, today);
  const field = { name: item.id, error: undefined, value: entered.result };
  const put = (result: string) => onChange({ ...entered, result });
  return (
    <li className="grid gap-2 border-t border-line py-3 first:border-t-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {item.kind === "ok" && (
          <>
            <span className="min-w-0 flex-auto basis-40 text-lg font-semibold wrap-anywhere">{item.text}</span>
            <fieldset
              aria-label={texts.resultOf(item.text)}
              className="flex gap-2 max-sm:w-full max-sm:[&>*]:flex-auto"
            >
              <Button
                size="large"
                variant={entered.result === "ok" ? "primary" : "secondary"}
                aria-pressed={entered.result === "ok"}
                onClick={() => put("ok")}
              >
                <Check aria-hidden="true" />
                {texts.ok}
              </Button>
              <Button
                size="large"
                variant={entered.result === "fault" ? "danger" : "secondary"}
                aria-pressed={entered.result === "fault"}
                onClick={() => put("fault")}
              >
                <X aria-hidden="true" />
                {texts.fault}
              </Button>
            </fieldset>
          </>
        )}
        {item.kind === "number" && (
          <NumberField
            {...field}
            label={item.text}
            hint={item.minimum === null ? undefined : texts.atLeast(item.minimum)}
            onChange={put}
          />
        )}
        {item.kind === "date" && <DateField {...field} label={item.text} onChange={put} />}
      </div>
      {isWrong && (
        <TextField
          name={`${item.id}-note`}
          label={texts.note(item.text)}
          hint={item.is_critical ? texts.critical : undefined}
          optional
          maxLength={2000}
          value={entered.note}
          error={undefined}
          onChange={(note) => onChange({ ...entered, note })}
        />
      )}
    </li>
  );
}
