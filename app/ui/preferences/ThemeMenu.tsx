import { Check, Monitor, Moon, Sun } from '#app/ui/icons/lucide.ts';
import { useTranslation } from 'react-i18next';
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
