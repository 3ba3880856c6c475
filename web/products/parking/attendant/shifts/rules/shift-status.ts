import type { ShiftStatus } from "#data/shift_registrations/queries.ts";
import { shiftTexts } from "../shift-texts.ts";

type Label = { text: string; tone: "success" | "warning" | "danger" };

const { shift } = shiftTexts;

const LABELS: Record<ShiftStatus, Label> = {
  approved: { text: shift.approved, tone: "success" },
  pending: { text: shift.pending, tone: "warning" },
  rejected: { text: shift.rejected, tone: "danger" },
};

/** The label of a shift's state: words, and a colour that repeats them (document 1 §4). */
export const shiftStatusLabel = (status: ShiftStatus): Label => LABELS[status];
