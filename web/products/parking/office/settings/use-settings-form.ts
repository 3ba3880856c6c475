import { useRef, useState } from "react";
import { DataError } from "#data/data-error.ts";
import { type SettingsDraft, type SettingsSave, useSaveSettings } from "#data/site_settings/mutations.ts";
import type { SiteSettings } from "#data/site_settings/queries.ts";
import type { Violation } from "#data/violations/queries.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { useForm } from "#shared/form/use-form.ts";
import { changesOf, settingsSchema, type TypedSettings, typedSettings } from "./rules/settings-schema.ts";
import { settingsTexts as texts } from "./settings-texts.ts";

type Save = { project: string; readAt: string; changes: Partial<SettingsDraft> };

const isGone = (error: unknown) => error instanceof DataError && error.code === "gone";

const useSave = defineAction<Save, SettingsSave>({
  mutation: useSaveSettings,
  done: ({ outcome }) => (outcome === "saved" ? texts.saved : undefined),
  failed: (error) => ({ text: isGone(error) ? texts.gone : texts.saveFailed, at: "both" }),
});

/**
 * The form of a site's settings. If another admin saved meanwhile, the form says so before it overwrites anything. Only changed columns are
 * written, so that the rest of the other admin's changes stays.
 */
export function useSettingsForm(settings: SiteSettings, violations: readonly Violation[]) {
  /** The version that the form began from. */
  const [read, setRead] = useState(settings);
  const [theirs, setTheirs] = useState<SiteSettings>();
  /** The later version that the person decided to overwrite. */
  const over = useRef<SiteSettings>(undefined);
  const save = useSave();
  const form = useForm<TypedSettings, SettingsDraft>({
    initial: typedSettings(settings),
    schema: settingsSchema(violations),
    onSubmit: async (draft) => {
      const { project_id: project, updated_at: readAt } = over.current ?? read;
      over.current = undefined;
      const result = await save.submit({ project, readAt, changes: changesOf(read, draft) });
      if (result.outcome === "saved") begin(result.settings);
      else setTheirs(result.settings);
    },
    failed: save.failed,
  });
  const isChanged = JSON.stringify(form.values) !== JSON.stringify(typedSettings(read));

  function begin(next: SiteSettings) {
    setRead(next);
    setTheirs(undefined);
    form.reset(typedSettings(next));
  }

  // Another admin's changes are shown as long as nothing is typed here.
  if (!isChanged && settings.updated_at > read.updated_at) begin(settings);

  return {
    form,
    read,
    /** The version that another admin saved meanwhile, found by a save. */
    theirs,
    isChanged,
    handleKeepMine: () => {
      over.current = theirs;
      form.formProps.ref.current?.requestSubmit();
    },
    handleTakeTheirs: () => begin(theirs ?? read),
    handleRevert: () => begin(read),
  };
}

export type SettingsFormState = ReturnType<typeof useSettingsForm>;
