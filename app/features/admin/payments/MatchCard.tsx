import { Form, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { formatExactly } from '#app/contracts/money.ts';
import { Banner } from '#app/ui/components/Banner.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { Card } from '#app/ui/components/Card.tsx';
import { OPERATOR_PATHS } from '../operator-paths.ts';
import type { MatchQuestion } from './payments-data.ts';

/** Asks before a payment is credited: which payment, to whom, and how much that is. */
export function MatchCard({ question }: { question: MatchQuestion }) {
  const { t } = useTranslation(['admin', 'common']);
  const busy = useNavigation().state === 'submitting';
  const { payment, email, user, creditMicro } = question;
  if (!user) return <Banner tone="bad">{t('payments.nobody', { email })}</Banner>;
  return (
    <Card title={t('payments.question')}>
      <Form method="post" action={OPERATOR_PATHS.payments} className="flex flex-col gap-4">
        <input type="hidden" name="purchaseId" value={payment.id} />
        <input type="hidden" name="userId" value={user.id} />
        <p>
          {t('payments.willCredit', {
            email: user.email,
            amount: formatExactly(BigInt(creditMicro)),
            payment: payment.paymentId,
          })}
        </p>
        <p className="text-text-muted">{t('payments.check')}</p>
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" busy={busy}>
            {t('payments.credit', { amount: formatExactly(BigInt(creditMicro)) })}
          </Button>
          <LinkButton to={OPERATOR_PATHS.payments} variant="plain">
            {t('common:cancel')}
          </LinkButton>
        </div>
      </Form>
    </Card>
  );
}
