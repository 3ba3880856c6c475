import * as v from "valibot";
import { isSkipped, parseDateValue, parseTime, toDateValue } from "#shared/format/dates.ts";
import { fieldTexts } from "#shared/form/texts.ts";
import { fineTexts } from "../fine-texts.ts";
import { amountProblem, type AmountProblem, observedMoment, OTHER } from "#parking/kernel/notice/rules/fine-draft.ts";

const { problems } = fineTexts;

const AMOUNT_TEXTS = {
  "too-high": problems.amountTooHigh,
  "not-positive": problems.amountNotPositive,
  "not-whole": problems.amountNotWhole,
} as const satisfies Record<AmountProblem, string>;

/** The problem of an amount when a document is generated, in words; undefined when there is none. */
export function amountMessage(typed: string): string | undefined {
  const problem = amountProblem(typed);
  return problem === undefined ? undefined : AMOUNT_TEXTS[problem];
}

/** The problem of an amount during typing. An amount that is too high is reported at once; a low amount may only be unfinished. */
export const amountMessageWhileTyping = (typed: string): string | undefined =>
  amountProblem(typed) === "not-positive" ? undefined : amountMessage(typed);

const day = v.pipe(
  v.string(),
  v.check((value) => parseDateValue(value) !== undefined, problems.noDate),
);

const fine = v.object({
  id: v.string(),
  caseNumber: v.string(),
  issuedBy: v.string(),
  amount: v.pipe(
    v.string(),
    v.rawCheck(({ dataset, addIssue }) => {
      const message = dataset.typed ? amountMessage(dataset.value) : undefined;
      if (message !== undefined) addIssue({ message });
    }),
  ),
  violation: v.string(),
  customViolation: v.string(),
  notes: v.string(),
  dueDate: v.pipe(
    day,
    v.check((value) => parseDateValue(value) === undefined || value >= toDateValue(new Date()), problems.dueInThePast),
  ),
  observedTime: v.pipe(
    v.string(),
    v.check((value) => value.trim() === "" || parseTime(value) !== undefined, problems.noTime),
  ),
  observedReason: v.string(),
  observedFrom: v.string(),
});

const report = v.object({
  ...fine.entries,
  regNumber: v.string(),
  carModel: v.string(),
  carColor: v.string(),
  street: v.string(),
  discordUsername: v.string(),
  currentDate: day,
  currentTime: v.pipe(
    v.string(),
    v.check((value) => parseTime(value) !== undefined, problems.noTime),
  ),
});

type Chosen = Pick<v.InferOutput<typeof fine>, "violation" | "customViolation">;
const isChosen = ({ violation }: Chosen) => violation !== "";
const isDescribed = ({ violation, customViolation }: Chosen) => violation !== OTHER || customViolation.trim() !== "";

type Observed = Pick<v.InferOutput<typeof fine>, "observedTime" | "observedReason">;
const saysSince = ({ observedTime, observedReason }: Observed) =>
  observedReason.trim() === "" || observedTime.trim() !== "";

type Since = Pick<v.InferOutput<typeof fine>, "observedTime" | "observedFrom">;
const hasBeen = ({ observedTime, observedFrom }: Since) =>
  parseTime(observedTime) === undefined || observedMoment(observedTime, new Date(), observedFrom) !== undefined;

/** The rules before a fine is generated (document 1 §5). */
export const fineSchema = v.pipe(
  fine,
  v.forward(v.partialCheck([["violation"], ["customViolation"]], isChosen, problems.noViolation), ["violation"]),
  v.forward(v.partialCheck([["violation"], ["customViolation"]], isDescribed, problems.noCustomViolation), [
    "customViolation",
  ]),
  v.forward(v.partialCheck([["observedTime"], ["observedReason"]], saysSince, problems.noSince), ["observedTime"]),
  v.forward(v.partialCheck([["observedTime"], ["observedFrom"]], hasBeen, problems.timeToCome), ["observedTime"]),
);

/** The rules before a report is generated: the fine's, and a date and time that exist. */
export const reportSchema = v.pipe(
  report,
  v.forward(
    v.partialCheck(
      [["currentDate"], ["currentTime"]],
      ({ currentDate, currentTime }) => !isSkipped(currentDate, currentTime),
      fieldTexts.skippedTime,
    ),
    ["currentTime"],
  ),
  v.forward(v.partialCheck([["violation"], ["customViolation"]], isChosen, problems.noViolation), ["violation"]),
  v.forward(v.partialCheck([["violation"], ["customViolation"]], isDescribed, problems.noCustomViolation), [
    "customViolation",
  ]),
  v.forward(v.partialCheck([["observedTime"], ["observedReason"]], saysSince, problems.noSince), ["observedTime"]),
  v.forward(v.partialCheck([["observedTime"], ["observedFrom"]], hasBeen, problems.timeToCome), ["observedTime"]),
);
