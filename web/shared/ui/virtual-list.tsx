import {
  defaultRangeExtractor,
  useVirtualizer,
  useWindowVirtualizer,
  type Range,
  type VirtualItem,
  type Virtualizer,
} from "@tanstack/react-virtual";
import { clsx } from "clsx";
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { useLocation } from "react-router";
import { Button } from "./button.tsx";
import { Spinner } from "./spinner.tsx";
import { useLanguage } from "./language.ts";
import { uiTexts } from "./texts.ts";

/** Number of rows before the end at which more rows are fetched. */
const ASK_BEFORE_END = 15;
const OVERSCAN = 6;

export type VirtualListProps<Item> = {
  items: readonly Item[];
  getKey: (item: Item) => string;
  renderItem: (item: Item, index: number) => ReactNode;
  /** The list's name for screen readers. */
  label: string;
  /** A guess of a row's height in pixels, before the row is measured. */
  estimateHeight: number;
  /** Space between rows in pixels. */
  gap?: number;
  /** The number of all rows, if known; screen readers speak it. */
  total?: number | undefined;
  /** Whether more rows can be fetched. */
  hasMore?: boolean;
  isLoadingMore?: boolean;
  /** The text when the last fetch of more rows failed, with a button that tries again. */
  moreFailed?: string | undefined;
  /** Called once at each end of the rows. */
  onEndReached?: () => void;
  /** A CSS height ("24rem"): the list scrolls inside a box. Without it the page scrolls. */
  height?: string;
};

/**
 * A list that draws only the rows near the window, of any height and any number. The row with the focus is always drawn, so that scrolling
 * does not lose the focus.
 */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  return props.height === undefined ? <WindowList {...props} /> : <BoxList {...props} />;
}

function WindowList<Item>(props: VirtualListProps<Item>) {
  const list = useRef<HTMLUListElement>(null);
  const heights = useKeptHeights(props.label);
  const scrollMargin = useTopInPage(list);
  const options = useRows(props, list);
  // oxlint-disable-next-line react/incompatible-library -- nothing here hands its functions on to memoized parts
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    ...options,
    initialMeasurementsCache: heights.kept,
    scrollMargin,
    // New or removed rows above the window must not move the rows that a person reads or aims at. At the top of the list new rows show at
    // once.
    anchorTo: window.scrollY > scrollMargin ? "end" : "start",
  });
  const { keep } = heights;
  const { label } = props;
  useEffect(() => {
    return () => {
      const rows = virtualizer.takeSnapshot();
      keep(rows);
      rememberHeights(label, rows);
    };
  }, [keep, virtualizer, label]);
  return (
    <>
      <Rows {...{ props, virtualizer, list, scrollMargin }} />
      <ListEnd {...props} />
    </>
  );
}

function BoxList<Item>(props: VirtualListProps<Item>) {
  const box = useRef<HTMLElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const options = useRows(props, list);
  // oxlint-disable-next-line react/incompatible-library -- nothing here hands its functions on to memoized parts
  const virtualizer = useVirtualizer<HTMLElement, HTMLLIElement>({ ...options, getScrollElement: () => box.current });
  return (
    <section
      ref={box}
      // A box that scrolls must be reachable with the keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={props.label}
      style={{ height: props.height }}
      className="overflow-y-auto"
    >
      <Rows {...{ props, virtualizer, list, scrollMargin: 0 }} />
      <ListEnd {...props} />
    </section>
  );
}

/** Measured rows, by list and entry of the browser's history, the oldest first. */
const HEIGHTS = new Map<string, VirtualItem[]>();
const MOST_HEIGHTS = 20;

/** The last drawn height of each row, by list and key: the best guess for the next time. */
const LAST_HEIGHTS = new Map<string, number>();
const MOST_LAST_HEIGHTS = 5000;

function rememberHeights(label: string, rows: readonly VirtualItem[]): void {
  if (LAST_HEIGHTS.size > MOST_LAST_HEIGHTS) LAST_HEIGHTS.clear();
  for (const { key, size } of rows) LAST_HEIGHTS.set(`${label} ${String(key)}`, size);
}

/** The rows' heights from when the page was left. With guessed heights, the way back would end at another place of the list. */
function useKeptHeights(label: string): { kept: VirtualItem[]; keep: (measured: VirtualItem[]) => void } {
  const name = `${useLocation().key} ${label}`;
  const latest = useRef(name);
  useEffect(() => {
    latest.current = name;
  }, [name]);
  const [kept] = useState(() => HEIGHTS.get(name) ?? []);
  const keep = useCallback((measured: VirtualItem[]) => {
    HEIGHTS.delete(latest.current);
    HEIGHTS.set(latest.current, measured);
    const [oldest] = HEIGHTS.keys();
    if (HEIGHTS.size > MOST_HEIGHTS && oldest !== undefined) HEIGHTS.delete(oldest);
  }, []);
  return { kept, keep };
}

