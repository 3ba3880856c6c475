import { useState } from "react";
import { useActingPerson } from "#data/acting.ts";
import { type CameraCheck as Noted, noteCameraCheck, type PlateCheck as Answer } from "#data/plate_checks/mutations.ts";
import { randomKey } from "#shared/random-key.ts";
import { type Checked, type PlateCheck, useCheck } from "../check/use-plate-check.ts";
import type { AttendantAt } from "../shell/for-attendants.tsx";
import type { KeptFrame } from "./use-frames.ts";
import type { Agreed } from "./rules/agreement.ts";

/** The last plate that the camera read: its check, and the frame until its question is answered. */
type Read = { id: string; frame: KeptFrame | undefined };

function withSimilar(answer: Answer, more: Answer["similar"]): Answer {
  const known = answer.similar.map(({ parking_id: id }) => id);
  return { ...answer, similar: [...answer.similar, ...more.filter(({ parking_id: id }) => !known.includes(id))] };
}

/**
 * Checks of plates from the camera. They are the same checks as typed ones, with a note that the camera read the plate and which other
 * plates were possible (document 4 §6a).
 */
export function useCameraCheck({ project }: Pick<AttendantAt, "project">, check: PlateCheck) {
  const acting = useActingPerson();
  const [read, setRead] = useState<Read>();
  const { run } = useCheck();

  async function note(id: string, about: Noted): Promise<void> {
    try {
      const { similar } = await noteCameraCheck(acting, { id, project: project ?? null }, about);
      check.setChecked((now) => (now?.id === id ? { ...now, answer: withSimilar(now.answer, similar) } : now));
    } catch {
      // Without a network the check itself is stored, but not the note about the camera.
    }
  }

  return {
    read,
    forget: () => setRead(undefined),
    /** Checks a plate and shows the answer. */
    check: async ({ plate, certainty, readings }: Agreed, frame: KeptFrame) => {
      const checked = await check.check(plate);
      if (checked === undefined) return;
      setRead({ id: checked.id, frame });
      await note(checked.id, { certainty, readings });
    },
    /** Checks a plate without showing the answer; undefined when there was none. */
    ask: async ({ plate, certainty, readings }: Agreed): Promise<Checked | undefined> => {
      const id = randomKey();
      const outcome = await run({ project: project ?? null, plate, id });
      if (outcome.status !== "done") return undefined;
      void note(id, { certainty, readings });
      return { id, plate, answer: outcome.result };
    },
    /** Shows an earlier answer. */
    show: (checked: Checked, frame: KeptFrame | undefined) => {
      setRead({ id: checked.id, frame });
      check.setChecked(checked);
    },
  };
}
