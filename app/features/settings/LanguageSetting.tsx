import { useFetcher, useLocation } from '@remix-run/react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Select } from '#app/ui/components/form/Select.tsx';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { LANGUAGES } from '#app/ui/i18n/languages.ts';
import { PREFERENCES_PATH } from '#app/ui/preferences/preferences.ts';
import { usePreference } from '#app/ui/preferences/use-preference.ts';
import { Setting } from './Setting.tsx';

/** The language of the interface. With scripts a choice changes the words at once; without them a button does. */
export function LanguageSetting() {
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
