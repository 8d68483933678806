import { useFetcher, useLocation } from '@remix-run/react';
import { Check, Languages } from '#app/ui/icons/lucide.ts';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Icon } from '../components/Icon.tsx';
import { Menu } from '#app/ui/components/menu/Menu.tsx';
import { MenuItem } from '#app/ui/components/menu/MenuItem.tsx';
import { LANGUAGES } from '../i18n/languages.ts';
import { PREFERENCES_PATH } from './preferences.ts';

/** Every language under its native name. With scripts the texts change in place, and typed text stays. */
export function LanguageMenu({ align = 'end' }: { align?: 'start' | 'end' | 'above' }) {
  const { t, i18n } = useTranslation('settings');
  const { pathname, search } = useLocation();
  const fetcher = useFetcher({ key: 'language' });
  return (
    <Menu label={t('language')} icon={Languages} align={align}>
      <form
        method="post"
        action={PREFERENCES_PATH}
        onSubmit={(event) => {
          event.preventDefault();
          const { submitter } = event.nativeEvent as SubmitEvent;
          const chosen = (submitter as HTMLButtonElement).value;
          fetcher.submit({ language: chosen }, { method: 'post', action: PREFERENCES_PATH });
        }}
      >
        <input type="hidden" name="returnTo" value={pathname + search} />
        {LANGUAGES.map(({ code, name }) => (
          <MenuItem
            key={code}
            name="language"
            value={code}
            lang={code}
            aria-current={code === i18n.language || undefined}
          >
            <span className="grow">{name}</span>
            {code === i18n.language && <Icon of={Check} />}
          </MenuItem>
        ))}
      </form>
    </Menu>
  );
}
