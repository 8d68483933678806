import { PreferenceForm } from '#app/ui/preferences/PreferenceForm.tsx';
import { PREFERENCES, type PreferenceName } from '#app/ui/preferences/preferences.ts';
import { usePreference } from '#app/ui/preferences/use-preference.ts';
import { Setting } from './Setting.tsx';

interface ChoiceSettingProps<Name extends PreferenceName> {
  name: Name;
  label: string;
  help?: string;
  /** The words of each value. */
  words: Record<string, string>;
}

/** A preference of few values as one row of buttons: a press chooses, there is nothing to save. */
export function ChoiceSetting<Name extends Exclude<PreferenceName, 'language'>>({
  name,
  label,
  help,
  words,
}: ChoiceSettingProps<Name>) {
  const [current] = usePreference(name);
  return (
    <Setting label={label} help={help}>
      <PreferenceForm name={name}>
        <fieldset className="inline-flex rounded-control border border-line-strong p-0.5">
          <legend className="sr-only">{label}</legend>
          {PREFERENCES[name].values.map((value) => (
            <button
              key={value}
              type="submit"
              name={name}
              value={value}
              aria-pressed={value === current}
              className="control rounded-[0.25rem] px-3.5 text-text-muted transition-colors hover:text-text aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent"
            >
              {words[value]}
            </button>
          ))}
        </fieldset>
      </PreferenceForm>
    </Setting>
  );
}
