import { useFetcher, useLocation } from '@remix-run/react';
import { useId, type ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Select } from '#app/ui/components/form/Select.tsx';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { LANGUAGES } from '#app/ui/i18n/languages.ts';
import { PreferenceForm } from '#app/ui/preferences/PreferenceForm.tsx';
import { PREFERENCES, PREFERENCES_PATH, type PreferenceName } from '#app/ui/preferences/preferences.ts';
import { usePreference } from '#app/ui/preferences/use-preference.ts';

interface ChoiceSettingProps<Name extends PreferenceName> {
  name: Name;
  label: string;
  help?: string;
  /** Text of each value. */
  words: Record<string, string>;
}

interface SettingProps {
  /** Connects the label with the control; absent for a group of buttons, which has its own label. */
  controlId?: string;
  label: ReactNode;
  help?: ReactNode;
  children: ReactNode;
}

/** Theme, language and auto scroll; `children` are settings of other features, as further lines. */
export function GeneralSettings({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('settings');
  const themes = { system: t('themes.system'), dark: t('themes.dark'), light: t('themes.light') };
  const onOff = { true: t('autoScrollValues.true'), false: t('autoScrollValues.false') };
  return (
    <div className="*:border-line *:not-last-of-type:border-b">
      <ChoiceSetting name="theme" label={t('theme')} words={themes} />
      <LanguageSetting />
      <ChoiceSetting name="autoScroll" label={t('autoScroll')} help={t('autoScrollHelp')} words={onOff} />
      {children}
    </div>
  );
}

/** A preference with few values as a row of buttons: a press chooses, without saving. */
function ChoiceSetting<Name extends Exclude<PreferenceName, 'language'>>({
  name,
  label,
  help,
  words,
}: ChoiceSettingProps<Name>) {
  const [current] = usePreference(name);
  return (
    <Setting label={label} help={help}>
      <PreferenceForm name={name}>
        <fieldset className="inline-flex max-w-full flex-wrap rounded-control border border-line-strong p-0.5">
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

/**
 * The language of the interface. With scripts a choice changes the texts at once; without scripts a button
 * does.
 */
function LanguageSetting() {
  const { t } = useTranslation(['settings', 'common']);
  const { pathname } = useLocation();
  const hydrated = useHydrated();
  const [stored] = usePreference('language');
  const fetcher = useFetcher({ key: 'language' });
  const id = useId();
  return (
    <Setting label={t('language')} controlId={id}>
      <form method="post" action={PREFERENCES_PATH} className="flex gap-2">
        <input type="hidden" name="returnTo" value={pathname} />
        <Select
          id={id}
          name="language"
          key={stored}
          defaultValue={stored}
          onChange={({ currentTarget: { value } }) =>
            fetcher.submit({ language: value }, { method: 'post', action: PREFERENCES_PATH })
          }
        >
          <option value="auto">{t('languageAuto')}</option>
          {LANGUAGES.map(({ code, name }) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </Select>
        {!hydrated && <Button>{t('common:save')}</Button>}
      </form>
    </Setting>
  );
}

/** One line of the settings: text at the start, control at the end; on a phone one above the other. */
function Setting({ controlId, label, help, children }: SettingProps) {
  return (
    <div className="flex flex-col gap-2 py-4 first-of-type:pt-0 last-of-type:pb-0 sm:flex-row sm:items-center sm:justify-between sm:gap-6">
      <div>
        {controlId ? (
          <label htmlFor={controlId} className="font-medium">
            {label}
          </label>
        ) : (
          <p className="font-medium">{label}</p>
        )}
        {help && <p className="text-sm text-text-muted">{help}</p>}
      </div>
      <div className="shrink-0">{children}</div>
    </div>
  );
}
