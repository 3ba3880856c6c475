import type { ReactNode } from "react";
import { Card } from "#shared/ui/card.tsx";
import { FormAndList } from "#parking/kernel/page/form-and-list.tsx";
import { adminTexts } from "../admin-texts.ts";

/** The height of an account's row before it is measured, in pixels. */
export const ROW_HEIGHT = 150;

/** The form that adds accounts, and the list of accounts. */
export const AccountPanel = ({ form, children }: { form: ReactNode; children: ReactNode }) => (
  <FormAndList
    form={<Card>{form}</Card>}
    list={children}
    link={adminTexts.accounts.newAccount}
    className="lg:grid-cols-[22rem_minmax(0,1fr)]"
  />
);
