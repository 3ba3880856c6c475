import type { FileRow, PaymentStep } from "#data/payments/queries.ts";

/** The latest placing of a row on each case that still has money of it; the money is taken back by that step. */
export function movableSteps({ steps }: Pick<FileRow, "steps">): PaymentStep[] {
  const cases = new Set(steps.flatMap(({ fine_id: fineId }) => fineId ?? []));
  return [...cases].flatMap((fineId) => {
    const own = steps.filter((step) => step.fine_id === fineId);
    const ore = own.reduce((sum, { kind, amount_ore }) => sum + (kind === "placed" ? amount_ore : -amount_ore), 0);
    return ore > 0 ? (own.findLast(({ kind }) => kind === "placed") ?? []) : [];
  });
}
