import { TriangleAlert } from '#app/ui/icons/lucide.ts';
import { useTranslation } from 'react-i18next';
import { formatCents } from '#app/contracts/money.ts';
import { Card } from '#app/ui/components/Card.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { CapBar } from './CapBar.tsx';
import type { LimitsAnswer, LimitsData } from './limits.ts';
import { LimitsForm } from './LimitsForm.tsx';

interface LimitsCardProps {
  limits: LimitsData;
  answer?: LimitsAnswer | undefined;
  /** Where the page has the title already. */
  isUntitled?: boolean;
}

/** What a person lets the own account spend, how far that is used, and below which balance they are mailed. */
export function LimitsCard({ limits: { uses, lowMicro, ...form }, answer, isUntitled }: LimitsCardProps) {
  const { t } = useTranslation('limits');
  return (
    <Card title={isUntitled ? undefined : t('title')}>
      <div className="flex flex-col gap-5">
        <p className="text-text-muted">{t('lead')}</p>
        {lowMicro !== null && (
          <p className="flex items-start gap-2 text-warn">
            <span className="mt-0.5">
              <Icon of={TriangleAlert} />
            </span>
            {t('low', { below: formatCents(BigInt(lowMicro)) })}
          </p>
        )}
        {uses.length > 0 && (
          <ul className="flex flex-col gap-4">
            {uses.map((use) => (
              <CapBar key={use.window} use={use} />
            ))}
          </ul>
        )}
        <LimitsForm {...form} answer={answer} />
      </div>
    </Card>
  );
}
