import "./settings.css";
import { Button } from "#shared/ui/button.tsx";
import { EditConflict } from "./edit-conflict.tsx";
import { differencesOf } from "./rules/settings-schema.ts";
import { settingsTexts as texts } from "./settings-texts.ts";
import type { SettingsFormState } from "./use-settings-form.ts";

/** The form that the bar's buttons belong to. */
export const SETTINGS_FORM = "settings-form";

type SaveBarProps = { settingsForm: SettingsFormState; onShow: () => void };

/** A bar at the window's lower edge: whether the settings are saved, and the buttons that save them and show the notice. */
export function SaveBar({ settingsForm, onShow }: SaveBarProps) {
  const { form, read, theirs, isChanged, handleRevert, handleKeepMine, handleTakeTheirs } = settingsForm;
  return (
    <div className="save-bar sticky z-10 -mx-4 mt-6 max-h-[60dvh] overflow-y-auto border-t border-line-strong bg-surface px-4 py-2 sm:-mx-6 sm:px-6 lg:mx-0 lg:rounded-t-card lg:border-x">
      {theirs === undefined ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 sm:min-h-14">
          <output className={isChanged ? "font-semibold" : "text-ink-soft"}>
            {isChanged ? texts.unsaved : texts.allSaved}
          </output>
          <div className="flex flex-wrap gap-2 max-sm:w-full sm:ml-auto">
            {isChanged && (
              <Button size="small" className="max-sm:order-1" onClick={handleRevert}>
                {texts.revert}
              </Button>
            )}
            <Button
              variant="primary"
              size="small"
              type="submit"
              form={SETTINGS_FORM}
              pending={form.isPending}
              disabled={!isChanged}
            >
              {texts.save}
            </Button>
            <Button size="small" onClick={onShow}>
              {texts.preview.show}
            </Button>
          </div>
        </div>
      ) : (
        <EditConflict
          differences={differencesOf(read, theirs)}
          onKeepMine={handleKeepMine}
          onTakeTheirs={handleTakeTheirs}
        />
      )}
    </div>
  );
}
