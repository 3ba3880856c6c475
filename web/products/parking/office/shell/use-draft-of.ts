import { useState } from "react";

/**
 * What is typed before it is kept: it begins as what is kept, and begins anew when something else is. Its fields stay mounted, and so the
 * focus stays on the pressed button.
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
