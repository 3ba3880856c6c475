import type { ReactNode } from "react";
import type { CaseWork, EventResult, WaitingCase } from "#data/fines/letters.ts";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { type StateQuery, StateView } from "#shared/ui/state-view.tsx";
import { letterTexts } from "../letter-texts.ts";
import { ManyResults } from "./many-results.tsx";
import { SentOnDay } from "./sent-on-day.tsx";

type StepViewProps = {
  words: { text: string; none: string; sentTitle: string; sentAgain: string };
  query: StateQuery<CaseWork<WaitingCase>>;
  results: readonly EventResult[];
  /** Whether the file of a day is being made. */
  isSaving: boolean;
  onDay: (day: string) => void;
  children: (work: CaseWork<WaitingCase>) => ReactNode;
};

/** A step that gives a file: the waiting cases, those that the last press left out, and the files of earlier days. */
export function StepView({ words, query, results, isSaving, onDay, children }: StepViewProps) {
  return (
    <>
      <p className="mb-6 max-w-prose text-ink-soft">{words.text}</p>
      <ManyResults results={results} />
      <StateView
        query={query}
        loading={<SkeletonList rows={3} label={letterTexts.loading} />}
        failed={letterTexts.loadFailed}
        empty={words.none}
        isEmpty={({ cases }) => cases.length === 0}
      >
        {children}
      </StateView>
      <SentOnDay words={words} isPending={isSaving} onDay={onDay} />
    </>
  );
}
