import { clsx } from "clsx";
import {
  Ban,
  CalendarClock,
  CircleCheckBig,
  Hourglass,
  type LucideIcon,
  RotateCw,
  TicketCheck,
  TimerOff,
} from "lucide-react";
import type { CSSProperties, ReactNode, RefObject } from "react";
import type { CheckOutcome } from "#contract/cases.ts";
import type { PlateCheck as PlateAnswer } from "#data/plate_checks/mutations.ts";
import { Button } from "#shared/ui/button.tsx";
import { Plate } from "#shared/ui/plate.tsx";
import { useNow } from "#shared/use-now.ts";
import { queueTexts } from "../queue/queue-texts.ts";
import { AlikeParkings } from "./alike-parkings.tsx";
import { checkTexts } from "./check-texts.ts";
import { PlateHistory } from "./plate-history.tsx";
import { answerWords, shortTime } from "./rules/answer-words.ts";
import type { Checked } from "./use-plate-check.ts";

/** The colours are the same in both themes: a large area in the dark theme's red would look pink. */
const GO = { color: "#ffffff", backgroundColor: "#12663a" };
const STOP = { color: "#ffffff", backgroundColor: "#b3221b" };
const LOOK = { color: "#11181d", backgroundColor: "var(--marking)" };

/** Each answer has a sign of its own, so that it is known without colour and without reading. */
const SIGNS = {
  valid: { icon: CircleCheckBig, style: GO },
  permit: { icon: TicketCheck, style: GO },
  grace: { icon: Hourglass, style: LOOK },
  not_yet: { icon: CalendarClock, style: LOOK },
  expired: { icon: TimerOff, style: STOP },
  none: { icon: Ban, style: STOP },
} as const satisfies Record<CheckOutcome, { icon: LucideIcon; style: CSSProperties }>;

/** The dot between two facts. A line may break behind it, so that no line begins with a dot. */
const DOT = "\u00A0· ";

const MAY_STAND: readonly CheckOutcome[] = ["valid", "permit", "grace"];

/** The sign of an answer that is no longer valid. */
const OVER = { icon: RotateCw, style: { backgroundColor: "var(--sunken)" } };

type PlateAnswerRegionProps = {
  checked: Checked;
  region: RefObject<HTMLElement | null>;
  onFine: () => void;
  onAgain: () => void;
};

/** The answer to a check: on the upper half of a phone, readable at arm's length in the sun (document 4 §5). */
export function PlateAnswerRegion({ checked, region, onFine, onAgain }: PlateAnswerRegionProps) {
  const { plate, answer } = checked;
  return (
    <section
      ref={region}
      aria-label={checkTexts.answer}
      tabIndex={-1}
      className="mb-4 scroll-mt-22 overflow-hidden rounded-card border-2 border-ink bg-surface outline-none"
    >
      <Word answer={answer} plate={plate} />
      <div className="grid gap-4 p-4">
        <Facts answer={answer} />
        <AlikeParkings alike={answer.similar} />
        <Choices answer={answer} onFine={onFine} onAgain={onAgain} />
        <PlateHistory answer={answer} />
      </div>
    </section>
  );
}

/** Both buttons stand beside each other on a phone, each on one line. */
const CHOICE = "max-sm:flex-auto max-sm:px-2 max-sm:text-base";

/** The buttons. The filled one is the right choice: a car with a right is left alone. */
function Choices({
  answer,
  onFine,
  onAgain,
}: Pick<PlateAnswerRegionProps, "onFine" | "onAgain"> & { answer: PlateAnswer }) {
  const now = useNow();
  const mayStand = MAY_STAND.includes(answer.outcome) || answerWords(answer, now).isOver;
  const fine = (
    <Button key="fine" size="large" className={CHOICE} variant={mayStand ? "secondary" : "primary"} onClick={onFine}>
      {checkTexts.createFine}
    </Button>
  );
  const again = (
    <Button key="again" size="large" className={CHOICE} variant={mayStand ? "primary" : "secondary"} onClick={onAgain}>
      {checkTexts.again}
    </Button>
  );
  return <div className="flex flex-wrap gap-3">{mayStand ? [again, fine] : [fine, again]}</div>;
}

function Word({ answer, plate }: { answer: PlateAnswer; plate: string }) {
  const now = useNow();
  const { word, beside, more, isOver } = answerWords(answer, now);
  const { icon: Icon, style } = isOver ? OVER : SIGNS[answer.outcome];
  // The phone may not know a new parking. A parking that it knows is valid in any case.
  const isUnknownLater = !isOver && answer.outcome !== "valid" && answer.outcome !== "permit";
  return (
    <div style={style} className="grid min-h-[42svh] content-center gap-4 p-[min(1.25rem,5vw)] sm:min-h-56 lg:min-h-48">
      <span className="flex justify-center">
        <Plate value={plate} size="large" />
      </span>
      <output className="grid justify-items-center gap-1 text-center">
        <Icon aria-hidden="true" className="size-[min(5rem,20vw)]" strokeWidth={2.5} />
        <span className="text-[min(2.25rem,9.5vw)] leading-tight font-extrabold wrap-anywhere sm:text-5xl lg:text-4xl">
          {word} {beside}
        </span>
        {more !== "" && <span className="text-xl font-semibold">({more})</span>}
        {isUnknownLater && answer.toldAt !== undefined && (
          <span className="text-xl font-bold">{checkTexts.unknownAfter(shortTime(answer.toldAt, now))}</span>
        )}
      </output>
    </div>
  );
}

/** The age of the answer, the car's facts, and the permit's text. */
function Facts({ answer }: { answer: PlateAnswer }) {
  const now = useNow();
  const { parking, permit, toldAt, endedCutAt } = answer;
  return (
    <>
      {toldAt !== undefined && <Line isStrong>{queueTexts.offlineSince(shortTime(toldAt, now))}</Line>}
      {endedCutAt !== undefined && <Line isStrong>{queueTexts.endedCut(shortTime(endedCutAt, now))}</Line>}
      {parking !== null && (
        <Line>
          {[parking.car_model, parking.car_color, parking.street].filter((part) => part.trim() !== "").join(DOT)}
        </Line>
      )}
      {permit !== null && permit.attendant_note !== "" && <Line>{permit.attendant_note}</Line>}
    </>
  );
}

function Line({ isStrong = false, children }: { isStrong?: boolean; children: ReactNode }) {
  return (
    <p
      className={clsx(
        "text-lg wrap-anywhere",
        isStrong && "rounded-control border-2 border-warning bg-warning-soft px-3 py-2 font-bold text-warning",
      )}
    >
      {children}
    </p>
  );
}
