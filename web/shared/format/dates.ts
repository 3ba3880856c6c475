/** Texts for what is no date (document 1 §8). */
export const INVALID_DATE = "Ogiltigt datum";
export const NOT_GIVEN = "Ej angivet";

type Moment = Date | string | number | null | undefined;

const longDate = new Intl.DateTimeFormat("sv-SE", { dateStyle: "long" });
const longDateTime = new Intl.DateTimeFormat("sv-SE", { dateStyle: "long", timeStyle: "short" });

/** A moment for lists, `yyyy-MM-dd HH:mm` in the viewer's zone (document 1 §9); "Ej angivet" when missing, "Ogiltigt datum" when it is none. */
export function formatDateTime(moment: Moment): string {
  return render(moment, (date) => `${toDateValue(date)} ${toTimeValue(date)}`);
}

/** A day in words, "21 november 2026", in the viewer's zone. A bare `yyyy-MM-dd` means that day, wherever the viewer is. */
export function formatLongDate(moment: Moment): string {
  return render(moment, (date) => longDate.format(date));
}

/** A moment in words, "21 november 2026 kl. 09:30", in the viewer's zone. */
export function formatLongDateTime(moment: Moment): string {
  return render(moment, (date) => longDateTime.format(date));
}

/** A text as it is, "Ej angivet" when it is empty or missing (document 1 §3). */
export function formatOptional(text: string | null | undefined): string {
  return text === null || text === undefined || text.trim() === "" ? NOT_GIVEN : text;
}

/** The day of a date in the viewer's zone as `yyyy-MM-dd`: what a date field holds. */
export function toDateValue(date: Date): string {
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** The time of a date in the viewer's zone as `HH:mm`: what a time field holds. */
export function toTimeValue(date: Date): string {
  return `${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** Midnight, in the viewer's zone, of a `yyyy-MM-dd`; undefined when there is no such day. */
export function parseDateValue(value: string): Date | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (parts === null) return undefined;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const date = new Date(year, month - 1, day);
  // JavaScript reads the 31st of February as a day of March.
  return date.getMonth() === month - 1 && date.getDate() === day ? date : undefined;
}

/**
 * A time as people type it (`9`, `930`, `0930`, `9:30`, `9.30`, `kl 9.30`) as `HH:mm`; undefined when it is none.
 */
export function parseTime(typed: string): string | undefined {
  const text = typed.trim().replace(/^kl\.?\s*/i, "");
  const parts = /^(\d{1,2})(?:\s*[:.,\s]\s*(\d{2})|(\d{2}))?$/.exec(text);
  if (parts === null) return undefined;
  const [hours, minutes] = [Number(parts[1]), Number(parts[2] ?? parts[3] ?? "0")];
  return hours <= 23 && minutes <= 59 ? `${pad(hours)}:${pad(minutes)}` : undefined;
}

/** The moment of a `yyyy-MM-dd` and a typed time in the viewer's zone; undefined when one of them is wrong. */
export function combineDateAndTime(dateValue: string, typedTime: string): Date | undefined {
  const date = parseDateValue(dateValue);
  const time = parseTime(typedTime);
  if (date === undefined || time === undefined) return undefined;
  date.setHours(Number(time.slice(0, 2)), Number(time.slice(3)));
  return date;
}

function render(moment: Moment, format: (date: Date) => string): string {
  if (moment === null || moment === undefined || moment === "") return NOT_GIVEN;
  const date = typeof moment === "string" ? (parseDateValue(moment) ?? new Date(moment)) : new Date(moment);
  return Number.isNaN(date.getTime()) ? INVALID_DATE : format(date);
}

function pad(value: number, length = 2): string {
  return String(value).padStart(length, "0");
}
