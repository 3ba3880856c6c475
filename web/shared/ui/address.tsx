import { Fragment } from "react";

/** An e-mail address: where it is wider than its place it breaks after its signs, and not in the middle of a name. */
export function Address({ text }: { text: string }) {
  // A part may stand twice (a@a.a), so its place is its key.
  return text.split(/(?<=[@.])/).map((part, place) => (
    <Fragment key={`${place} ${part}`}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
