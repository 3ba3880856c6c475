import { Plus } from "lucide-react";
import { useId, useRef } from "react";
import { AMBULANCE_PATH, DISPATCH_PROJECT, REAL_ESTATE_PATH, TAXI_PROJECT } from "#contract/projects.ts";
import { type SiteDraft, useInsertSite } from "#data/main_page_sites/mutations.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { Button } from "#shared/ui/button.tsx";
import { adminTexts } from "../admin-texts.ts";

const texts = adminTexts.specialProjects;

/** Projects whose codes have a meaning of their own (document 1 §9), with the values to add them. */
const PROJECTS: readonly SiteDraft[] = [
  { path: DISPATCH_PROJECT, ...texts.dispatch },
  { path: TAXI_PROJECT, ...texts.taxi },
  { path: AMBULANCE_PATH, ...texts.ambulance },
  { path: REAL_ESTATE_PATH, ...texts.realEstate },
];

/** Codes of sites with other kinds of people, whose accounts are made elsewhere. */
export const SPECIAL_PATHS: readonly string[] = PROJECTS.map(({ path }) => path);

const useAdd = defineAction({
  mutation: useInsertSite,
  thing: ({ path }) => path,
  done: () => adminTexts.sites.added,
  failed: () => adminTexts.sites.addFailed,
});

/** The special projects that the company lacks, each with a button that adds it. `paths` are those of the existing sites. */
export function SpecialProjects({ paths }: { paths: readonly string[] }) {
  const title = useId();
  const section = useRef<HTMLElement>(null);
  // The pressed button is gone with its row, so the section takes the focus.
  const add = useAdd({ focus: () => section.current });
  const missing = PROJECTS.filter(({ path }) => !paths.includes(path));
  if (missing.length === 0) return null;
  return (
    <section ref={section} tabIndex={-1} aria-labelledby={title} className="mt-8">
      <h3 id={title} className="text-lg font-bold">
        {texts.title}
      </h3>
      <p className="mb-4 text-ink-soft">{texts.hint}</p>
      <ul aria-labelledby={title} className="grid gap-3 sm:grid-cols-2">
        {missing.map((project) => (
          <li
            key={project.path}
            className="flex flex-wrap items-start justify-between gap-3 rounded-card border border-line p-4"
          >
            <div className="min-w-0 flex-1 basis-48">
              <h4 className="font-bold">{project.name}</h4>
              <p className="text-sm text-ink-soft">/{project.path}</p>
              <p className="mt-1">{project.description}</p>
            </div>
            <Button
              size="small"
              aria-label={texts.addNamed(project.name)}
              pending={add.isPending(project.path)}
              onClick={() => void add.run(project)}
            >
              <Plus aria-hidden="true" />
              {texts.add}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
