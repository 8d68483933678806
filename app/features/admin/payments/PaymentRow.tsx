import { Form, Link } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { formatExactly } from '#app/contracts/money.ts';
import { Cell, Lead, Row } from '#app/features/admin/table/DataTable.tsx';
import { DateTime } from '#app/ui/components/DateTime.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import { OPERATOR_PATHS, userPath } from '../operator-paths.ts';
import { EMAIL_MAX, type PaymentLine } from './payments-data.ts';

/** A payment, why it is not credited, and its possible payer. */
export function PaymentRow({ payment, canMatch }: { payment: PaymentLine; canMatch: boolean }) {
  const { t } = useTranslation('admin');
  const { id, provider, paymentId, isAutomatic, reason, currency, paidMicro, paidAt, email, known } = payment;
  return (
    <Row>
      <Lead>
        <span className="font-medium">{t(`payments.provider.${provider}`)}</span>{' '}
        <code dir="ltr" className="font-mono text-sm text-text-muted">
          {paymentId}
        </code>
        {isAutomatic && <span className="block text-sm text-text-muted">{t('payments.automatic')}</span>}
        {reason && <span className="block text-sm text-text-muted">{t(`payments.reason.${reason}`)}</span>}
      </Lead>
      <Cell name={t('payments.paid')} isFigure>
        <span dir="ltr">
          {formatExactly(BigInt(paidMicro)).replace('$', '')} {currency}
        </span>
      </Cell>
      <Cell name={t('payments.at')} isFigure>
        {paidAt && <DateTime at={paidAt} />}
      </Cell>
      <Cell name={t('payments.email')}>
        {known ? (
          <Link to={userPath(known.id)} className="hover:underline">
            <bdi>{known.email}</bdi>
          </Link>
        ) : (
          email && <bdi>{email}</bdi>
        )}
      </Cell>
      {canMatch && (
        <Cell>
          <Form action={OPERATOR_PATHS.payments} className="flex items-center gap-2 md:justify-end">
            <input type="hidden" name="match" value={id} />
            <TextInput
              name="email"
              aria-label={t('payments.account')}
              placeholder={t('payments.account')}
              defaultValue={known?.email}
              maxLength={EMAIL_MAX}
              required
              dir="ltr"
              autoComplete="off"
              className="min-w-0 md:w-52"
            />
            <Button
              size="small"
              className="shrink-0 whitespace-nowrap"
              aria-label={t('payments.matchNamed', { id: paymentId })}
            >
              {t('payments.match')}
            </Button>
          </Form>
        </Cell>
      )}
    </Row>
  );
}
