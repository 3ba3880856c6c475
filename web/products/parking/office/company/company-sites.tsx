import { useId } from "react";
import * as v from "valibot";
import { useSetCompanySites } from "#data/company/mutations.ts";
import type { CompanySite } from "#data/company/queries.ts";
import { isCaseRefusal } from "#data/data-error.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { useForm } from "#shared/form/use-form.ts";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { EmptyState } from "#shared/ui/state-message.tsx";
import { companyTexts } from "./company-texts.ts";
import { SiteTicks } from "./site-ticks.tsx";

const texts = companyTexts.sites;

const useSave = defineAction<readonly string[], void>({
  mutation: useSetCompanySites,
  done: () => texts.saved,
  failed: (error) => ({ text: isCaseRefusal(error) ? error.message : texts.failed, at: "both" }),
});

const schema = v.object({ sites: v.array(v.string()) });

type Props = {
  sites: readonly CompanySite[];
  /** Whether the company has a name and payees, which its sites need. */
  isNamed: boolean;
};

/** The sites of the company, ticked among all. */
export function CompanySites({ sites, isNamed }: Props) {
  const title = useId();
  const save = useSave();
  const form = useForm({
    initial: { sites: sites.flatMap(({ id, of_company: isOf }) => (isOf ? [id] : [])) },
    schema,
    onSubmit: async ({ sites: chosen }) => {
      await save.submit(chosen);
    },
    failed: save.failed,
  });
  return (
    <Card as="section" aria-labelledby={title}>
      <CardHeader id={title} title={texts.title} description={isNamed ? texts.hint : texts.unnamed} />
      {sites.length === 0 && <EmptyState text={texts.none} />}
      {sites.length > 0 && isNamed && (
        <Form form={form} label={texts.title} actions={<SubmitButton form={form}>{texts.save}</SubmitButton>}>
          <SiteTicks
            label={texts.title}
            sites={sites}
            hintOf={({ issuer_name: issuer, of_company: isOf }) =>
              isOf || issuer === "" ? undefined : texts.issuer(issuer)
            }
            {...form.field("sites")}
          />
        </Form>
      )}
    </Card>
  );
}
