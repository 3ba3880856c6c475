import { useState } from "react";
import * as v from "valibot";
import { plateKey } from "#contract/plate.ts";
import { type ExtractRequest, type PlateErasure, useErasePlate, usePlateErasurePreview } from "#data/erasure/calls.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { formatCount } from "#shared/format/money.ts";
import { Button } from "#shared/ui/button.tsx";
import { Fact, Facts } from "#parking/kernel/page/facts.tsx";
import { Section } from "#parking/kernel/page/section.tsx";
import { erasureTexts } from "./erasure-texts.ts";
import { PlateField } from "../shell/plate-field.tsx";

const texts = erasureTexts.request;

const usePreview = defineAction({
  mutation: usePlateErasurePreview,
  done: () => undefined,
  failed: () => texts.previewFailed,
});
const useErase = defineAction({
  mutation: useErasePlate,
  done: () => texts.done,
  failed: () => ({ text: texts.failed, at: "both" }),
});

const KINDS = Object.keys(texts.kinds) as (keyof typeof texts.kinds)[];
const KEPT_KINDS = Object.keys(texts.keptKinds) as (keyof typeof texts.keptKinds)[];

type Props = { request: ExtractRequest; plate: string; onErased: () => void };

/** The erasure of a plate on request: what goes and what stays in numbers, then the erasure itself after the plate is typed again. */
export function ErasureRequest({ request, plate, onErased }: Props) {
  const preview = usePreview();
  const [shown, setShown] = useState<PlateErasure>();
  const [isAsking, setIsAsking] = useState(false);
  const [isDone, setIsDone] = useState(false);

  async function handlePreview() {
    const outcome = await preview.run(request);
    if (outcome.status === "done") setShown(outcome.result);
  }

  function handleErased(erasure: PlateErasure) {
    setShown(erasure);
    setIsDone(true);
    onErased();
  }

  return (
    <Section title={texts.title}>
      <p className="mb-4 max-w-prose">{texts.text}</p>
      {shown === undefined ? (
        <Button pending={preview.isPending()} onClick={() => void handlePreview()}>
          {texts.preview}
        </Button>
      ) : (
        <div className="grid gap-6" aria-live="polite">
          <Erased erased={shown.erased} isDone={isDone} />
          <Kept kept={shown.kept} />
        </div>
      )}
      {shown !== undefined && !isDone && KINDS.some((kind) => shown.erased[kind] > 0) && (
        <Button variant="danger" className="mt-6" onClick={() => setIsAsking(true)}>
          {texts.button}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog request={request} plate={plate} onErased={handleErased} onClose={() => setIsAsking(false)} />
      )}
    </Section>
  );
}

function Erased({ erased, isDone }: { erased: PlateErasure["erased"]; isDone: boolean }) {
  const title = isDone ? texts.wasErased : texts.erased;
  const kinds = KINDS.filter((kind) => erased[kind] > 0);
  return (
    <section aria-label={title} className="grid gap-3">
      <h3 className="text-lg font-bold">{title}</h3>
      {kinds.length === 0 && <p>{texts.nothing}</p>}
      <Facts>
        {kinds.map((kind) => (
          <Fact key={kind} name={texts.kinds[kind]}>
            {formatCount(erased[kind])}
          </Fact>
        ))}
      </Facts>
      {erased.cases > 0 && <p className="max-w-prose text-ink-soft">{texts.casesText}</p>}
    </section>
  );
}

function Kept({ kept }: { kept: PlateErasure["kept"] }) {
  const kinds = KEPT_KINDS.filter((kind) => kept[kind] > 0);
  return (
    <section aria-label={texts.kept} className="grid gap-3">
      <h3 className="text-lg font-bold">{texts.kept}</h3>
      {kinds.length === 0 && <p>{texts.nothingKept}</p>}
      <ul className="grid gap-3">
        {kinds.map((kind) => (
          <li key={kind} className="max-w-prose border-l-4 border-line-strong pl-3">
            <p className="font-semibold">
              {texts.keptKinds[kind]} {formatCount(kept[kind])}
            </p>
            <p>{texts.why[kind]}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

type ConfirmProps = {
  request: ExtractRequest;
  plate: string;
  onErased: (erasure: PlateErasure) => void;
  onClose: () => void;
};

function ConfirmDialog({ request, plate, onErased, onClose }: ConfirmProps) {
  const erase = useErase();
  const schema = v.object({
    typed: v.pipe(
      v.string(),
      v.check((typed) => plateKey(typed) === plateKey(plate), texts.wrong),
    ),
  });
  return (
    <FormDialog
      title={texts.confirmTitle(plate)}
      description={texts.confirmText}
      submit={texts.confirm}
      isDanger
      onClose={onClose}
      initial={{ typed: "" }}
      schema={schema}
      required={{ fields: ["typed"], text: texts.missing }}
      onSubmit={async () => onErased(await erase.submit(request))}
      failed={erase.failed}
    >
      {({ field }) => <PlateField label={texts.typed} maxLength={50} {...field("typed")} />}
    </FormDialog>
  );
}
