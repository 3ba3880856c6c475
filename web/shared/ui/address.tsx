import { Fragment } from "react";

/** An e-mail address. A long address breaks after @ and dots, and not in the middle of a name. */
export function Address({ text }: { text: string }) {
  // The key holds the position, because a part may occur twice (a@a.a).
  return text.split(/(?<=[@.])/).map((part, place) => (
    <Fragment key={`${place} ${part}`}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
