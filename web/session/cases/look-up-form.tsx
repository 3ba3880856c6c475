import { useNavigate } from "react-router";
import * as v from "valibot";
import { isChecked } from "#contract/luhn.ts";
import { useActing } from "#data/acting.ts";
import { lookUpCase } from "#data/fines/find-case.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { TextField } from "#shared/form/text-field.tsx";
import { useForm } from "#shared/form/use-form.ts";
import { paths } from "#shared/paths.ts";
import { useLanguage } from "#shared/ui/language.ts";
import { lookUpTexts } from "./look-up-texts.ts";

const schema = v.object({ caseNumber: v.string(), plate: v.string() });

const NO_CASE = new Error("No such case");

/** The digits of a typed number: `4623-9679` and `4623 9679` are equal. */
const digitsOf = (typed: string) => typed.replaceAll(/\D/g, "");

/**
 * A form that finds a case by number and plate, and leads to it (document 4 §5). It does not say which of the two is wrong. On a wide
 * screen the fields of an `isWide` form stand beside each other.
 */
export function LookUpForm({ isWide = false }: { isWide?: boolean }) {
  const acting = useActing();
  const navigate = useNavigate();
  const texts = lookUpTexts[useLanguage()];
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
    <Form
      form={form}
      actions={
        <SubmitButton form={form} wide={!isWide}>
          {texts.submit}
        </SubmitButton>
      }
    >
      <div className={isWide ? "grid gap-5 sm:grid-cols-2" : "grid gap-5"}>
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
      </div>
    </Form>
  );
}
