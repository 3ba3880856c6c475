import { Plus } from "lucide-react";
import { useId, useState } from "react";
import * as v from "valibot";
import { aseEmployeeQueries } from "#data/ase_employees/queries.ts";
import { isCaseRefusal } from "#data/data-error.ts";
import { useLiveNotices } from "#data/notices/live.ts";
import { usePublishNotice } from "#data/notices/mutations.ts";
import { type Notice, noticeQueries } from "#data/notices/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { DateField } from "#shared/form/date-field.tsx";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { TextArea, TextField } from "#shared/form/text-field.tsx";
import { TickField } from "#shared/form/tick-field.tsx";
import { formatDateTime, toDateValue } from "#shared/format/dates.ts";
import { randomKey } from "#shared/random-key.ts";
import { Button } from "#shared/ui/button.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { standOf } from "../rules/notices.ts";
import { noticeTexts as labels } from "./notice-texts.ts";

const usePublish = defineAction({
  mutation: usePublishNotice,
  done: () => labels.publishedDone,
  failed: (error) => ({ text: isCaseRefusal(error) ? error.message : labels.publishFailed, at: "both" }),
});

/** The notices of the admin: what was published, and who has not read or acknowledged it. */
export function AdminNotices() {
  const title = useId();
  useLiveNotices();
  const query = useQuery(noticeQueries.list(false));
  const [isWriting, setWriting] = useState(false);
  return (
    <Card as="section" aria-labelledby={title}>
      <CardHeader
        id={title}
        title={labels.title}
        description={labels.publishAbout}
        actions={
          <Button variant="primary" onClick={() => setWriting(true)}>
            <Plus aria-hidden="true" />
            {labels.publish}
          </Button>
        }
      />
      <StateView query={query} failed={labels.loadFailed} empty={<p className="text-ink-soft">{labels.none}</p>}>
        {(notices) => (
          <ul aria-label={labels.list}>
            {notices.map((notice) => (
              <NoticeRow key={notice.id} notice={notice} />
            ))}
          </ul>
        )}
      </StateView>
      {isWriting && <NewNotice onClose={() => setWriting(false)} />}
    </Card>
  );
}

function NoticeRow({ notice }: { notice: Notice }) {
  const { title, text, by, published_at: at, until, must_acknowledge: must } = notice;
  const { data: receipts } = useQuery(noticeQueries.receiptsOf(notice.id));
  const { data: staff } = useQuery(aseEmployeeQueries.active());
  const stand = receipts && staff && { ...standOf(notice, receipts, staff), all: staff.length };
  return (
    <li className="border-t border-line py-3">
      <h3 className="font-bold wrap-anywhere">{title}</h3>
      <p className="wrap-anywhere whitespace-pre-line">{text}</p>
      <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-ink-soft wrap-anywhere">
        <span>{labels.published(by, formatDateTime(at))}</span>
        {until !== null && <span>{labels.until(until)}</span>}
        {stand && <span>{(must ? labels.acknowledgedBy : labels.seenBy)(stand.done, stand.all)}</span>}
      </p>
      {stand && (
        <details className="mt-1">
          <summary className="flex min-h-11 cursor-pointer items-center font-semibold">{labels.whoHasNot}</summary>
          <p className="wrap-anywhere">
            {stand.missing.length === 0
              ? labels.everybody
              : stand.missing.map(({ employee_id: id, name }) => (name === null ? id : `${name} (${id})`)).join(", ")}
          </p>
        </details>
      )}
    </li>
  );
}

function NewNotice({ onClose }: { onClose: () => void }) {
  const publish = usePublish();
  const [id] = useState(randomKey);
  return (
    <FormDialog
      title={labels.publish}
      description={labels.publishAbout}
      width="normal"
      submit={labels.publish}
      initial={{ title: "", text: "", must_acknowledge: true, until: "" }}
      schema={v.object({
        title: v.pipe(v.string(), v.trim(), v.maxLength(200)),
        text: v.pipe(v.string(), v.trim(), v.maxLength(2000)),
        must_acknowledge: v.boolean(),
        until: v.string(),
      })}
      required={{ fields: ["title", "text"], text: labels.missing }}
      onSubmit={async ({ until, ...notice }) => {
        await publish.submit({ id, ...notice, until: until === "" ? null : until });
      }}
      failed={publish.failed}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <TextField label={labels.noticeTitle} required maxLength={200} {...field("title")} />
          <TextArea label={labels.text} required rows={6} maxLength={2000} {...field("text")} />
          <TickField label={labels.must} {...field("must_acknowledge")} />
          <DateField label={labels.lastDay} optional clearable min={toDateValue(new Date())} {...field("until")} />
        </>
      )}
    </FormDialog>
  );
}
