import { useQueryClient } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { type ChangeEvent, useRef, useState } from "react";
import { useActingPerson } from "#data/acting.ts";
import { fineQueries } from "#data/fines/queries.ts";
import { Button } from "#shared/ui/button.tsx";
import { CLOSE_TOGETHER } from "#parking/kernel/page/close-together.ts";
import { queueFileTexts } from "./queue-file-texts.ts";
import { readQueueFile } from "#parking/kernel/queue/queue-file.ts";
import { type SentFile, sendQueueFile } from "./send-queue-file.ts";

/** A form for admins: it sends an exported queue that the attendant cannot send (document 4 §4). */
export function ReadQueue({ project }: { project: string }) {
  const acting = useActingPerson();
  const cache = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [isRunning, setIsRunning] = useState(false);
  const [told, setTold] = useState<SentFile>();

  async function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    target.value = "";
    if (file === undefined) return;
    setIsRunning(true);
    try {
      setTold(await send(await file.text()));
    } finally {
      setIsRunning(false);
      void cache.invalidateQueries({ queryKey: fineQueries.all });
    }
  }

  function send(text: string): SentFile | Promise<SentFile> {
    const queue = readQueueFile(text);
    if (queue === undefined) return { sent: 0, problems: [queueFileTexts.noQueue] };
    const isOfSite = (queue.project ?? "").toLowerCase() === project.toLowerCase();
    return isOfSite ? sendQueueFile(acting, queue, project) : { sent: 0, problems: [queueFileTexts.otherSite] };
  }

  return (
    <div className="grid justify-items-start">
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label={queueFileTexts.readIn}
        hidden
        onChange={(event) => void handleChange(event)}
      />
      <Button size="small" className={CLOSE_TOGETHER} pending={isRunning} onClick={() => input.current?.click()}>
        <Upload aria-hidden="true" />
        {queueFileTexts.readIn}
      </Button>
      <output className="max-w-prose">
        {told !== undefined && told.sent > 0 && <p className="mt-2">{queueFileTexts.readDone(told.sent)}</p>}
        {told?.problems.map((problem) => (
          <p key={problem} className="mt-2 font-medium wrap-anywhere text-danger">
            {problem}
          </p>
        ))}
      </output>
    </div>
  );
}
