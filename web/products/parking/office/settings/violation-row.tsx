import { ArrowDown, ArrowUp } from "lucide-react";
import type { Violation } from "#data/violations/queries.ts";
import { formatMoney } from "#shared/format/money.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import { settingsTexts } from "./settings-texts.ts";

const texts = settingsTexts.violations;

type ViolationRowProps = {
  violation: Violation;
  isPending: boolean;
  /** Whether the row can be edited: only one violation is edited at a time. */
  mayEdit: boolean;
  isFirst: boolean;
  isLast: boolean;
  onEdit: () => void;
  onMove: (by: -1 | 1) => void;
  onActivate: (isActive: boolean) => void;
};

/** A violation in the list, with buttons that are named by it. */
export function ViolationRow(props: ViolationRowProps) {
  const { violation, isPending, mayEdit, isFirst, isLast, onEdit, onMove, onActivate } = props;
  const { code, text, amount, max_amount, needs_no_right, is_active } = violation;
  const name = code || text;
  return (
    <li className="grid gap-2 rounded-control border border-line p-4">
      <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
        {[code, text].filter(Boolean).join(" ")}
        {!is_active && <Badge tone="neutral">{texts.inactive}</Badge>}
      </p>
      <p className="text-ink-soft">
        {formatMoney(amount)}
        {max_amount !== null && `, ${texts.most(formatMoney(max_amount))}`}
        {needs_no_right && ` · ${texts.needsNoRight}`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" aria-label={texts.edit(name)} disabled={!mayEdit} onClick={onEdit}>
          {texts.editShort}
        </Button>
        <Button
          size="small"
          aria-label={is_active ? texts.deactivate(name) : texts.activate(name)}
          pending={isPending}
          onClick={() => onActivate(!is_active)}
        >
          {is_active ? texts.deactivateShort : texts.activateShort}
        </Button>
        {!isFirst && (
          <Button size="icon" aria-label={texts.up(name)} pending={isPending} onClick={() => onMove(-1)}>
            <ArrowUp aria-hidden="true" />
          </Button>
        )}
        {!isLast && (
          <Button size="icon" aria-label={texts.down(name)} pending={isPending} onClick={() => onMove(1)}>
            <ArrowDown aria-hidden="true" />
          </Button>
        )}
      </div>
    </li>
  );
}
