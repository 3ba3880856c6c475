import { useNavigate } from "react-router";
import * as v from "valibot";
import { isChecked } from "#contract/luhn.ts";
import { useActing } from "#data/acting.ts";
import { lookUpCase } from "#data/fines/look-up.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { TextField } from "#shared/form/text-field.tsx";
import { useForm } from "#shared/form/use-form.ts";
import { paths } from "#shared/paths.ts";
import { Card } from "#shared/ui/card.tsx";
import { useDriverTexts } from "#parking/kernel/case/driver-texts.ts";
import { NO_CASE } from "./no-case.ts";

const schema = v.object({ caseNumber: v.string(), plate: v.string() });

/** The digits of a typed number: `4623-9679` and `4623 9679` are equal. */
const digitsOf = (typed: string) => typed.replaceAll(/\D/g, "");

/** A form that finds a case by number and plate. It does not say which of the two is wrong. */
export function LookUpForm() {
  const acting = useActing();
  const navigate = useNavigate();
  const texts = useDriverTexts().lookUp;
  const form = useForm({
    initial: { caseNumber: "", plate: "" },
    schema,
    required: { fields: ["caseNumber", "plate"], text: texts.missing },
    onSubmit: async ({ caseNumber, plate }) => {
      const found = await lookUpCase(acting, digitsOf(caseNumber), plate);
      if (found === null) throw NO_CASE;
      void navigate(paths.driverCase(found.public_key));
    },
    failed: (error) => ({ text: error === NO_CASE ? texts.none : texts.failed, at: "form" }),
  });
  const digits = digitsOf(form.values.caseNumber);
  // A wrong digit is reported before the lookup, because each failed lookup counts.
  const isMistyped = digits.length === 8 && !isChecked(digits);
  return (
    <Card>
      <p className="mb-5">{texts.text}</p>
      <Form
        form={form}
        actions={
          <SubmitButton form={form} wide>
            {texts.submit}
          </SubmitButton>
        }
      >
        <TextField
          label={texts.caseNumber}
          hint={isMistyped ? <strong className="text-danger">{texts.mistyped}</strong> : texts.caseNumberHint}
          required
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          {...form.field("caseNumber")}
        />
        <TextField
          label={texts.plate}
          required
          autoComplete="off"
          autoCapitalize="characters"
          className="[&_input]:uppercase"
          autoCorrect="off"
          spellCheck={false}
          maxLength={50}
          {...form.field("plate")}
        />
      </Form>
    </Card>
  );
}
