import { useSendMessageAgain } from "#data/outbox/mutations.ts";
import { outboxQueries, type UnsentMessage } from "#data/outbox/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { Button } from "#shared/ui/button.tsx";
import { pageLanguage, useLanguage } from "#shared/ui/language.ts";
import { mainIfFocusLost } from "#shared/ui/main-if-focus-lost.ts";
import { StateView } from "#shared/ui/state-view.tsx";
import { messageTexts, type MessageWords } from "./message-texts.ts";
import { unsentReason } from "./unsent-reason.ts";

const useSendAgain = defineAction({
  mutation: useSendMessageAgain,
  thing: ({ id }) => id,
  done: () => messageTexts[pageLanguage()].failed.sending,
  failed: () => messageTexts[pageLanguage()].failed.againFailed,
});

type Props = {
  project: string;
  state: "waiting" | "failed";
  /** The name of a receiver; undefined for a removed one. */
  receiverOf: (hookId: string) => string | undefined;
};

/** The messages of a place that wait or were given up, each with the reason and a button that sends it again. */
export function UnsentMessages({ project, state, receiverOf }: Props) {
  const texts = messageTexts[useLanguage()];
  const query = useQuery(outboxQueries.unsent(project, state));
  const again = useSendAgain({ focus: mainIfFocusLost });
  return (
    <StateView query={query} loading={1} failed={texts[state].loadFailed} empty={<p>{texts[state].none}</p>}>
      {(messages) => (
        <ul aria-label={texts[state].title} className="grid gap-3">
          {messages.map((message) => {
            const name = nameOf(message, texts);
            return (
              <li
                key={message.id}
                className="grid gap-1 rounded-card border border-line bg-surface px-4 py-3.5 sm:px-5"
              >
                <p className="font-semibold">{name}</p>
                <p className="wrap-anywhere">
                  {message.hook_id === null ? texts.driver : (receiverOf(message.hook_id) ?? texts.removedReceiver)}
                </p>
                <p className="text-sm text-ink-soft">{storyOf(message, texts)}</p>
                {state === "failed" && (
                  <div>
                    <Button
                      size="small"
                      aria-label={texts.failed.againNamed(name)}
                      pending={again.isPending(message.id)}
                      onClick={() => void again.run({ id: message.id })}
                    >
                      {texts.failed.again}
                    </Button>
                  </div>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </StateView>
  );
}

/** The subject of a message, with its case. */
function nameOf({ event, facts }: UnsentMessage, texts: MessageWords): string {
  const name = texts.events[event as keyof MessageWords["events"]];
  const number = (facts as { case_number?: unknown } | null)?.case_number;
  return typeof number === "string" ? texts.inCase(name, number) : name;
}

/** The story of a message: when it was made, how often it was tried, why it failed, and when it is tried next. */
function storyOf(message: UnsentMessage, texts: MessageWords): string {
  const { attempts, last_error: error, gave_up_at: gaveUpAt } = message;
  const parts = [
    texts.made(formatDateTime(message.made_at)),
    attempts > 0 && texts.waiting.attempts(attempts),
    error !== null && unsentReason(error, texts),
    error !== null && gaveUpAt === null && texts.waiting.next(formatDateTime(message.due_at)),
  ];
  return parts.filter((part) => part !== false).join(" · ");
}
