import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '#app/ui/components/Card.tsx';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { GeneralSettings } from './GeneralSettings.tsx';

interface SettingsPageProps {
  children?: ReactNode;
  /** Settings of other features about the data that is stored of a user. */
  data: ReactNode;
}

/** The settings as a page. */
export function SettingsPage({ children, data }: SettingsPageProps) {
  const { t } = useTranslation('settings');
  return (
    <PageColumn>
      <h1 className="text-xl font-semibold">{t('title')}</h1>
      <Card title={t('general')}>
        <GeneralSettings>{children}</GeneralSettings>
      </Card>
      <Card title={t('data')}>{data}</Card>
    </PageColumn>
  );
}
