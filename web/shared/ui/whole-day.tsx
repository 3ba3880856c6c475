/** A text whose day (2026-11-24) stays on one line; browsers would break the day at its hyphens. */
export function WholeDay({ text }: { text: string }) {
  const [, before, day, after] = /^(.*)(\d{4}-\d\d-\d\d)(.*)$/.exec(text) ?? [];
  if (day === undefined) return text;
  return (
    <>
      {before}
      <span className="whitespace-nowrap">{day}</span>
      {after}
    </>
  );
}
