import { useState } from "react";

/**
 * A draft of a stored value: it starts as the stored value, and starts again when that changes. Its fields stay mounted, so the focus stays
 * on the pressed button.
 */
export function useDraftOf<Value>(kept: Value): [draft: Value, setDraft: (draft: Value) => void] {
  const content = JSON.stringify(kept);
  const [begun, setBegun] = useState(content);
  const [draft, setDraft] = useState(kept);
  if (begun !== content) {
    setBegun(content);
    setDraft(kept);
  }
  return [draft, setDraft];
}
