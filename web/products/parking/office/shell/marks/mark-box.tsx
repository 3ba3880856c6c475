import "./marks.css";
import type { MouseEvent } from "react";

type MarkBoxProps = {
  /** The name for screen readers. */
  name: string;
  isMarked: boolean;
  onMark: (isRange: boolean) => void;
};

/** The box that marks a row, above the link that covers the row. Shift marks a range. */
export function MarkBox({ name, isMarked, onMark }: MarkBoxProps) {
  return (
    <span className="mark-box">
      <input
        type="checkbox"
        aria-label={name}
        checked={isMarked}
        onChange={({ nativeEvent }) => onMark((nativeEvent as unknown as MouseEvent).shiftKey)}
      />
    </span>
  );
}
