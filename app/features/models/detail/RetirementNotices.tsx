import { useTranslation } from 'react-i18next';
import { Banner } from '#app/ui/components/Banner.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { modelHref } from '#app/contracts/catalogue/model-href.ts';
import type { ModelData } from './detail-data.ts';

/** What came before a model, and what comes after it. */
export function RetirementNotices({ page: { model, retired } }: { page: ModelData }) {
  const { t } = useTranslation('models');
  const { retires, bar } = model;
  return (
    <>
      {retired && (
        <Banner>
          {retired.on === null
            ? t('retired.before', { id: retired.id })
            : t('retired.since', { id: retired.id, date: retired.on })}
        </Banner>
      )}
      {retires && bar !== 'retired' && (
        <Banner
          tone="warn"
          action={
            retires.successor && (
              <TextLink to={modelHref(retires.successor)} dir="ltr" className="font-mono">
                {retires.successor}
              </TextLink>
            )
          }
        >
          {retires.successor === null
            ? t('retired.soon', { date: retires.on })
            : t('retired.soonTo', { date: retires.on })}
        </Banner>
      )}
    </>
  );
}
