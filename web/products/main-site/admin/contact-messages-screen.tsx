import { clsx } from "clsx";
import { useNavigate, useSearchParams } from "react-router";
import { useLiveContactMessages } from "#data/contact_messages/live.ts";
import { ForMainAdmin } from "#session/for-main-admin.tsx";
import { LiveState } from "#session/live-state.tsx";
import { toast } from "#shared/feedback/toast.ts";
import { paths } from "#shared/paths.ts";
import { Page } from "#shared/ui/page.tsx";
import { EmptyState } from "#shared/ui/state-message.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { adminTexts } from "./admin-texts.ts";
import { MessageDetail } from "./messages/message-detail.tsx";
import { MessageList } from "./messages/message-list.tsx";
import { useMessages } from "./messages/use-messages.ts";

const texts = adminTexts.messages;

/** The contact messages: a list, and the open message beside it or, on a phone, in its place (document 1 §2). */
export function ContactMessagesScreen() {
  return <ForMainAdmin>{() => <ContactMessages />}</ForMainAdmin>;
}

function ContactMessages() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const openId = search.get("message");
  const query = useMessages();
  useLiveContactMessages(() => toast.info(texts.arrived));

  const handleClose = () => void navigate(paths.contactMessages(), { replace: true, preventScrollReset: true });
  return (
    <Page
      title={texts.title}
      width="wide"
      description={<LiveState />}
      back={{ onClick: () => void navigate(paths.mainAdminDashboard()) }}
    >
      <div className="grid items-start gap-6 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className={clsx("min-w-0", openId !== null && "hidden md:block")}>
          <StateView
            query={{ ...query, error: query.isFetchNextPageError ? null : query.error }}
            loading={5}
            failed={texts.loadFailed}
            empty={texts.none}
          >
            {(messages) => (
              <MessageList
                messages={messages}
                openId={openId}
                more={{
                  has: query.hasNextPage,
                  isLoading: query.isFetchingNextPage,
                  hasFailed: query.isFetchNextPageError,
                  load: () => void query.fetchNextPage(),
                }}
              />
            )}
          </StateView>
        </div>
        <section
          aria-label={texts.detail}
          className={clsx("min-w-0 md:sticky md:top-4", openId === null && "max-md:hidden")}
        >
          {openId === null ? (
            <EmptyState text={texts.choose} />
          ) : (
            <MessageDetail key={openId} id={openId} onClose={handleClose} />
          )}
        </section>
      </div>
    </Page>
  );
}
