import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed } from "lucide-react";
import { useId } from "react";
import { type FirstSteps as Steps, firstStepsQuery } from "#data/main_page_sites/first-steps.ts";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { adminTexts } from "../admin-texts.ts";

const texts = adminTexts.firstSteps;

const STEPS = [
  { column: "has_site", ...texts.site },
  { column: "has_admin", ...texts.admin },
  { column: "has_attendant", ...texts.attendant },
] as const satisfies { column: keyof Steps; title: string; how: string }[];

/** The way of a new installation, from a site to its first attendant; gone when it has been gone. It is no more than a hint. */
export function FirstSteps() {
  const title = useId();
  const { data } = useQuery(firstStepsQuery());
  if (data === undefined || STEPS.every(({ column }) => data[column])) return null;
  return (
    <Card as="section" aria-labelledby={title} className="mb-6">
      <CardHeader id={title} title={texts.title} description={texts.hint} />
      <ol aria-labelledby={title} className="grid gap-4 sm:grid-cols-3">
        {STEPS.map(({ column, ...step }) => (
          <Step key={column} {...step} isDone={data[column]} />
        ))}
      </ol>
    </Card>
  );
}

function Step({ title, how, isDone }: { title: string; how: string; isDone: boolean }) {
  const Icon = isDone ? CircleCheck : CircleDashed;
  return (
    <li className="flex items-start gap-3">
      <Icon aria-hidden="true" className={isDone ? "mt-0.5 size-6 shrink-0 text-success" : "mt-0.5 size-6 shrink-0"} />
      <div className="min-w-0">
        <p className="font-bold">
          {title} <span className="font-normal text-ink-soft">{isDone ? texts.done : texts.left}</span>
        </p>
        {!isDone && <p className="text-ink-soft">{how}</p>}
      </div>
    </li>
  );
}
