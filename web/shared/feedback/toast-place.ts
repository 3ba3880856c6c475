/** Where toasts stand: at the bottom, and higher where a heading or a field would be under them. */

export type Box = { top: number; bottom: number; left: number; right: number };

/** What stands on the page: what toasts must not cover, and what they leave free where there is room. */
export type Standing = { kept: readonly Box[]; wanted: readonly Box[] };

/** Room between toasts and what they make way for, in pixels. */
export const TOAST_GAP = 16;

/**
 * The lowest bottom edge for toasts that together fill `room.height` between `room.left` and `room.right`, within the `visible` part of
 * the page. Where nothing is free it is the bottom.
 */
export function toastBottom(
  room: { height: number; left: number; right: number },
  visible: { top: number; bottom: number },
  { kept, wanted }: Standing,
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

/** What is read at once or typed into: an answer is an `output`. */
const HEADINGS_AND_FIELDS =
  "h1, h2, h3, output, input:not([type=hidden]), textarea, select, [role=slider], [role=combobox]";
const CONTROLS = "button, a[href]";

/** What stands on the page now. Behind an open dialog nothing can be read or pressed, so only the dialog counts. */
export function standingNow(): Standing {
  const dialog = document.querySelector("[role=dialog], [role=alertdialog]");
  if (dialog !== null) return { kept: [dialog.getBoundingClientRect()], wanted: [] };
  return { kept: boxesOf(HEADINGS_AND_FIELDS), wanted: boxesOf(CONTROLS) };
}

/** Of more elements than this is not asked where they stand: it would take longer than a frame. */
const MOST = 1500;

function boxesOf(selector: string): Box[] {
  const found = document.querySelectorAll(selector);
  if (found.length > MOST) return [];
  return [...found]
    .filter((element) => element.closest("[data-sonner-toaster]") === null)
    .map((element) => element.getBoundingClientRect())
    .filter(({ top, bottom, width }) => width > 1 && bottom > 0 && top < window.innerHeight);
}

/** The part of the page that can be seen: a phone's keyboard covers the rest. */
export function visiblePart(): { top: number; bottom: number } {
  const { offsetTop: top = 0, height = window.innerHeight } = window.visualViewport ?? {};
  return { top, bottom: top + height };
}
