import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { useFetchAhead } from "#shared/fetch-ahead.ts";
import { loadCode } from "#shared/feedback/load-code.ts";
import { SubmitError } from "#shared/form/use-form.ts";
import { registrationTexts } from "./registration-texts.ts";
import { doubtAbout, keepOwnPlate, type PlateDoubt } from "./own-plates.ts";

const loadDialog = loadCode(() => import("./plate-question-dialog.tsx"));
const AHEAD = [loadDialog];

type Dialog = Awaited<ReturnType<typeof loadDialog>>["PlateQuestionDialog"];
type Answer = Parameters<Parameters<Dialog>[0]["onAnswer"]>[0];
type Question = PlateDoubt & { plate: string; Dialog: Dialog; answer: (answer: Answer) => void };

/**
 * The question about a plate before its parking is stored. `askAbout` returns the plate to store; `dialog` must be drawn. `askAbout` throws
 * a SubmitError at the plate's field when it is to be changed, or the error of the dialog's code.
 */
export function usePlateQuestion(): { askAbout: (plate: string) => Promise<string>; dialog: ReactNode } {
  const [question, setQuestion] = useState<Question>();
  useFetchAhead(AHEAD);

  async function askAbout(plate: string): Promise<string> {
    const doubt = doubtAbout(plate);
    if (doubt === undefined) return plate;
    const { PlateQuestionDialog } = await loadDialog();
    const answer = await new Promise<Answer>((resolve) =>
      setQuestion({ ...doubt, plate, Dialog: PlateQuestionDialog, answer: resolve }),
    );
    flushSync(() => setQuestion(undefined));
    // The dialog returns the focus by a timer; only after it may the form focus the field.
    await new Promise((resolve) => setTimeout(resolve));
    if (answer === "as-typed") {
      keepOwnPlate(plate);
      return plate;
    }
    if (answer === undefined || doubt.proposal === undefined)
      throw new SubmitError("", { ref_number: registrationTexts.plateQuestion.check });
    return doubt.proposal;
  }

  const dialog = question && (
    <question.Dialog plate={question.plate} proposal={question.proposal} onAnswer={question.answer} />
  );
  return { askAbout, dialog };
}
