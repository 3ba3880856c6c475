import { type ReactNode, useRef, useState } from "react";
import { withMark } from "./marked.ts";

export type Marks<Item> = {
  /** The marked rows that the list holds, in its order. A row that leaves the list is not marked any more. */
  rows: Item[];
  has: (id: string) => boolean;
  /** Marks a row or takes its mark back; `isRange` does so from the row before it that was pressed. */
  press: (id: string, isRange: boolean) => void;
  /** Marks all rows that the list holds; if all are marked, none. */
  pressAll: () => void;
  /** Keeps the marks of these rows alone, and shows `answer`, the result of the last action. */
  keep: (ids: readonly string[], answer?: ReactNode) => void;
  answer: ReactNode;
};

/** The marked rows of a list. */
export function useMarks<Item extends { id: string }>(items: readonly Item[]): Marks<Item> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [answer, setAnswer] = useState<ReactNode>();
  const before = useRef<string>(undefined);
  const order = items.map(({ id }) => id);
  const rows = items.filter(({ id }) => ids.has(id));

  function press(id: string, isRange: boolean) {
    setIds(withMark(ids, order, id, isRange ? before.current : undefined));
    before.current = id;
  }

  function keep(kept: readonly string[], answered?: ReactNode) {
    setIds(new Set(kept));
    setAnswer(answered);
    before.current = undefined;
  }

  const pressAll = () => keep(rows.length === items.length ? [] : order);
  return { rows, has: (id) => ids.has(id), press, pressAll, keep, answer };
}
