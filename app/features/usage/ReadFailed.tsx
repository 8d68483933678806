import { useTranslation } from 'react-i18next';
import { Banner } from '#app/ui/components/Banner.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { usageHref, type UsageQuery } from './filter/usage-query.ts';

/** The figures could not be read: nothing of them is lost, and it can be tried again. */
export function ReadFailed({ query }: { query: UsageQuery }) {
  const { t } = useTranslation('dashboard');
  return (
    <Banner
      tone="bad"
      title={t('failed.title')}
      action={
        <LinkButton to={usageHref(query, query)} size="small" reloadDocument>
          {t('failed.again')}
        </LinkButton>
      }
    >
      {t('failed.text')}
    </Banner>
  );
}
