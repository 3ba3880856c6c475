import { Copy, Link2Off, Plus } from "lucide-react";
import { useId, useState } from "react";
import * as v from "valibot";
import { useActingPerson } from "#data/acting.ts";
import { useMakeLink } from "#data/dispatch_links/mutations.ts";
import { type DispatchLink, dispatchLinkQueries } from "#data/dispatch_links/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { confirm } from "#shared/feedback/confirm.ts";
import { copyText } from "#shared/feedback/copy-text.ts";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { SelectField, TextField } from "#shared/form/text-field.tsx";
import { SubmitError } from "#shared/form/use-form.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { driverOrigin } from "#shared/own-address.ts";
import { paths } from "#shared/paths.ts";
import { secretKey } from "#shared/secret-key.ts";
import { sha256 } from "#shared/sha256.ts";
import { Button } from "#shared/ui/button.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { Dialog, DialogActions } from "#shared/ui/dialog.tsx";
import { QrCode } from "#shared/ui/qr-code.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { useRoster } from "../parts/use-units.ts";
import { linkTexts as texts } from "./link-texts.ts";

const nameOf = ({ kind, unit_number }: DispatchLink) => (kind === "wall" ? texts.wall : texts.unit(unit_number ?? ""));

const useMake = defineAction({ mutation: useMakeLink, done: () => undefined, failed: () => texts.failed });

const useEnd = defineAction({
  mutation: () => {
    const { mutateAsync } = useMakeLink();
    return { mutateAsync: (link: DispatchLink) => mutateAsync({ ...link, keyHash: null }) };
  },
  thing: nameOf,
  ask: (link) => ({
    title: texts.endTitle(nameOf(link)),
    description: texts.endText,
    confirmText: texts.end,
    danger: true,
  }),
  done: (_, link) => texts.ended(nameOf(link)),
  failed: () => texts.failed,
});

type Made = { of: string; address: string };

/** A new key, its hash, and the address that it opens. */
async function newKey(pathOf: (key: string) => string) {
  const key = secretKey();
  const address = `${driverOrigin() ?? window.location.origin}${pathOf(key)}`;
  return { keyHash: await sha256(new Blob([key])), address };
}

/** The links that open without a login, and the way to a new one (document 5 §3). */
export function Links() {
  const id = useId();
  const query = useQuery(dispatchLinkQueries.open(useActingPerson()));
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<Made>();
  const makingWall = useMake();

  async function handleWall() {
    const isOpen = query.data?.some(({ kind }) => kind === "wall") === true;
    if (isOpen && !(await confirm({ ...texts.newWallQuestion, confirmText: texts.make }))) return;
    const { keyHash, address } = await newKey(paths.dispatchWall);
    const outcome = await makingWall.run({ kind: "wall", unit_id: null, keyHash });
    if (outcome.status === "done") setMade({ of: texts.wall, address });
  }

  return (
    <Card as="section" aria-labelledby={id}>
      <CardHeader
        id={id}
        title={texts.title}
        description={texts.about}
        actions={
          <>
            <Button size="small" pending={makingWall.isPending()} onClick={() => void handleWall()}>
              <Plus aria-hidden="true" />
              {texts.newWall}
            </Button>
            <Button size="small" variant="primary" onClick={() => setMaking(true)}>
              <Plus aria-hidden="true" />
              {texts.newUnit}
            </Button>
          </>
        }
      />
      <StateView query={query} failed={texts.loadFailed} empty={<p className="text-ink-soft">{texts.none}</p>}>
        {(links) => (
          <ul aria-label={texts.list}>
            {links.map((link) => (
              <LinkRow key={link.unit_id ?? link.kind} link={link} />
            ))}
          </ul>
        )}
      </StateView>
      {isMaking && <NewUnitLink onClose={() => setMaking(false)} onMade={setMade} />}
      {made !== undefined && <MadeLink made={made} onClose={() => setMade(undefined)} />}
    </Card>
  );
}

function LinkRow({ link }: { link: DispatchLink }) {
  const ending = useEnd();
  const name = nameOf(link);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2">
      <b className="wrap-anywhere">{name}</b>
      <span className="text-sm text-ink-soft wrap-anywhere">
        {texts.made(link.made_by, formatDateTime(link.made_at))}
      </span>
      <Button
        size="small"
        className="ml-auto"
        aria-label={texts.endNamed(name)}
        pending={ending.isPending(name)}
        onClick={() => void ending.run(link)}
      >
        <Link2Off aria-hidden="true" />
        {texts.end}
      </Button>
    </li>
  );
}

function NewUnitLink({ onClose, onMade }: { onClose: () => void; onMade: (made: Made) => void }) {
  const action = useMake();
  const units = useRoster().data ?? [];
  return (
    <FormDialog
      title={texts.newUnit}
      description={texts.newUnitAbout}
      initial={{ unit: "" }}
      schema={v.object({ unit: v.pipe(v.string(), v.nonEmpty(texts.unitMissing)) })}
      submit={texts.make}
      onSubmit={async ({ unit }) => {
        const { keyHash, address } = await newKey(paths.dispatchUnit);
        const answer = await action.submit({ kind: "unit", unit_id: unit, keyHash });
        if (answer.outcome !== "made") throw new SubmitError(texts.gone);
        const of = texts.unit(units.find(({ id }) => id === unit)?.unit_number ?? "");
        onMade({ of, address });
      }}
      failed={action.failed}
      onClose={onClose}
    >
      {(form) => (
        <SelectField
          label={texts.chooseUnit}
          required
          placeholder={texts.unitMissing}
          options={units.map(({ id, unit_number }) => ({ value: id, label: unit_number }))}
          {...form.field("unit")}
        />
      )}
    </FormDialog>
  );
}

/** A new link, as a code and as an address. Nothing keeps its key: who closes the dialog makes another one. */
function MadeLink({ made: { of, address }, onClose }: { made: Made; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title={texts.shown(of)} description={texts.shownOnce}>
      <div className="mx-auto w-fit bg-white p-4">
        <QrCode text={address} label={texts.code(of)} width={224} />
      </div>
      <div className="mt-4">
        <TextField label={texts.address} readOnly name="address" value={address} onChange={() => undefined} />
      </div>
      <DialogActions>
        <Button variant="primary" onClick={() => void copyText(address, texts)}>
          <Copy aria-hidden="true" />
          {texts.copy}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
