import { Form, Link, useNavigation } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { formatExactly } from '#app/contracts/money.ts';
import { OperatorPage } from '#app/features/admin/frame/OperatorPage.tsx';
import { OPERATOR_PATHS, withQuery } from '#app/features/admin/operator-paths.ts';
import type { OperatorAnswer } from '#app/features/admin/operator.server.ts';
import { DataTable } from '#app/features/admin/table/DataTable.tsx';
import { NextPage } from '#app/features/admin/table/NextPage.tsx';
import { Banner } from '#app/ui/components/Banner.tsx';
import { Card } from '#app/ui/components/Card.tsx';
import { EmptyState } from '#app/ui/components/EmptyState.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { LinkButton } from '#app/ui/components/button/LinkButton.tsx';
import { joinClasses } from '#app/ui/components/join-classes.ts';
import { CreditCard } from '#app/ui/icons/lucide.ts';
import { PaymentRow } from './PaymentRow.tsx';
import { PAYMENT_VIEWS, type MatchQuestion, type PaymentsData } from './payments-data.ts';

const { payments: PATH } = OPERATOR_PATHS;

/** Page of received payments that are not credited to any account. */
export function PaymentsPage({ answer, ...data }: PaymentsData & { answer: OperatorAnswer | undefined }) {
  const { t } = useTranslation('admin');
  const { view, isLater, payments, nextBefore, question } = data;
  const heads = [
    { name: t('payments.payment') },
    { name: t('payments.paid'), isFigure: true },
    { name: t('payments.at'), isFigure: true },
    { name: t('payments.email') },
    ...(view === 'unmatched' ? [{ name: t('payments.match'), isHidden: true }] : []),
  ];
  return (
    <OperatorPage title={t('nav.payments')} lead={t(`payments.lead.${view}`)} error={answer?.error}>
      <nav aria-label={t('payments.views')} className="flex gap-1">
        {PAYMENT_VIEWS.map((one) => (
          <Link
            key={one}
            to={withQuery(PATH, { view: one === 'unmatched' ? '' : one })}
            aria-current={one === view ? 'page' : undefined}
            className={joinClasses(
              'control inline-flex items-center rounded-control px-3',
              one === view ? 'bg-surface-sunken font-medium' : 'text-text-muted hover:text-text',
            )}
          >
            {t(`payments.view.${one}`)}
          </Link>
        ))}
      </nav>
      {question && <MatchCard question={question} />}
      {payments.length === 0 ? (
        <EmptyState icon={CreditCard} title={t(`payments.empty.${view}`)} text={t('payments.emptyText')} />
      ) : (
        <DataTable caption={t(`payments.view.${view}`)} heads={heads}>
          {payments.map((payment) => (
            <PaymentRow key={payment.id} payment={payment} canMatch={view === 'unmatched'} />
          ))}
        </DataTable>
      )}
      <NextPage
        first={isLater ? withQuery(PATH, { view }) : null}
        next={nextBefore && withQuery(PATH, { view, before: nextBefore })}
      />
    </OperatorPage>
  );
}

/** Confirmation before a payment is credited: the payment, the user and the amount. */
function MatchCard({ question }: { question: MatchQuestion }) {
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
