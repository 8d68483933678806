import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceSetting } from './ChoiceSetting.tsx';
import { LanguageSetting } from './LanguageSetting.tsx';

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
