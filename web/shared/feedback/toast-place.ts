/** Computes where toasts stand: at the bottom, or higher where they would cover a heading or a field. */

export type Box = { top: number; bottom: number; left: number; right: number };

/** Boxes on the page: toasts must not cover `kept`, and leave `wanted` free where there is room. */
export type PageBoxes = { kept: readonly Box[]; wanted: readonly Box[] };

/** Space between a toast and the boxes it avoids, in pixels. */
export const TOAST_GAP = 16;

/**
 * The lowest bottom edge for toasts of `room.height`, between `room.left` and `room.right`, within the `visible` part of the page. Where no
 * place is free, it is the bottom.
 */
export function toastBottom(
  room: { height: number; left: number; right: number },
  visible: { top: number; bottom: number },
  { kept, wanted }: PageBoxes,
): number {
  const lowest = visible.bottom - TOAST_GAP;
  const beside = ({ left, right }: Box) => left < room.right && right > room.left;
  const inTheWay = (bottom: number) => (box: Box) =>
    beside(box) && box.top < bottom && box.bottom > bottom - room.height;
  const places = [lowest, ...[...kept, ...wanted].map(({ top }) => top - TOAST_GAP / 2)]
    .filter((bottom) => bottom <= lowest && bottom - room.height >= visible.top)
    .toSorted((one, other) => other - one);
  const middle = (visible.top + visible.bottom) / 2;
  const isFree = (bottom: number) => ![...kept, ...wanted].some(inTheWay(bottom));
  return (
    places.find((bottom) => bottom - room.height >= middle && isFree(bottom)) ??
    places.find(isFree) ??
    places.find((bottom) => !kept.some(inTheWay(bottom))) ??
    lowest
  );
}

/** Elements that people read at once or type into. A result is an `output` element. */
const HEADINGS_AND_FIELDS =
  "h1, h2, h3, output, input:not([type=hidden]), textarea, select, [role=slider], [role=combobox]";
const CONTROLS = "button, a[href]";

/** The boxes on the page now. Behind an open dialog nothing can be read or pressed, so only the dialog counts. */
export function measurePage(): PageBoxes {
  const dialog = document.querySelector("[role=dialog], [role=alertdialog]");
  if (dialog !== null) return { kept: [dialog.getBoundingClientRect()], wanted: [] };
  return { kept: boxesOf(HEADINGS_AND_FIELDS), wanted: boxesOf(CONTROLS) };
}

/** A page with more elements than this is not measured, because that would take longer than a frame. */
const MOST = 1500;

function boxesOf(selector: string): Box[] {
  const found = document.querySelectorAll(selector);
  if (found.length > MOST) return [];
  return [...found]
    .filter((element) => element.closest("[data-sonner-toaster]") === null)
    .map((element) => element.getBoundingClientRect())
    .filter(({ top, bottom, width }) => width > 1 && bottom > 0 && top < window.innerHeight);
}

/** The visible part of the page; a phone's keyboard covers the rest. */
export function visiblePart(): { top: number; bottom: number } {
  const { offsetTop: top = 0, height = window.innerHeight } = window.visualViewport ?? {};
  return { top, bottom: top + height };
}
