import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import * as v from "valibot";
import { CASE_REFUSALS } from "#contract/cases.ts";
import { useActing } from "#data/acting.ts";
import { isCaseRefusal } from "#data/data-error.ts";
import type { DriverCase, RefundKind } from "#data/fines/look-up.ts";
import { leaveRefundAccount } from "#data/refunds/leave-account.ts";
import { CancelButton, Form, SubmitButton } from "#shared/form/form.tsx";
import { SelectField, TextField } from "#shared/form/text-field.tsx";
import { type FormState, SubmitError, useForm } from "#shared/form/use-form.ts";
import { formatOre } from "#shared/format/money.ts";
import { Button } from "#shared/ui/button.tsx";
import { useLanguage } from "#shared/ui/language.ts";
import { longDay } from "#parking/kernel/case/in-words.ts";
import { Section } from "#parking/kernel/page/section.tsx";
import { type RefundTexts, useRefundTexts } from "./refund-texts.ts";

/** The longest name, as the database accepts it. */
const NAME_MAX = 70;
/** The longest number with its blanks and hyphens. */
const NUMBER_MAX = 40;

/** Money that is owed to the driver: the form for an account, or the state of the account that was left. */
export function RefundAccount({ found }: { found: DriverCase }) {
  const texts = useRefundTexts();
  const lang = useLanguage();
  const { refund } = found;
  const [isChanging, setIsChanging] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  if (refund?.step === "sent" && refund.day !== null)
    return (
      <Section title={texts.back}>
        <p>{texts.sent(longDay(refund.day, lang))}</p>
      </Section>
    );
  const isLeft = refund !== null && refund !== undefined && refund.step !== "sent";
  function handleLeft() {
    setIsChanging(false);
    // The form with the focus is gone.
    place.current?.focus();
  }
  return (
    <div ref={place} tabIndex={-1}>
      <Section title={texts.title(formatOre(-found.left_ore))}>
        {isLeft && !isChanging ? (
          <div className="grid justify-items-start gap-3">
            <p>{`${texts.left[refund.kind](refund.tail)} ${refund.step === "left" ? texts.waits : texts.proposed}`}</p>
            {refund.step === "left" && <Button onClick={() => setIsChanging(true)}>{texts.change}</Button>}
          </div>
        ) : (
          <AccountForm found={found} onLeft={handleLeft} onCancel={isLeft ? () => setIsChanging(false) : undefined} />
        )}
      </Section>
    </div>
  );
}

const text = v.pipe(v.string(), v.trim());
const accountSchema = v.object({ name: text, clearing: text, account: text });
type Typed = v.InferOutput<typeof accountSchema>;

const KINDS = ["account", "swish"] as const satisfies readonly RefundKind[];
/** A Swish number has no clearing number. */
const REQUIRED: Readonly<Record<RefundKind, readonly (keyof Typed)[]>> = {
  account: ["name", "clearing", "account"],
  swish: ["name", "account"],
};

type AccountFormProps = { found: DriverCase; onLeft: () => void; onCancel: (() => void) | undefined };

function AccountForm({ found, onLeft, onCancel }: AccountFormProps) {
  const texts = useRefundTexts();
  const acting = useActing();
  const cache = useQueryClient();
  const publicKey = found.public_key;
  const [kind, setKind] = useState<RefundKind>("account");
  const form = useForm<Typed, Typed>({
    initial: { name: "", clearing: "", account: "" },
    schema: accountSchema,
    required: { fields: REQUIRED[kind], text: texts.missing },
    onSubmit: async (typed) => {
      try {
        await leaveRefundAccount(acting, { publicKey, kind, ...typed });
      } catch (error) {
        throw fieldError(error, kind, texts);
      }
      await cache.invalidateQueries({ queryKey: ["driver_case", publicKey] });
      onLeft();
    },
    failed: (error) => ({
      text: isCaseRefusal(error) && error.code === CASE_REFUSALS.state ? texts.state : texts.failed,
      at: "form",
    }),
  });
  return (
    <Form
      form={form}
      actions={
        <>
          <SubmitButton form={form}>{texts.send}</SubmitButton>
          {onCancel !== undefined && <CancelButton onClick={onCancel} />}
        </>
      }
    >
      <p>{`${texts.text} ${texts.own}`}</p>
      <SelectField
        label={texts.kind}
        name="kind"
        value={kind}
        onChange={setKind}
        options={KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
      />
      <Numbers form={form} kind={kind} />
    </Form>
  );
}

/** The account holder, and the numbers of the chosen way. */
function Numbers({ form, kind }: { form: FormState<Typed>; kind: RefundKind }) {
  const texts = useRefundTexts();
  return (
    <>
      <TextField label={texts.name} required autoComplete="name" maxLength={NAME_MAX} {...form.field("name")} />
      {kind === "account" ? (
        <>
          <TextField
            label={texts.clearing}
            hint={texts.clearingHint}
            required
            inputMode="numeric"
            autoComplete="off"
            maxLength={NUMBER_MAX}
            {...form.field("clearing")}
          />
          <TextField
            label={texts.account}
            hint={texts.accountHint}
            required
            inputMode="numeric"
            autoComplete="off"
            maxLength={NUMBER_MAX}
            {...form.field("account")}
          />
        </>
      ) : (
        <TextField
          label={texts.phone}
          hint={texts.phoneHint}
          required
          type="tel"
          autoComplete="tel"
          maxLength={NUMBER_MAX}
          {...form.field("account")}
        />
      )}
    </>
  );
}

/** The refusal of a number, at its field. The database knows the banks and their check digits. */
function fieldError(error: unknown, kind: RefundKind, { wrong }: RefundTexts): unknown {
  if (!isCaseRefusal(error) || error.code !== CASE_REFUSALS.invalid) return error;
  if (error.field === "clearing") return new SubmitError("", { clearing: wrong.clearing });
  if (error.field === "account")
    return new SubmitError("", { account: kind === "swish" ? wrong.phone : wrong.account });
  return error;
}
