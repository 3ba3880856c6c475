// Shares things between several projects of one vitest run: each project loads its global set-up anew, in the same process.

type Shared = { making: Promise<{ made: unknown; remove: () => unknown }>; needed: number };
const places = globalThis as { onceARun?: Map<string, Shared> };

/** Makes the thing with this name, or waits for the project that makes it. The last project that calls `giveUp` removes it. */
export async function onceARun<T>(
  name: string,
  make: () => Promise<{ made: T; remove: () => unknown }>,
): Promise<{ made: T; giveUp: () => Promise<void> }> {
  const all = (places.onceARun ??= new Map());
  const shared = all.get(name) ?? { making: make(), needed: 0 };
  all.set(name, shared);
  shared.needed += 1;
  const { made, remove } = await shared.making;
  return {
    made: made as T,
    giveUp: async () => {
      shared.needed -= 1;
      if (shared.needed === 0) await remove();
    },
  };
}
