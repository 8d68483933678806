import type { ReactNode } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';

/** The page of the settings about stored data; `children` are the cards of other features. */
export function DataPage({ children }: { children: ReactNode }) {
  const { t } = useTranslation('settings');
  return (
    <PageColumn>
      <h1 className="text-xl font-semibold">{t('pages.data')}</h1>
      {children}
    </PageColumn>
  );
}
