import { useTranslation } from '#app/ui/i18n/translation.ts';
import { TOP_UP_PATH } from '#app/contracts/payments/top-up.ts';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { Card } from '#app/ui/components/Card.tsx';
import type { TopUpData } from './top-up-data.ts';
import { TopUpBadge, TopUpNext, TopUpNotice } from './TopUpStatus.tsx';

/** Auto top-up on the balance page: its state, and a link to change it. */
export function TopUpCard({ topUp }: { topUp: TopUpData }) {
  const { t } = useTranslation('topup');
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {t('title')}
          <TopUpBadge topUp={topUp} />
        </span>
      }
    >
      <div className="flex flex-col gap-4">
        <TopUpNotice topUp={topUp} />
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 flex-1 basis-72">
            <TopUpNext topUp={topUp} />
          </div>
          <LinkButton to={TOP_UP_PATH}>{t(topUp.chosen ? 'change' : 'setUp')}</LinkButton>
        </div>
      </div>
    </Card>
  );
}
