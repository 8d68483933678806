import type { ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { Card } from '#app/ui/components/Card.tsx';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { GeneralSettings } from './GeneralSettings.tsx';

/** The first page of the settings; `children` are settings of other features, as further lines. */
export function SettingsPage({ children }: { children: ReactNode }) {
  const { t } = useTranslation('settings');
  return (
    <PageColumn>
      <h1 className="text-xl font-semibold">{t('pages.general')}</h1>
      <Card>
        <GeneralSettings>{children}</GeneralSettings>
      </Card>
    </PageColumn>
  );
}
