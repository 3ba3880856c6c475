import type { ReactNode } from "react";
import { PagedList, type PagedQuery } from "#shared/ui/paged-list.tsx";

/** Height of a row before it is measured, and of the box at most, in pixels. */
const ROW = 68;
const BOX = 384;

const keyOf = ({ id }: { id: string }) => id;
const boxHeight = (rows: unknown[]) => `${Math.min(rows.length * ROW, BOX)}px`;

/** Rows of a table that may hold tens of thousands: a box that scrolls and asks for the next page near its end. */
export function PagedRows<Row extends { id: string }>(props: {
  query: PagedQuery<Row>;
  label: string;
  failed: string;
  none: string;
  renderItem: (row: Row) => ReactNode;
}) {
  return <PagedList {...props} getKey={keyOf} estimateHeight={ROW} gap={0} height={boxHeight} loadingRows={2} />;
}
