import { useRef } from "react";
import { randomKey } from "#shared/random-key.ts";

/**
 * Gives an id for a call with this content: the same one while the content is the same, so that a second press after a lost answer changes
 * nothing, and another one for other content. `forget` ends the id of a call that was answered.
 */
export function useIdOf(): { idOf: (content: unknown) => string; forget: () => void } {
  const kept = useRef<{ content: string; id: string }>(undefined);
  function idOf(content: unknown): string {
    const written = JSON.stringify(content);
    if (kept.current?.content !== written) kept.current = { content: written, id: randomKey() };
    return kept.current.id;
  }
  return { idOf, forget: () => void (kept.current = undefined) };
}
