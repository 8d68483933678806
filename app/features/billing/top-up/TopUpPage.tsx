import { useTranslation } from 'react-i18next';
import { Card } from '#app/ui/components/Card.tsx';
import { TextLink } from '#app/ui/components/TextLink.tsx';
import { PageColumn } from '#app/ui/layout/PageColumn.tsx';
import { BALANCE_PATH } from '../balance-page.ts';
import { SavedCard } from './SavedCard.tsx';
import type { TopUpAnswer, TopUpData } from './top-up-data.ts';
import { TopUpForm } from './TopUpForm.tsx';
import { TopUpHistory } from './TopUpHistory.tsx';
import { TopUpBadge, TopUpNext, TopUpNotice } from './TopUpStatus.tsx';

/** Everything about auto top-up: how it stands, the card, the amounts, and what was topped up. */
export function TopUpPage({ topUp, answer }: { topUp: TopUpData; answer: TopUpAnswer | undefined }) {
  const { t } = useTranslation(['topup', 'billing']);
  return (
    <PageColumn width="table">
      <div className="flex flex-col gap-1">
        <TextLink to={BALANCE_PATH} className="self-start text-sm">
          {t('billing:title')}
        </TextLink>
        <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xl font-semibold">
          {t('title')}
          <TopUpBadge topUp={topUp} />
        </h1>
      </div>
      <TopUpNotice topUp={topUp} />
      <TopUpNext topUp={topUp} />
      <SavedCard card={topUp.card} />
      {topUp.card && (
        <Card title={t('amounts')}>
          <TopUpForm topUp={topUp} answer={answer} />
        </Card>
      )}
      {topUp.lines.length > 0 && <TopUpHistory lines={topUp.lines} />}
    </PageColumn>
  );
}
