import { paths } from "#shared/paths.ts";
import { ButtonLink } from "#shared/ui/button.tsx";
import { letterTexts } from "./letter-texts.ts";

const STEPS = ["ask", "owners", "remind", "collect"] as const;

/** The ways from the cases' list to what is done to many of them (document 4 §5). */
export const LetterLinks = ({ project }: { project: string }) => (
  <div className="flex flex-wrap items-start gap-2">
    {STEPS.map((step) => (
      <ButtonLink key={step} to={paths.letters(project, step)} size="small">
        {letterTexts.open[step]}
      </ButtonLink>
    ))}
  </div>
);
