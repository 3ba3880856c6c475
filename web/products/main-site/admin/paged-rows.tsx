import type { ReactNode } from "react";
import { PagedList, type PagedQuery } from "#shared/ui/paged-list.tsx";

/** The height of a row before it is measured, and the greatest height of the box, in pixels. */
const ROW = 68;
const BOX = 384;

const keyOf = ({ id }: { id: string }) => id;
const boxHeight = (rows: unknown[]) => `${Math.min(rows.length * ROW, BOX)}px`;

/** Rows of a table with perhaps tens of thousands: a box that scrolls and fetches the next page near its end. */
export function PagedRows<Row extends { id: string }>(props: {
  query: PagedQuery<Row>;
  label: string;
  failed: string;
  none: string;
  renderItem: (row: Row) => ReactNode;
}) {
  return <PagedList {...props} getKey={keyOf} estimateHeight={ROW} gap={0} height={boxHeight} loadingRows={2} />;
}
