import { useState } from "react";
import { COMPANY_CODE } from "#contract/projects.ts";
import { type SiteSettings, siteSettingsQueries } from "#data/site_settings/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { type Violation, violationQueries } from "#data/violations/queries.ts";
import { paths } from "#shared/paths.ts";
import { Page } from "#shared/ui/page.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { ErasurePreview } from "../erasure/erasure-preview.tsx";
import { useLeaveGuard } from "#parking/kernel/page/leave-guard.ts";
import { useSiteName } from "#parking/kernel/page/use-site-name.ts";
import { NoticeGaps } from "#parking/kernel/notice/notice-gaps.tsx";
import { ForAdmins } from "../shell/for-admins.tsx";
import { NoticePreview } from "./notice-preview.tsx";
import { exampleNotice, shownSettings, shownViolation } from "./example-notice.ts";
import type { TypedViolation } from "./rules/violation-schema.ts";
import { SaveBar } from "./save-bar.tsx";
import { SettingsContents } from "./settings-contents.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { settingsTexts as texts } from "./settings-texts.ts";
import { SitesSettings } from "./sites-settings.tsx";
import { useSettingsForm } from "./use-settings-form.ts";
import { Violations } from "./violations.tsx";

/** A site's settings for fines, with an example notice, for its admins (document 4 §5). */
export function SettingsScreen() {
  return (
    <ForAdmins>
      {({ project }) => (project === COMPANY_CODE ? <SitesSettings /> : <Settings key={project} project={project} />)}
    </ForAdmins>
  );
}

function Settings({ project }: { project: string }) {
  const settings = useQuery(siteSettingsQueries.of(project));
  const violations = useQuery(violationQueries.list(project));
  return (
    <Page
      title={texts.title}
      description={texts.description}
      width="wide"
      back={{ to: paths.customerAdminDashboard(project) }}
    >
      <NoticeGaps project={project} isAtSettings />
      <StateView
        query={settings}
        loading={<SkeletonList label={texts.loading} />}
        failed={texts.loadFailed}
        empty={texts.noSite}
      >
        {(read) => (
          <StateView
            query={violations}
            loading={<SkeletonList label={texts.loading} />}
            failed={texts.violations.failed}
            empty={null}
            isEmpty={() => false}
          >
            {(rows) => <Editor project={project} settings={read} violations={rows} />}
          </StateView>
        )}
      </StateView>
    </Page>
  );
}

type EditorProps = { project: string; settings: SiteSettings; violations: readonly Violation[] };

/** The forms between their contents and a notice with the typed values, and below them the bar that saves. */
function Editor({ project, settings, violations }: EditorProps) {
  const siteName = useSiteName(project);
  const [now] = useState(() => new Date());
  const [edited, setEdited] = useState<TypedViolation>();
  const [isViolationChanged, setIsViolationChanged] = useState(false);
  const [isShown, setIsShown] = useState(false);
  const settingsForm = useSettingsForm(settings, violations);
  useLeaveGuard(settingsForm.isChanged || isViolationChanged, false, texts.leave);

  function handleType(typed: TypedViolation | undefined, isChanged: boolean) {
    setEdited(typed);
    setIsViolationChanged(isChanged);
  }

  const data = exampleNotice({
    settings: shownSettings(settingsForm.read, settingsForm.form.values),
    violation: shownViolation(violations, edited),
    siteName,
    now,
  });
  return (
    <>
      <div className="above-save-bar grid grid-cols-1 items-start gap-6 lg:grid-cols-[9rem_minmax(0,6fr)_minmax(0,5fr)]">
        <SettingsContents />
        <div className="grid min-w-0 gap-6">
          <SettingsForm settingsForm={settingsForm} />
          <Violations
            project={project}
            violations={violations}
            siteMost={settingsForm.read.max_amount}
            onType={handleType}
          />
          <div id="erasure" tabIndex={-1} className="scroll-mt-4">
            <ErasurePreview project={project} />
          </div>
        </div>
        <NoticePreview data={data} isShown={isShown} onShow={setIsShown} />
      </div>
      <SaveBar settingsForm={settingsForm} onShow={() => setIsShown(true)} />
    </>
  );
}
