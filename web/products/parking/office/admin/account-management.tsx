import type { Session } from "#session/store.ts";
import { Tabs } from "#shared/ui/tabs.tsx";
import { adminTexts } from "./admin-texts.ts";
import { Admins } from "./parts/admins.tsx";
import { Attendants } from "./parts/attendants.tsx";
import { useUrlTab } from "#parking/kernel/page/use-url-tab.ts";

const texts = adminTexts.accounts;

/** The site's accounts, shown on the dashboard's tab and on a page of their own (document 1 §2). */
export function AccountManagement({ project, session }: { project: string; session: Session }) {
  const [open, setOpen] = useUrlTab("konton", ["parkeringsvakter", "administratorer"]);
  return (
    <Tabs
      label={texts.tabs}
      value={open}
      onChange={setOpen}
      tabs={[
        {
          value: "parkeringsvakter",
          label: texts.attendants,
          content: <Attendants project={project} session={session} />,
        },
        { value: "administratorer", label: texts.admins, content: <Admins project={project} session={session} /> },
      ]}
    />
  );
}
