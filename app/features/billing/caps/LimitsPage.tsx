import { useTranslation } from '#app/ui/i18n/translation.ts';
import { BALANCE_PATH } from '#app/features/billing/balance-page.ts';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import type { LimitsAnswer, LimitsData } from './limits.ts';
import { LimitsCard } from './LimitsCard.tsx';

/** Page with only the limits: the target of links from rejected calls, and of a form with errors. */
export function LimitsPage({ limits, answer }: { limits: LimitsData; answer: LimitsAnswer | undefined }) {
  const { t } = useTranslation('limits');
  return (
    <PageColumn width="table">
      <div className="flex flex-col items-start gap-1.5">
        <TextLink to={BALANCE_PATH}>{t('back')}</TextLink>
        <h1 className="text-xl font-semibold">{t('title')}</h1>
      </div>
      <LimitsCard limits={limits} answer={answer} isUntitled />
    </PageColumn>
  );
}
