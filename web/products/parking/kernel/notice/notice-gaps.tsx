import { noticeGapsQuery } from "#data/site_settings/notice-gaps.ts";
import { useQuery } from "#data/use-query.ts";
import { isOwnProfile } from "#session/profile/profile.ts";
import type { ProjectId } from "#shared/paths.ts";
import { noticeTexts } from "./notice-texts.ts";

const { gaps: texts } = noticeTexts;

type NoticeGapsProps = {
  project: ProjectId;
  /** Whether the fields for the missing parts stand below. */
  isAtSettings?: boolean;
};

/**
 * Lists the parts that the site's notices lack, before a fine is filled in and on the settings page. The profile `hardened` refuses to
 * issue such a fine, `specified` issues it.
 */
export function NoticeGaps({ project, isAtSettings = false }: NoticeGapsProps) {
  const { data: gaps = [] } = useQuery({ ...noticeGapsQuery(project ?? ""), enabled: project !== undefined });
  if (gaps.length === 0) return null;
  const missing = texts.missing(gaps.map((gap) => texts.names[gap]).join(", "));
  const atServer = gaps.includes("address") ? [texts.atServer] : [];
  return (
    <output className="notice-gaps mb-4 block rounded-control border-l-4 border-danger bg-danger-soft px-4 py-3 font-medium">
      {[
        ...(isOwnProfile("hardened") ? [texts.refused] : []),
        missing,
        ...(isAtSettings ? atServer : [texts.where]),
      ].join(" ")}
    </output>
  );
}
