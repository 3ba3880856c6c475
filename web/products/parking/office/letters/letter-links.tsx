import { paths } from "#shared/paths.ts";
import { ButtonLink } from "#shared/ui/button.tsx";
import { CLOSE_TOGETHER } from "#parking/kernel/page/close-together.ts";
import { letterTexts } from "./letter-texts.ts";
import { STEPS } from "./steps/steps.ts";

/** Links from the list of cases to the steps for many cases (document 4 §5). */
export const LetterLinks = ({ project }: { project: string }) =>
  STEPS.map((step) => (
    <ButtonLink key={step} to={paths.letters(project, step)} size="small" className={CLOSE_TOGETHER}>
      {letterTexts.open[step]}
    </ButtonLink>
  ));
