import { Check, Plus } from "lucide-react";
import { useState } from "react";
import { useFinishNote } from "#data/operator_notes/mutations.ts";
import { type OperatorNote, operatorNoteQueries } from "#data/operator_notes/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import type { ActionMessage } from "#shared/feedback/action-message.ts";
import { formatDateTime, toTimeValue } from "#shared/format/dates.ts";
import { randomKey } from "#shared/random-key.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Card } from "#shared/ui/card.tsx";
import { Segments } from "#shared/ui/segments.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { refusedPress } from "../parts/refused-press.ts";
import { isSecondClick } from "../parts/second-click.ts";
import { NewNote } from "./new-note.tsx";
import { noteTexts as texts } from "./note-texts.ts";
import { useOpenNotes } from "./use-notes.ts";

const useFinish = defineAction({
  mutation: useFinishNote,
  thing: ({ noteId }) => noteId,
  done: (answer): ActionMessage => {
    if (answer.outcome === "finished") return texts.finished;
    if (answer.outcome === "gone") return { kind: "info", text: texts.gone };
    return { kind: "info", text: texts.already(answer.by, toTimeValue(new Date(answer.at))) };
  },
  failed: (error) => refusedPress(error, texts.notFinished, texts.finishFailed),
});

/** The notes from shift to shift: open and finished ones, live (document 5 §3). */
export function Notes() {
  const [list, setList] = useState<"open" | "done">("open");
  const [isAdding, setAdding] = useState(false);
  const open = useOpenNotes();
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <Segments
          label={texts.lists}
          value={list}
          onChange={setList}
          segments={[
            { value: "open", label: texts.open, count: open.data === undefined ? undefined : String(open.data.length) },
            { value: "done", label: texts.done },
          ]}
        />
        <Button size="small" variant="primary" className="ml-auto" onClick={() => setAdding(true)}>
          <Plus aria-hidden="true" />
          {texts.add}
        </Button>
      </div>
      {list === "open" ? <List query={open} list="open" /> : <Finished />}
      {isAdding && <NewNote onClose={() => setAdding(false)} />}
    </>
  );
}

const Finished = () => <List query={useQuery(operatorNoteQueries.done())} list="done" />;

function List({ query, list }: { query: ReturnType<typeof useOpenNotes>; list: "open" | "done" }) {
  const action = useFinish();
  return (
    <StateView query={query} failed={texts.loadFailed} empty={texts.none[list]}>
      {(notes) => (
        <ul className="grid gap-3" aria-label={texts[list]}>
          {notes.map((note) => (
            <NoteCard
              key={note.id}
              note={note}
              isPending={action.isPending(note.id)}
              onFinish={() => void action.run({ noteId: note.id, eventId: randomKey() })}
            />
          ))}
        </ul>
      )}
    </StateView>
  );
}

type NoteProps = { note: OperatorNote; isPending: boolean; onFinish: () => void };

function NoteCard({ note: { text, about, by, created_at, done_by, done_at }, isPending, onFinish }: NoteProps) {
  return (
    <Card as="li" className="flex flex-wrap items-start gap-3 sm:p-4">
      <div className="grid min-w-0 flex-1 gap-1.5">
        <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
          {about !== "" && (
            <Badge>
              <span className="min-w-0 wrap-anywhere">{about}</span>
            </Badge>
          )}
          <span className="wrap-anywhere">{texts.by(by, formatDateTime(created_at))}</span>
          {done_at !== null && (
            <span className="wrap-anywhere">{texts.doneBy(done_by ?? "", formatDateTime(done_at))}</span>
          )}
        </p>
      </div>
      {done_at === null && (
        <Button
          size="small"
          aria-label={texts.finishNamed(text.slice(0, 60))}
          pending={isPending}
          onClick={(event) => isSecondClick(event) || onFinish()}
        >
          <Check aria-hidden="true" />
          {texts.finish}
        </Button>
      )}
    </Card>
  );
}
