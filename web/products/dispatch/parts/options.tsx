import { texts } from "../texts.ts";

const { options: labels } = texts;

/** The figures of the dispatch centre, which are static display values (document 2 §2, §9). */
export function Options() {
  return (
    <>
      <dl className="grid gap-4 sm:grid-cols-3">
        {labels.figures.map(({ label, value }) => (
          <div key={label} className="rounded-card border border-line bg-surface p-5 shadow-raised">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="mt-1 text-3xl font-extrabold tracking-tight tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-sm text-ink-soft">{labels.note}</p>
    </>
  );
}
