import type { Step } from "#data/calls/mutations.ts";

/** The step after the latest one that was taken: a crew that forgot `En route` is not asked for it once it is on scene. */
export function nextStep({
  en_route_at,
  on_scene_at,
}: {
  en_route_at: string | null;
  on_scene_at: string | null;
}): Step {
  if (on_scene_at !== null) return "cleared";
  return en_route_at === null ? "en_route" : "on_scene";
}
