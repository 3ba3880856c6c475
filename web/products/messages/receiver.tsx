import { useState } from "react";
import { eventsOf, testText } from "#contract/messages.ts";
import { DataError } from "#data/data-error.ts";
import { useChangeMessageHook, useRemoveMessageHook, useSendTestMessage } from "#data/message_hooks/mutations.ts";
import { type MessageHook, messageHookQueries } from "#data/message_hooks/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { timeZone } from "#shared/format/zone.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import { pageLanguage, useLanguage } from "#shared/ui/language.ts";
import { mainIfFocusLost } from "#shared/ui/main-if-focus-lost.ts";
import { messageTexts } from "./message-texts.ts";

/** Toasts and questions stand outside of the screen, so they take its language from the page. */
const words = () => messageTexts[pageLanguage()];

const useChange = defineAction({
  mutation: useChangeMessageHook,
  thing: ({ id }) => id,
  done: (_none, { change }) => {
    const { switchedOn, switchedOff, saved } = words().receivers;
    return change.is_active === undefined ? saved : change.is_active ? switchedOn : switchedOff;
  },
  failed: (error) => ({
    text: words().receivers.changeFailed,
    ...(error instanceof DataError && error.code === "gone" ? { description: words().receivers.gone } : {}),
  }),
});

const useRemove = defineAction({
  mutation: useRemoveMessageHook,
  thing: ({ id }) => id,
  ask: ({ name }: { id: string; name: string }) => ({
    title: words().receivers.removeTitle(name),
    description: words().receivers.removeText,
    confirmText: words().receivers.remove,
    danger: true,
  }),
  done: () => words().receivers.removed,
  failed: () => words().receivers.removeFailed,
});

const useTest = defineAction({
  mutation: useSendTestMessage,
  thing: ({ id }) => id,
  done: () => words().receivers.testSent,
  failed: () => words().receivers.testFailed,
});

type ReceiverProps = { hook: MessageHook; name: string; project: string };

/** A receiver: the messages that it gets, their text, a test, and a switch. */
export function Receiver({ hook, name, project }: ReceiverProps) {
  const texts = messageTexts[useLanguage()].receivers;
  const change = useChange();
  const test = useTest();
  const remove = useRemove({ focus: mainIfFocusLost });
  const { data: publicUrl = null } = useQuery(messageHookQueries.ownAddress());
  const { id, is_active: isActive } = hook;
  // The ticks show the latest presses; the text below shows the saved choice.
  const [pressed, setPressed] = useState<Changed>({});

  async function handleChoice(changed: Changed) {
    setPressed(changed);
    await change.run({ id, change: changed });
    setPressed({});
  }

  return (
    <article aria-label={name} className="grid gap-3 rounded-card border border-line bg-surface px-4 py-3.5 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h3 className="font-semibold wrap-anywhere">{name}</h3>
        <Badge tone={isActive ? "success" : "neutral"}>{isActive ? texts.on : texts.off}</Badge>
      </div>
      <Choices hook={{ ...hook, ...pressed }} project={project} onChange={(changed) => void handleChoice(changed)} />
      <div>
        <p className="text-sm text-ink-soft">{texts.preview}</p>
        <p className="rounded-control bg-sunken px-4 py-3 wrap-anywhere whitespace-pre-line">
          {testText(project, hook.events, hook, { timeZone: timeZone(), publicUrl })}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="small" pending={test.isPending(id)} onClick={() => void test.run({ id })}>
          {texts.test}
        </Button>
        <Button
          size="small"
          pending={change.isPending(id)}
          onClick={() => void change.run({ id, change: { is_active: !isActive } })}
        >
          {isActive ? texts.switchOff : texts.switchOn}
        </Button>
        <Button size="small" pending={remove.isPending(id)} onClick={() => void remove.run({ id, name })}>
          {texts.remove}
        </Button>
      </div>
    </article>
  );
}

type Changed = Partial<Pick<MessageHook, "events" | "with_plate" | "with_name">>;

/** The choice of messages for a receiver, and of the details in them. */
function Choices({ hook, project, onChange }: Omit<ReceiverProps, "name"> & { onChange: (changed: Changed) => void }) {
  const texts = messageTexts[useLanguage()];
  const { events } = hook;
  const offered = eventsOf(project);
  // Messages about units contain neither plate nor name.
  const ticks = offered.includes("fine_issued") ? (["with_plate", "with_name"] as const) : [];
  return (
    <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      <fieldset>
        <legend className="font-semibold">{texts.receivers.events}</legend>
        {offered.map((event) => (
          <Tick
            key={event}
            label={texts.events[event]}
            checked={events.includes(event)}
            onChange={(on) => onChange({ events: on ? [...events, event] : events.filter((other) => other !== event) })}
          />
        ))}
      </fieldset>
      {ticks.length > 0 && (
        <fieldset>
          <legend className="font-semibold">{texts.receivers.ticks}</legend>
          {ticks.map((tick) => (
            <Tick
              key={tick}
              label={tick === "with_plate" ? texts.receivers.plate : texts.receivers.name}
              checked={hook[tick]}
              onChange={(on) => onChange({ [tick]: on })}
            />
          ))}
        </fieldset>
      )}
    </div>
  );
}

function Tick(props: { label: string; checked: boolean; onChange: (on: boolean) => void }) {
  return (
    <label className="flex min-h-12 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        checked={props.checked}
        onChange={({ target }) => props.onChange(target.checked)}
        className="size-6 shrink-0 cursor-pointer accent-brand"
      />
      {props.label}
    </label>
  );
}
