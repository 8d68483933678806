import { Link } from '@remix-run/react';
import { CreditCard } from '#app/ui/icons/lucide.ts';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#app/ui/components/EmptyState.tsx';
import { joinClasses } from '#app/ui/components/join-classes.ts';
import { OperatorPage } from '../frame/OperatorPage.tsx';
import type { OperatorAnswer } from '../operator-answer.ts';
import { OPERATOR_PATHS, withQuery } from '../operator-paths.ts';
import { DataTable } from '../table/DataTable.tsx';
import { NextPage } from '../table/NextPage.tsx';
import { MatchCard } from './MatchCard.tsx';
import { PAYMENT_VIEWS, type PaymentsData } from './payments-data.ts';
import { PaymentRow } from './PaymentRow.tsx';

const { payments: PATH } = OPERATOR_PATHS;

/** Payments that came in and that nobody was credited with. */
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
