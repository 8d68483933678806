import { Check, Monitor, Moon, Sun } from '#app/ui/icons/lucide.ts';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Icon } from '../components/Icon.tsx';
import { Menu } from '#app/ui/components/menu/Menu.tsx';
import { MenuItem } from '#app/ui/components/menu/MenuItem.tsx';
import { PreferenceForm } from './PreferenceForm.tsx';
import { PREFERENCES } from './preferences.ts';
import { usePreference } from './use-preference.ts';

const ICONS = { system: Monitor, dark: Moon, light: Sun };

/** System, dark or light. */
export function ThemeMenu({ align = 'end' }: { align?: 'start' | 'end' | 'above' }) {
  const { t } = useTranslation('settings');
  const [theme] = usePreference('theme');
  return (
    <Menu label={t('theme')} icon={ICONS[theme]} align={align}>
      <PreferenceForm name="theme">
        {PREFERENCES.theme.values.map((value) => (
          <MenuItem
            key={value}
            name="theme"
            value={value}
            icon={ICONS[value]}
            aria-current={value === theme || undefined}
          >
            <span className="grow">{t(`themes.${value}`)}</span>
            {value === theme && <Icon of={Check} />}
          </MenuItem>
        ))}
      </PreferenceForm>
    </Menu>
  );
}

/** The same choice as a row of icons, for a menu: it stays open. */
export function ThemeSwitch() {
  const { t } = useTranslation('settings');
  const [theme] = usePreference('theme');
  return (
    <PreferenceForm name="theme" className="flex gap-0.5">
      {PREFERENCES.theme.values.map((value) => (
        <button
          key={value}
          type="submit"
          name="theme"
          value={value}
          data-stays-open=""
          aria-label={t(`themes.${value}`)}
          title={t(`themes.${value}`)}
          aria-pressed={value === theme}
          className="grid control-square place-items-center rounded-control text-text-muted hover:bg-surface-sunken hover:text-text aria-pressed:bg-accent-soft aria-pressed:text-accent"
        >
          <Icon of={ICONS[value]} />
        </button>
      ))}
    </PreferenceForm>
  );
}