function useRows<Item>(
  { items, getKey, label, estimateHeight, gap = 12 }: VirtualListProps<Item>,
  list: RefObject<HTMLElement | null>,
) {
  const getItemKey = useCallback(
    (index: number) => {
      const item = items[index];
      return item === undefined ? index : getKey(item);
    },
    [items, getKey],
  );
  const rangeExtractor = useCallback(
    (range: Range) => {
      const rows = defaultRangeExtractor(range);
      const kept = rowWithFocus(list.current);
      if (kept === undefined || kept >= range.count || rows.includes(kept)) return rows;
      return [...rows, kept].toSorted((a, b) => a - b);
    },
    [list],
  );
  return {
    count: items.length,
    estimateSize: (index: number) => LAST_HEIGHTS.get(`${label} ${getItemKey(index)}`) ?? estimateHeight,
    gap,
    overscan: OVERSCAN,
    getItemKey,
    rangeExtractor,
  };
}

function rowWithFocus(list: HTMLElement | null): number | undefined {
  const active = document.activeElement;
  if (list === null || active === null || !list.contains(active)) return undefined;
  const row = active.closest<HTMLElement>("[data-index]")?.dataset["index"];
  return row === undefined ? undefined : Number(row);
}

type RowsProps<Item> = {
  props: VirtualListProps<Item>;
  virtualizer: Virtualizer<Window, HTMLLIElement> | Virtualizer<HTMLElement, HTMLLIElement>;
  list: RefObject<HTMLUListElement | null>;
  scrollMargin: number;
};

function Rows<Item>({ props, virtualizer, list, scrollMargin }: RowsProps<Item>) {
  const rows = virtualizer.getVirtualItems();
  const known = props.total ?? (props.hasMore === true ? -1 : props.items.length);
  useAskForMore(props, rows.at(-1)?.index ?? -1);
  return (
    <ul ref={list} aria-label={props.label} className="relative w-full" style={{ height: virtualizer.getTotalSize() }}>
      {rows.map((row) => {
        const item = props.items[row.index];
        return (
          item !== undefined && (
            <li
              key={row.key}
              ref={virtualizer.measureElement}
              data-index={row.index}
              aria-posinset={row.index + 1}
              aria-setsize={known}
              className="absolute top-0 left-0 w-full"
              style={{ transform: `translateY(${row.start - scrollMargin}px)` }}
            >
              {props.renderItem(item, row.index)}
            </li>
          )
        );
      })}
    </ul>
  );
}

function ListEnd<Item>({ hasMore = false, isLoadingMore = false, moreFailed, onEndReached }: VirtualListProps<Item>) {
  const texts = uiTexts[useLanguage()];
  return (
    <div
      aria-live="polite"
      // Reserved room for the loading line. A complete list needs none.
      className={clsx("grid place-items-center text-ink-soft", hasMore && "min-h-14 pt-3")}
    >
      {isLoadingMore && (
        <p className="flex items-center gap-3">
          <Spinner />
          {texts.loadingMore}
        </p>
      )}
      {!isLoadingMore && moreFailed !== undefined && (
        <div className="flex flex-wrap items-center justify-center gap-3">
          <p className="font-medium text-danger">{moreFailed}</p>
          <Button size="small" onClick={onEndReached}>
            {texts.retry}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Asks for more rows when the last drawn row is near the end. It asks once at each end, so that a failure does not repeat by itself. */
function useAskForMore<Item>(props: VirtualListProps<Item>, lastDrawn: number) {
  const { items, getKey, hasMore = false, isLoadingMore = false, onEndReached } = props;
  const askedAt = useRef<string>(undefined);
  const last = items.at(-1);
  const end = last === undefined ? "" : `${items.length} ${getKey(last)}`;
  const isNearEnd = lastDrawn >= items.length - ASK_BEFORE_END;
  useEffect(() => {
    if (!hasMore || isLoadingMore || !isNearEnd || end === "" || askedAt.current === end) return;
    askedAt.current = end;
    onEndReached?.();
  }, [hasMore, isLoadingMore, isNearEnd, end, onEndReached]);
}

/** The distance in pixels from the page's top to an element; it follows changes above the element. */
function useTopInPage(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (element.current !== null) setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return top;
}
