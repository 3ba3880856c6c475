import type { ShiftStatus } from "#data/shift_registrations/queries.ts";
import { shiftCardTexts } from "./shift-card-texts.ts";

type Label = { text: string; tone: "success" | "warning" | "danger" };

const LABELS: Record<ShiftStatus, Label> = {
  approved: { text: shiftCardTexts.approved, tone: "success" },
  pending: { text: shiftCardTexts.pending, tone: "warning" },
  rejected: { text: shiftCardTexts.rejected, tone: "danger" },
};

/** The label of a shift's state: words, and a colour that repeats them (document 1 §4). */
export const shiftStatusLabel = (status: ShiftStatus): Label => LABELS[status];
