import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { registrationTexts } from "./registration-texts.ts";

const labels = registrationTexts.plateQuestion;

type PlateQuestionDialogProps = {
  plate: string;
  proposal: string | undefined;
  /** `meant`: take the proposal, or change the plate; `as-typed`: the plate is right; undefined: no answer. */
  onAnswer: (answer: "meant" | "as-typed" | undefined) => void;
};

/** Asks about a plate without the Swedish form; the proposal has the first focus. */
export function PlateQuestionDialog({ plate, proposal, onAnswer }: PlateQuestionDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onAnswer(undefined)}
      title={proposal === undefined ? labels.isWrong(plate) : labels.meant(proposal)}
      description={proposal === undefined ? labels.whyWrong : labels.whyMeant(plate)}
    >
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button size="large" variant="primary" onClick={() => onAnswer("meant")}>
          {proposal === undefined ? labels.change : labels.yes}
        </Button>
        <Button size="large" onClick={() => onAnswer("as-typed")}>
          {labels.asTyped}
        </Button>
      </div>
    </Dialog>
  );
}
