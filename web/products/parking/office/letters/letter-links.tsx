import { paths } from "#shared/paths.ts";
import { ButtonLink } from "#shared/ui/button.tsx";
import { CLOSE_TOGETHER } from "#parking/kernel/page/close-together.ts";
import { letterTexts } from "./letter-texts.ts";

const STEPS = ["ask", "owners", "remind", "collect"] as const;

/** The ways from the cases' list to what is done to many of them (document 4 §5). */
export const LetterLinks = ({ project }: { project: string }) =>
  STEPS.map((step) => (
    <ButtonLink key={step} to={paths.letters(project, step)} size="small" className={CLOSE_TOGETHER}>
      {letterTexts.open[step]}
    </ButtonLink>
  ));
