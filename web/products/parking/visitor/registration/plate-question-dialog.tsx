import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { registrationTexts } from "./registration-texts.ts";

const labels = registrationTexts.plateQuestion;

type PlateQuestionDialogProps = {
  plate: string;
  proposal: string | undefined;
  /** `meant`: the proposal, or that it is to be changed; `as-typed`: it looks so; undefined: nothing was said. */
  onAnswer: (answer: "meant" | "as-typed" | undefined) => void;
};

/** Asks about a plate of no Swedish form; what was probably meant has the first focus. */
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
