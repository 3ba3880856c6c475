import { clsx } from "clsx";
import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { paths } from "#shared/paths.ts";
import { letterTexts as texts } from "../letter-texts.ts";
import { type Step, type StepCount, type StepCounts, STEPS } from "./steps.ts";

type StepperProps = { project: string; open: Step | undefined; counts: StepCounts };

/** The way of many cases from a register to the debt collector: each step leads to its part, with the number of cases that wait there. */
export function Stepper({ project, open, counts }: StepperProps) {
  return (
    <ol aria-label={texts.steps} className="mb-5 flex flex-wrap gap-1 sm:gap-0">
      {STEPS.map((step, place) => (
        <li key={step} className="flex items-center max-sm:flex-[1_1_auto]">
          {place > 0 && <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-soft max-sm:hidden" />}
          <Link
            to={paths.letters(project, step)}
            preventScrollReset
            aria-current={step === open ? "step" : undefined}
            aria-description={counts[step] && texts.waiting(counts[step].count, counts[step].hasMore)}
            className={clsx(
              "flex min-h-16 w-full flex-col flex-wrap items-center justify-center gap-x-2.5 gap-y-0.5 rounded-control px-2 py-1 font-semibold text-ink no-underline hover:bg-sunken sm:min-h-14 sm:flex-row sm:px-3",
              step === open && "bg-brand-soft! font-bold shadow-[inset_0_-4px_0_var(--brand)]",
            )}
          >
            <span className="flex items-center gap-1.5 sm:contents">
              <Place number={place + 1} isOpen={step === open} />
              {step !== "owners" && <Count count={counts[step]} />}
            </span>
            <span>{texts.names[step]}</span>
          </Link>
        </li>
      ))}
    </ol>
  );
}

/** The step's place in the order, which a screen reader knows from the list. */
const Place = ({ number, isOpen }: { number: number; isOpen: boolean }) => (
  <span
    aria-hidden="true"
    className={clsx(
      "inline-flex size-7 shrink-0 items-center justify-center rounded-full border-2 text-sm font-bold tabular-nums",
      isOpen ? "border-brand bg-brand text-on-brand" : "border-line-strong",
    )}
  >
    {number}
  </span>
);

/** The waiting cases behind the step's name; the link's description says them in words. */
const Count = ({ count }: { count: StepCount | undefined }) => (
  <span
    aria-hidden="true"
    className={clsx(
      "min-w-[1.5em] text-center tabular-nums sm:order-1",
      (count?.count ?? 0) === 0 ? "font-normal text-ink-soft" : "rounded-full bg-brand px-2 text-sm text-on-brand",
    )}
  >
    {count === undefined ? "…" : texts.count(count.count, count.hasMore)}
  </span>
);
