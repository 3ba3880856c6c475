import { useQuery } from "@tanstack/react-query";
import { noticeGapsQuery } from "#data/site_settings/notice-gaps.ts";
import { isOwnProfile } from "#session/profile/profile.ts";
import type { ProjectId } from "#shared/paths.ts";
import { fineTexts } from "./fine-texts.ts";

const { gaps: texts } = fineTexts;

/** Says what the site's notices lack before a fine is filled in: `hardened` refuses it then, `specified` issues it all the same. */
export function NoticeGaps({ project }: { project: ProjectId }) {
  const { data: gaps = [] } = useQuery({ ...noticeGapsQuery(project ?? ""), enabled: project !== undefined });
  if (gaps.length === 0) return null;
  const missing = texts.missing(gaps.map((gap) => texts.names[gap]).join(", "));
  return (
    <output className="mb-4 block rounded-control border-l-4 border-danger bg-danger-soft px-4 py-3 font-medium">
      {[...(isOwnProfile("hardened") ? [texts.refused] : []), missing, texts.where].join(" ")}
    </output>
  );
}
